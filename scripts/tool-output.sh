# Functions for `check-tool`. `$tool` is the built tool, and `$work` is written as WORK in its output.

run() { # EXIT-CODE ARGUMENT...
  local expected=$1 code=0
  shift
  output=$("$tool" "$@" 2>&1) || code=$?
  output=$(sed -E -e "s|$work|WORK|g" -e 's/\.r[0-9a-f]{8,12}\./.DIGEST./g' <<<"$output")
  [ "$code" = "$expected" ] && return
  printf 'graphql-mock %s: exit code %s, expected %s\n%s\n' "$*" "$code" "$expected" "$output" >&2
  exit 1
}

has() { # TEXT EXIT-CODE ARGUMENT...
  local text=$1
  shift
  run "$@"
  grep -qF -- "$text" <<<"$output" && return
  printf 'graphql-mock %s\nNo line has %s in:\n%s\n' "${*:2}" "$text" "$output" >&2
  exit 1
}

says() { # EXIT-CODE ARGUMENT... <<<WHOLE-OUTPUT
  local expected
  expected=$(cat)
  run "$@"
  [ "$output" = "$expected" ] && return
  printf 'graphql-mock %s\n' "${*:2}" >&2
  diff <(echo "$expected") <(echo "$output") >&2
}
