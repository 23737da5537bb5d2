import CatchwordFiles
import Testing

/// Files that hold secrets, by their names.
struct SensitiveFilesTests {
  @Test(arguments: [
    "/home/me/app/.env", ".env", "app/.env.local", "/a/.ENV.Production", "/a/prod.env", "/a/.envrc", "/k/server.pem",
    "/k/server.key", "C:\\keys\\server.PEM", "/home/me/.ssh/id_rsa", "/home/me/.ssh/id_ed25519",
    "/home/me/.aws/credentials",
    "/home/me/.aws/config", "/home/me/.netrc", "/home/me/.pgpass", "/x/credentials.json", "/x/secrets.yml",
    "/x/terraform.tfvars",
    "/home/me/.docker/config.json", "/home/me/.kube/config", "/home/me/.gnupg/private-keys-v1.d/AB.key",
    "/home/me/.password-store/mail.gpg", "/home/me/.npmrc", "/etc/shadow", "/x/app.keystore", "/x/.git-credentials",
    "/a/id_rsa.pub", "/a/id_rsa_old", "/home/me/.ssh/known_hosts", "/home/me/.ssh/authorized_keys", "/a/notes.txt.age",
    "/a/mail.asc", "/a/app.secrets", "/a/main.tfstate.backup", "/home/me/.node_repl_history", "/.aws//config",
  ])
  func sensitive(path: String) { expectSensitive(path) }

  /// Files that hold nothing but secrets, as they lie about in projects and homes.
  @Test(arguments: [
    "password.txt", "passwords.txt", "token", ".token", "api_token.txt", "github_token", "apikey.txt", "api-key.json",
    "private_key.txt", "cookies.txt", "session.har", "trace.har", "wg0.conf", "wg-home.conf", "admin.kubeconfig",
    "kubeconfig.yaml", "client_secret_1234-x.apps.googleusercontent.com.json", "app-firebase-adminsdk-x1-2.json",
    "auth.json", "nuget.config", "NuGet.Config", ".yarnrc", ".erlang.cookie", "bitwarden_export.json", "logins.json",
    "keepass.csv", ".ftpconfig", ".vscode/sftp.json", "local.settings.json", "wp-config.php", "database.yml",
    "config/credentials.yml.enc", "config/credentials/production.yml.enc", "ansible/vault.yml", "prod-secrets.yaml",
    "secrets.json.enc", "aws_creds.csv", "secret.enc", "id_ed25519-work", "server.keytab", "prod.token",
    ".secrets.toml",
    "service-account-key.json", "recovery-codes.txt", "sshkey.txt", ".pgpass.bak", "netrc.old", "db.credentials",
  ])
  func namedForSecrets(path: String) { expectSensitive("/home/me/app/" + path) }

  /// Programs and prose are read, whatever they are about.
  @Test(arguments: [
    "tokenizer.py", "token.go", "tokens.rs", "password.swift", "password_reset.html", "keyboard.txt", "secrets.md",
    "secret.ts", "tokens.json", "design-tokens.json", "tokens.css", "credentials.rb", "vault.go", "database.rb",
    "database.sql", "auth.py", "auth.ts", "session.go", "cookies.js", "history.md", "wg.c", "private_key_test.cc",
    "README.secrets.md", "password-policy.md", "har.py", "app.config", "settings.json", "sftp.py", "token_bucket.java",
    "reset_password.txt", "passwordless.txt", "monkey.json", "turkey.csv", "tokenization.txt", ".vscode/settings.json",
  ])
  func notForSecrets(path: String) {
    #expect(!SensitiveFiles.isSensitive(path: "/home/me/app/" + path))
  }

  private func expectSensitive(_ path: String) {
    #expect(SensitiveFiles.isSensitive(path: path))
    #expect(SensitiveFiles.isSensitive(uri: "file://" + path.replacing("\\", with: "/")))
  }

  @Test(arguments: [
    "/a/environment.swift", "/a/.env.example", "/a/.env.sample", "/a/env", "/a/secrets.swift",
    "/a/secret_test.go",
    "/a/key.c", "/a/config.json", "/a/credentials.md", "/home/me/.ssh/config", "/a/history", "/a/.env.dist",
    "/a/id_card",
    "/a/.envoy.yaml", "", "/",
    "/a/passwords/list.py", "/a/keyboard.keylayout", "/a/monkey", "/.env/readme.md",
  ])
  func ordinary(path: String) {
    #expect(!SensitiveFiles.isSensitive(path: path))
    #expect(!SensitiveFiles.isSensitive(uri: "file://" + path))
  }

  /// From the end, each step would go over all the flags that are left.
  @Test(
    .timeLimit(.minutes(10)),
    arguments: [
      ("FLAGS", false), ("x.FLAGS", false), ("FLAGS.pem", true), ("FLAGS.txt", false), ("FLAGS-token.txt", true),
    ])
  func namesOfFlagsCostNoMoreThanOthers(name: String, isSensitive: Bool) {
    let flags = String(repeating: "🇩🇪", count: 200_000)
    #expect(SensitiveFiles.isSensitive(path: "/a/" + name.replacing("FLAGS", with: flags)) == isSensitive)
  }

  /// However many, they cost no stack.
  @Test(arguments: ["credentials", "notes"]) func endingsOfDataMayBeMany(name: String) {
    let path = "/a/" + name + String(repeating: ".yml", count: 100_000)
    #expect(SensitiveFiles.isSensitive(path: path) == (name == "credentials"))
  }

  @Test func documentsOfAllKinds() {
    #expect(SensitiveFiles.isSensitive(uri: "file:///a%20b/%2Eenv"))
    #expect(SensitiveFiles.isSensitive(uri: "vscode-remote://ssh/home/.env?x#y"))
    #expect(SensitiveFiles.isSensitive(uri: ".env"))
    #expect(!SensitiveFiles.isSensitive(uri: "untitled:Untitled-1"))
    #expect(!SensitiveFiles.isSensitive(uri: "file:///%zz%"))
  }
}
