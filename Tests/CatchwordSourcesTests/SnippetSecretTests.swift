import Testing

@testable import CatchwordSources

/// What of a project's snippets, lists and tables is not offered, since it looks like a key or a password.
struct SnippetSecretTests {
  @Test(arguments: [
    "password = \"hunter2\"", "export TOKEN=k9Xw2mQz", "connect(\n  user: \"a\",\n  password: \"Qw3rtYu9\"\n)",
    "https://me:pq7Rs2tu@example.org", "curl -H 'Authorization: Bearer aB3dE5fG7hI9' $1",
    "mysql --password Qw3rtYu9 $0",
    "key: uPW5xmm5/njEVqk088Wr2/x7KmuQVCEF5Y/3sADSQij=",
  ])
  func secrets(text: String) { #expect(ProjectText.isSecret(text)) }

  @Test(arguments: [
    "password = \"${1:password}\"", "password = \"${1:hunter2}\"", "export TOKEN=$1", "export TOKEN=${TOKEN1}",
    "password = '$1'", "https://${1:user}:${2:password1}@${3:host}", "token: ${1:token1}\n$0",
    "let password: String = \"$0\"", "password = getPassword($1)", "if password == ${1:other1} {\n\t$0\n}",
    "for (let ${1:i} = 0; $1 < ${2:array}.length; $1++) {\n\t$0\n}", "passwd=${1|one,two|}",
    "console.log('${1:key}', ${1:key})", "<input type=\"password\" name=\"${1:password}\" value=\"$2\">",
    "mysql --password ${1:password1} $0", "--token string  the token", "API_TOKEN = os.environ[\"${1:API_TOKEN}\"]",
  ])
  func noSecrets(text: String) { #expect(!ProjectText.isSecret(text)) }
}
