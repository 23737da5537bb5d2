import CatchwordCompletion
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
  func sensitive(path: String) {
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

  @Test func documentsOfAllKinds() {
    #expect(SensitiveFiles.isSensitive(uri: "file:///a%20b/%2Eenv"))
    #expect(SensitiveFiles.isSensitive(uri: "vscode-remote://ssh/home/.env?x#y"))
    #expect(SensitiveFiles.isSensitive(uri: ".env"))
    #expect(!SensitiveFiles.isSensitive(uri: "untitled:Untitled-1"))
    #expect(!SensitiveFiles.isSensitive(uri: "file:///%zz%"))
  }
}
