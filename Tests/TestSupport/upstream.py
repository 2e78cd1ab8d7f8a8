#!/usr/bin/env python3
"""A GraphQL service for the recording tests: graphql-core behind Python's HTTP server, on the loopback.

Prints its port, then one line for each request that it serves. Ends when its input ends.
"""
import gzip
import json
import sys
import threading
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from graphql import build_schema, graphql_sync, GraphQLError

SCHEMA = build_schema(
    """
    type Query { hero(id: ID): Hero heroes: [Hero!]! fails: String partial: Hero next: Int! }
    type Mutation { rename(id: ID!, name: String!): Hero }
    type Hero { id: ID! name: String! friend: Hero secret: String }
    """
)


LOG = threading.Lock()
COUNTER = iter(range(1, 1_000_000))

# graphql-core 3.2 does not defer: the bytes are those of Apollo Router and of GraphQL over SSE.
STREAMS = {
    "/deferred": (
        'multipart/mixed;boundary="-";deferSpec=20220824',
        [
            b'\r\n---\r\ncontent-type: application/json\r\n\r\n'
            b'{"data":{"hero":{"id":"1","__typename":"Hero"}},"hasNext":true}\r\n---',
            b'\r\ncontent-type: application/json\r\n\r\n{"hasNext":false,"incremental":'
            b'[{"data":{"name":"\xc3\x9cn\xc3\xaf"},"path":["hero"],"label":"n"}]}\r\n-----\r\n',
        ],
    ),
    "/subscription": (
        "multipart/mixed;boundary=graphql;subscriptionSpec=1.0",
        [
            b"\r\n--graphql\r\ncontent-type: application/json\r\n\r\n{}\r\n--graphql",
            b'\r\ncontent-type: application/json\r\n\r\n{"payload":{"data":{"n":1}}}\r\n--graphql',
            b"--\r\n",
        ],
    ),
    "/events": (
        "text/event-stream",
        [
            b':\n\nevent: next\ndata: {"data":{"n":1.50}}\n\n',
            b'event: next\ndata: {"data":\ndata:   {"n": 2}}\n\n',
            b"event: complete\ndata:\n\n",
        ],
    ),
}


class Hero:
    def __init__(self, number, name):
        self.id = number
        self.name = name

    def friend(self, _info):
        return Hero("0", "Friend")

    def secret(self, _info):
        raise GraphQLError("No secrets here")


class Root:
    def hero(self, _info, id=None):
        return Hero(id or "1", "Ünï ☃")

    def heroes(self, _info):
        return [Hero("1", "A"), Hero("2", "B")]

    def fails(self, _info):
        raise GraphQLError("It failed", extensions={"code": "FAILED"})

    def partial(self, _info):
        return Hero("3", "Partial")

    def rename(self, _info, id, name):
        return Hero(id, name)

    def next(self, _info):
        return next(COUNTER)


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def log_message(self, *_):
        pass

    def do_POST(self):
        body = self.rfile.read(int(self.headers.get("Content-Length", 0)))
        with LOG:  # a line stays whole
            print(f"{self.path} {len(body)}", flush=True)
        if self.path == "/500":
            return self.answer(500, b'{"errors":[{"message":"broken"}]}')
        if self.path == "/html":
            return self.answer(503, b'{"errors":[]}', {"Content-Type": "text/html"})
        if self.path == "/open":
            self.stream("text/event-stream", [b":\n\n", b'event: next\ndata: {"data":{"n":1}}\n\n'], True)
            return None
        if self.path in STREAMS:
            return self.stream(*STREAMS[self.path])
        if self.path == "/slow":
            time.sleep(0.2)
        request = json.loads(body)
        result = graphql_sync(
            SCHEMA,
            request["query"],
            Root(),
            variable_values=request.get("variables"),
            operation_name=request.get("operationName"),
        )
        answer = json.dumps(result.formatted, ensure_ascii=False, separators=(",", ":")).encode()
        headers = {"Set-Cookie": "session=cookie-secret; Path=/"}
        if self.path == "/gzip":
            answer = gzip.compress(answer)
            headers["Content-Encoding"] = "gzip"
        return self.answer(200, answer, headers)

    def stream(self, content_type, chunks, stays_open=False):
        self.send_response(200)
        self.send_header("Content-Type", content_type)
        self.send_header("Transfer-Encoding", "chunked")
        self.end_headers()
        for chunk in chunks:
            self.wfile.write(b"%x\r\n%s\r\n" % (len(chunk), chunk))
            self.wfile.flush()
        if stays_open:
            self.rfile.read(1)  # until the client hangs up
            self.close_connection = True
        else:
            self.wfile.write(b"0\r\n\r\n")

    def answer(self, status, body, headers=None):
        self.send_response(status)
        fields = {"Content-Type": "application/json", **(headers or {})}
        for name, value in fields.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


class Server(ThreadingHTTPServer):
    request_queue_size = 256


if __name__ == "__main__":
    server = Server(("127.0.0.1", 0), Handler)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    print(server.server_address[1], flush=True)
    sys.stdin.read()
