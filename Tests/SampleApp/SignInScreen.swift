/// Asks who the user is.
struct SignInScreen {
  var client: WebClient

  private struct SignIn: Decodable {
    struct Session: Decodable {
      let token: String
      let name: String
    }
    let signIn: Session
  }

  /// Signs in.
  /// - Returns: the client for the rest of the app; nil if the user may not go on.
  func run(email: String, password: String) async -> WebClient? {
    do {
      let data: SignIn = try await client.send(
        """
        mutation SignIn($email: String!, $password: String!) {
          signIn(email: $email, password: $password) { token name }
        }
        """, name: "SignIn", variables: ["email": email, "password": password])
      Screen.show("Welcome, \(data.signIn.name)")
      var signedIn = client
      signedIn.token = data.signIn.token
      return signedIn
    } catch {
      Screen.show("Sign-in failed: \(error)")
      return nil
    }
  }
}
