/// The names by which `SensitiveFiles` recognizes files with secrets, in lower case.
enum SensitiveNames {
  /// Whole names.
  static let names: Set<String> = [
    // Of programs and shells.
    ".env", ".envrc", ".netrc", "_netrc", ".authinfo", ".authinfo.gpg", ".pgpass", "pgpass.conf", ".my.cnf",
    ".mylogin.cnf", ".git-credentials", ".htpasswd", ".htdigest", ".npmrc", ".pypirc", ".yarnrc", ".yarnrc.yml",
    ".dockercfg", ".dockerconfigjson", ".s3cfg", ".boto", ".vault-token", ".vault_pass", "vault_pass.txt",
    ".vault_password", ".erlang.cookie", ".ftpconfig", ".ftppass", ".remote-sync.json", ".lesshst", "fish_history",
    ".fetchmailrc", ".msmtprc", ".mbsyncrc", ".smbcredentials", ".rclone.conf", "rclone.conf",
    ".terraformrc", "terraform.rc", ".databrickscfg", ".snowsql", ".bigqueryrc", ".aws-credentials", ".passwd-s3fs",
    ".kaggle", "kaggle.json", ".hgrc", ".gem_credentials", ".cos.conf", ".lftprc",
    // Of systems and servers.
    "known_hosts", "authorized_keys", "shadow", "gshadow", "master.key", "kubeconfig", "wp-config.php",
    "local.settings.json", "nuget.config", "database.yml",
    "auth.json", "vault.yml", "vault.yaml", "tnsnames.ora", "filezilla.xml",
    "sitemanager.xml", "recentservers.xml", "winscp.ini", "wpa_supplicant.conf", "krb5.keytab", "chap-secrets",
    "pap-secrets", "ipsec.secrets", "unattend.xml", "sysprep.inf", "settings-security.xml",
    // Of saved logins, cookies and accounts.
    "application_default_credentials.json", "logins.json", "signons.sqlite", "key3.db", "key4.db", "login data",
    "cookies.txt", "cookies.json", "cookies.sqlite", "service-account.json", "google-services.json",
    "googleservice-info.plist", "proxychains.conf", "sftp-config.json", "otr.private_key",
  ]
  /// The beginnings and endings of names; a name must have both, with anything in between.
  static let families: [(beginning: String, ending: String)] = [
    (".env.", ""), (".env-", ""), (".env_", ""), ("", ".env"), (".pgpass", ""), ("netrc", ""), (".netrc", ""),
    ("id_rsa", ""), ("id_dsa", ""), ("id_ecdsa", ""),
    ("id_ed25519", ""), (".", "history"), ("client_secret", ".json"), ("client-secret", ".json"), ("wg", ".conf"),
    ("bitwarden", ".json"), ("bitwarden", ".csv"), ("keepass", ".csv"), ("keepass", ".xml"), ("lastpass", ".csv"),
    ("1password", ".csv"), ("dashlane", ".csv"), ("kubeconfig", ".yaml"), ("kubeconfig", ".yml"), ("cookies-", ".txt"),
    ("appsettings.", ".secrets.json"), ("vault", ".enc"), ("otp", ".uri"), ("pgpass", ".txt"), ("vault-", ".yml"),
    ("vault_", ".yml"), ("nuget.", ".config"),
  ]
  /// The extensions, after the last dot.
  static let endings: Set<String> = [
    "pem", "key", "p8", "p12", "pfx", "pkcs12", "jks", "keystore", "kdb", "kdbx", "ppk", "ovpn", "tfvars", "tfstate",
    "age", "agekey", "asc", "gpg", "pgp", "pgpass", "netrc", "htpasswd", "secret", "secrets", "mobileprovision", "har",
    "kubeconfig", "keytab", "jceks", "bks", "psafe3", "agilekeychain", "opvault", "rdp", "token", "sops", "credentials",
    "pkpass",
  ]
  /// The names of data with secrets, without the marks between words and the extension.
  static let stems: Set<String> = [
    "credentials", "credential", "creds", "secret", "secrets", "password", "passwords", "passwd", "passphrase",
    "serviceaccount", "serviceaccountkey", "accesstoken", "accesstokens", "apikey", "apikeys", "apitoken", "apitokens",
    "authtoken", "token", "githubtoken", "gitlabtoken", "privatekey", "privatekeys", "secretkey",
    "secretkeys", "clientsecret", "clientsecrets", "recoverycodes", "backupcodes", "mnemonic", "seedphrase", "keepass",
    "bitwardenexport", "lastpassexport", "firebasekey", "gcpkey", "awskeys", "sshkey", "sftp",
  ]
  /// The last words of longer names of data with secrets: `github_token`, `prod-secrets.yaml`.
  static let lastWords: Set<String> = [
    "credentials", "creds", "secret", "secrets", "passwords", "passwd", "token", "apikey",
  ]
  /// The extensions of data: a program with a name of `stems` is just a program.
  static let dataEndings: Set<String> = [
    "json", "json5", "yaml", "yml", "toml", "ini", "cfg", "conf", "properties", "xml", "txt", "csv", "enc", "tfvars",
    "plist", "dat", "bak", "old", "",
  ]
  /// The files with secrets by their folder; an empty set stands for all files in it.
  static let folders = Dictionary(
    uniqueKeysWithValues: filesByFolder.map { ($0, Set($1.split(separator: " ").map(String.init))) })

  /// Folders, and the files in them with spaces between their names.
  private static let filesByFolder: [(folder: String, files: String)] = [
    (".gnupg", ""), (".password-store", ""), (".aws", "credentials config"), (".docker", "config.json"),
    (".kube", "config"), ("gh", "hosts.yml"), (".cargo", "credentials.toml credentials"),
    (".m2", "settings.xml settings-security.xml"), (".gem", "credentials"), (".vscode", "sftp.json"),
    (".azure", "accesstokens.json azureprofile.json msal_token_cache.json"), ("gcloud", "credentials.db"),
    ("doctl", "config.yaml"), (".config", "hub"), ("sftp", "sftp.json"), (".composer", "auth.json"),
    (".bundle", "config"), (".circleci", "cli.yml"), (".heroku", "credentials"),
    (".terraform.d", "credentials.tfrc.json"),
  ]
}
