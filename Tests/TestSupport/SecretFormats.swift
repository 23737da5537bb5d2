/// How secrets are written: a name, how it is given (`n`: nothing says what it is; `p`: to the name of a password; `t`: as it
/// stands here), and the format, in which `{w36}` is drawn and `⏎` ends a line.
enum SecretFormats {
  /// A format a line.
  static let all = (services + others).map { $0 }

  private static let services = servicesText.split(separator: "\n")
  private static let others = othersText.split(separator: "\n")

  /// Keys of services.
  private static let servicesText = #"""
    aws access key|n|AKIA{u16}
    aws session key|n|ASIA{u16}
    aws secret|p|{B40}
    aws secret alone|n|{B40}
    aws session token|n|IQoJb3JpZ2lu{B200}
    aws mws|n|amzn.mws.{h8}-{h4}-{h4}-{h4}-{h12}
    google api key|n|AIza{b35}
    google oauth|n|ya29.{b80}
    google client secret|n|GOCSPX-{b28}
    google refresh|n|1//0{b60}
    google hmac|n|GOOG{u20}
    google service account|t|  "private_key": "-----BEGIN PRIVATE KEY-----\nMIIEvQ{B58}\n{B64}\n{B64}\n{B20}==\n-----END PRIVATE KEY-----\n",
    google firebase server|n|AAAAA{b6}:{b134}
    azure storage|t|DefaultEndpointsProtocol=https;AccountName=a;AccountKey={B86}==;EndpointSuffix=core
    azure shared access|t|Endpoint=sb://a.servicebus/;SharedAccessKeyName=Root;SharedAccessKey={B43}=
    azure signature|t|https://a.blob/x?sv=2020&sig={b43}&se=2030
    azure client secret|p|{w3}8Q~{b34}
    azure sql|t|Server=tcp:a.database;User ID=u;Password={m16};Encrypt=True
    azure devops pat|p|{l52}
    azure devops pat alone|n|{l52}
    azure function|p|{b54}==
    digitalocean|n|dop_v1_{h64}
    digitalocean oauth|n|doo_v1_{h64}
    heroku|p|{h8}-{h4}-{h4}-{h4}-{h12}
    heroku alone|n|{h8}-{h4}-{h4}-{h4}-{h12}
    heroku new|n|HRKU-{b40}
    linode|p|{h64}
    scaleway|n|SCW{u17}
    alibaba|n|LTAI{w20}
    fly|n|FlyV1 fm2_{b80}
    cloudflare global|p|{h37}
    cloudflare token|n|{b40}
    cloudflare origin|n|v1.0-{h24}-{h146}
    vault|n|hvs.{b90}
    vault old|n|s.{w24}
    vault batch|n|hvb.{b120}
    terraform|n|{w14}.atlasv1.{b64}
    terraform variable|t|password = "{p16}"
    databricks|n|dapi{h32}
    planetscale|n|pscale_tkn_{b43}
    planetscale password|n|pscale_pw_{b43}
    supabase|n|sbp_{h40}
    neon|t|postgres://u:npg_{w12}@ep-x.neon/db
    snowflake|t|snowsql -a acct -u u --password {p14}
    github personal|n|ghp_{w36}
    github oauth|n|gho_{w36}
    github user|n|ghu_{w36}
    github server|n|ghs_{w36}
    github refresh|n|ghr_{w76}
    github fine|n|github_pat_{w22}_{w59}
    github in url|t|https://ghp_{w36}@github.com/a/b.git
    gitlab personal|n|glpat-{b20}
    gitlab deploy|n|gldt-{b20}
    gitlab runner|n|GR1348941{b20}
    gitlab runner new|n|glrt-{b20}
    gitlab pipeline|n|glptt-{h40}
    gitlab feed|n|glft-{b20}
    bitbucket|n|ATBB{w32}
    atlassian|n|ATATT3{b180}
    npm|n|npm_{w36}
    npm old|t|//registry.npmjs.org/:_authToken={h8}-{h4}-{h4}-{h4}-{h12}
    npm auth|t|_auth={B40}=
    pypi|n|pypi-AgEIcHlwaS5vcmc{b150}
    rubygems|n|rubygems_{h48}
    nuget|n|oy2{l43}
    docker|n|dckr_pat_{b27}
    docker auth|t|"auth": "{B42}=="
    crates|p|cio{w32}
    artifactory|n|AKCp{w69}
    artifactory reference|n|cmVmd{w59}
    sourcegraph|n|sgp_{h40}
    sonar|n|sqp_{h40}
    sentry|n|sntrys_{b80}
    sentry dsn|t|https://{h32}@o1.ingest/2
    buildkite|n|bkua_{h40}
    circleci|p|{h40}
    netlify|n|nfp_{w40}
    vercel|p|{w24}
    pulumi|n|pul-{h40}
    travis|p|{b22}
    stripe live|n|sk_live_{w24}
    stripe test|n|sk_test_{w24}
    stripe restricted|n|rk_live_{w24}
    stripe webhook|n|whsec_{w32}
    square access|n|EAAA{b60}
    square token|n|sq0atp-{b22}
    square secret|n|sq0csp-{b43}
    paypal braintree|n|access_token$production${l16}${h32}
    shopify|n|shpat_{h32}
    shopify app|n|shpca_{h32}
    shopify shared|n|shpss_{h32}
    razorpay|n|rzp_live_{w14}
    flutterwave|n|FLWSECK_TEST-{h32}-X
    gocardless|n|live_{b40}
    plaid|p|{h30}
    coinbase|p|{B86}==
    adyen|n|AQE{B120}
    slack bot|n|xoxb-{d12}-{d12}-{w24}
    slack user|n|xoxp-{d12}-{d12}-{d12}-{h32}
    slack app|n|xapp-1-A{u10}-{d13}-{h64}
    slack config|n|xoxe.xoxp-1-{b150}
    slack webhook|t|https://hooks.slack.com/services/T{u10}/B{u10}/{w24}
    teams webhook|t|https://a.webhook.office/webhookb2/{h8}-{h4}-{h4}-{h4}-{h12}@{h8}-{h4}-{h4}-{h4}-{h12}/IncomingWebhook/{h32}/x
    discord bot|n|M{w25}.{w6}.{b38}
    discord webhook|t|https://discord.com/api/webhooks/{d18}/{b68}
    telegram|n|{d10}:AA{b33}
    twilio account|n|AC{h32}
    twilio key|n|SK{h32}
    twilio token|p|{h32}
    twilio token alone|n|{h32}
    sendgrid|n|SG.{b22}.{b43}
    mailgun|n|key-{h32}
    mailgun new|n|{h32}-{h8}-{h8}
    mailchimp|n|{h32}-us12
    brevo|n|xkeysib-{h64}-{w16}
    postmark|p|{h8}-{h4}-{h4}-{h4}-{h12}
    mailjet|p|{h32}
    resend|n|re_{w8}_{w24}
    postman|n|PMAK-{h24}-{h34}
    notion|n|secret_{w43}
    notion new|n|ntn_{w46}
    linear|n|lin_api_{w40}
    figma|n|figd_{b40}
    hubspot|n|pat-na1-{h8}-{h4}-{h4}-{h4}-{h12}
    mapbox|n|sk.eyJ{w60}.{b22}
    tailscale|n|tskey-auth-k{w16}-{w32}
    facebook|n|EAACEdEose0cBA{w100}
    twitter bearer|n|AAAAAAAAAAAAAAAAAAAAA{w22}%3D{w48}
    twitter secret|p|{w50}
    linkedin|p|{w16}
    airtable|n|pat{w14}.{h64}
    zendesk|p|{w40}
    okta|n|SSWS 00{b40}
    auth0|p|{b64}
    intercom|p|dG9r{B57}=
    openai|n|sk-{w48}
    openai project|n|sk-proj-{b100}
    anthropic|n|sk-ant-api03-{b93}AA
    hugging face|n|hf_{w34}
    replicate|n|r8_{w37}
    groq|n|gsk_{w52}
    perplexity|n|pplx-{w48}
    cohere|p|{w40}
    pinecone|n|pcsk_{b64}
    new relic|n|NRAK-{u27}
    new relic browser|n|NRJS-{h19}
    grafana|n|glsa_{w32}_{h8}
    grafana cloud|n|glc_{w80}
    dynatrace|n|dt0c01.{u24}.{u64}
    datadog api|p|{h32}
    datadog app|p|{h40}
    langsmith|n|lsv2_pt_{h32}_{h10}
    launchdarkly|n|sdk-{h8}-{h4}-{h4}-{h4}-{h12}
    doppler|n|dp.pt.{w43}
    onepassword|n|ops_eyJ{w120}
    onepassword secret|n|A3-{u6}-{u6}-{u5}-{u5}-{u5}-{u5}
    easypost|n|EZAK{w54}
    algolia|p|{h32}
    fastly|p|{b32}
    age|n|AGE-SECRET-KEY-1{u58}
    bitcoin extended|n|xprv{w107}
    bitcoin wif|n|5{w50}
    ethereum|n|0x{h64}
    """#

  /// Passwords, keys of one's own, and where they stand.
  private static let othersText = #"""
    jwt|n|eyJhbGciOiJIUzI1NiJ9.eyJ{b80}.{b43}
    jwt secret|p|{w32}
    basic auth|t|Authorization: Basic {B40}=
    session cookie|t|Cookie: session={b64}
    django|t|SECRET_KEY = 'django-insecure-{m50}'
    rails|p|{h128}
    laravel|t|APP_KEY=base64:{B43}=
    flask|t|app.secret_key = b"{m24}"
    wordpress salt|t|define('AUTH_KEY',         '{m40}');
    symfony|t|APP_SECRET={h32}
    postgres|t|postgresql://app:{p14}@db.example:5432/app
    mysql|t|mysql://root:{p12}@127.0.0.1/x
    mongodb|t|mongodb+srv://app:{p16}@cluster0.example/x
    redis|t|redis://:{p20}@cache:6379
    amqp|t|amqp://guest:{p10}@mq/vhost
    ftp|t|ftp://u:{p9}@files/x
    smtp|t|smtp://apikey:SG.{b22}.{b43}@smtp.example:587
    jdbc|t|jdbc:sqlserver://h;user=sa;password={p17};encrypt=true
    odbc|t|Driver=x;Server=y;Uid=u;Pwd={p12};
    password 8|p|{p8}
    password 10|p|{p10}
    password 12|p|{p12}
    password 16|p|{p16}
    password with marks|p|{m16}
    password with marks, long|p|{m24}
    curl header|t|curl -H "X-Api-Key: {w32}" https://a
    htpasswd|t|token = "$apr1${w8}${w22}"
    bcrypt|t|password: $2b$12${w53}
    kubernetes secret|t|  password: {B22}==
    kubernetes token|n|eyJhbGciOiJSUzI1NiIsImtpZCI6Ij{w20}.{b120}.{b86}
    kubeconfig|t|    client-key-data: LS0tLS1CRUdJTi{B120}
    wireguard|t|PrivateKey = {B43}=
    wireguard psk|t|PresharedKey = {B43}=
    wireguard alone|n|{B43}=
    ssh rsa|t|-----BEGIN RSA PRIVATE KEY-----⏎{B64}⏎{B64}⏎{B64}⏎{B30}==⏎-----END RSA PRIVATE KEY-----
    ssh ec|t|-----BEGIN EC PRIVATE KEY-----⏎{B64}⏎{B64}⏎{B34}⏎-----END EC PRIVATE KEY-----
    ssh openssh|t|-----BEGIN OPENSSH PRIVATE KEY-----⏎b3BlbnNzaC1rZXktdjE{B51}⏎{B70}⏎{B70}⏎{B40}⏎-----END OPENSSH PRIVATE KEY-----
    pkcs8|t|-----BEGIN PRIVATE KEY-----⏎MII{B61}⏎{B64}⏎{B64}⏎{B18}=⏎-----END PRIVATE KEY-----
    pkcs8 encrypted|t|-----BEGIN ENCRYPTED PRIVATE KEY-----⏎MII{B61}⏎{B64}⏎{B24}⏎-----END ENCRYPTED PRIVATE KEY-----
    pgp|t|-----BEGIN PGP PRIVATE KEY BLOCK-----⏎⏎{B64}⏎{B64}⏎{B64}⏎{B26}==⏎={B4}⏎-----END PGP PRIVATE KEY BLOCK-----
    putty|t|PuTTY-User-Key-File-3: ssh-rsa⏎Private-Lines: 3⏎{B64}⏎{B64}⏎{B44}⏎Private-MAC: {h64}
    pem in yaml|t|key: ¦⏎    {B64}⏎    {B64}⏎    {B64}
    pem in code|t|    "{B64}\n"⏎    "{B64}\n"⏎    "{B64}\n"
    jwk|t|{"kty":"RSA","d":"{b86}","p":"{b43}"}
    saml|t|<ds:X509Certificate>MII{B120}</ds:X509Certificate>
    netrc|t|machine example.org login me password {p14}
    pgpass|t|password {p12}
    my.cnf|t|password="{p14}"
    ansible|t|vault_password: {p18}
    wifi|t|psk="{p14}"
    xml setting|t|<add key="Password" value="{p14}" />
    properties|t|mail.smtp.password={p12}
    toml|t|api_token = "{w40}"
    ini|t|passwd = {p11}
    php|t|$db['password'] = '{p13}';
    go|t|Password: "{p13}",
    java|t|String password = "{p15}";
    python|t|connect(password="{p12}", user="a")
    ruby|t|:password => "{p12}"
    shell|t|PGPASSWORD={p12} psql
    powershell|t|$password = "{p14}"
    groovy|t|password "{p14}"
    dockerfile|t|ENV DB_PASSWORD={p14}
    compose|t|      - POSTGRES_PASSWORD={p14}
    makefile|t|TOKEN ?= {w40}
    escaped json|t|"{\"password\":\"{p14}\"}"
    query|t|?user=a&password={p12}&x=1
    hex key|p|{h64}
    hex key alone|n|{h48}
    base64 key|n|{B64}
    base64 short|n|{B22}==
    upper base32|p|{u32}
    uuid|p|{h8}-{h4}-{h4}-{h4}-{h12}
    """#
}
