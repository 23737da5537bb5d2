extension KeyFormat {
  /// All known formats, by their public prefixes.
  static let all: [KeyFormat] = clouds + code + money + messages + services + encoded

  private static let clouds: [KeyFormat] = [
    // Amazon.
    KeyFormat("AKIA", .upperAndDigits, 16), KeyFormat("ASIA", .upperAndDigits, 16),
    KeyFormat("ABIA", .upperAndDigits, 16), KeyFormat("ACCA", .upperAndDigits, 16),
    KeyFormat("FwoGZXIvYXdz", .base64, 20), KeyFormat("IQoJb3JpZ2lu", .base64, 20),
    // Google.
    KeyFormat("AIza", .base64, 30), KeyFormat("ya29.", .base64, 16), KeyFormat("GOCSPX-", .base64, 20),
    KeyFormat("1//0", .base64, 30), KeyFormat("GOOG", .upperAndDigits, 20),
    // DigitalOcean, Heroku, Linode, Scaleway, Alibaba, Yandex, Fly.
    KeyFormat("dop_v1_", .hexadecimal, 32), KeyFormat("doo_v1_", .hexadecimal, 32),
    KeyFormat("dor_v1_", .hexadecimal, 32), KeyFormat("HRKU-", .base64, 20), KeyFormat("SCW", .upperAndDigits, 17),
    KeyFormat("LTAI", .alphanumeric, 12), KeyFormat("AQVN", .base64, 30), KeyFormat("t1.9eu", .base64, 30),
    KeyFormat("fo1_", .base64, 30), KeyFormat("FlyV1", .base64, 30), KeyFormat("fm2_", .base64, 30),
    // Cloudflare, HashiCorp.
    KeyFormat("v1.0-", .base64, 30), KeyFormat("hvs.", .base64, 20), KeyFormat("hvb.", .base64, 20),
    KeyFormat("hvr.", .base64, 20), KeyFormat("atlasv1.", .base64, 20), KeyFormat("s.", .alphanumeric, 24),
    // Databricks, Snowflake, PlanetScale, Supabase, Neon.
    KeyFormat("dapi", .hexadecimal, 32), KeyFormat("pscale_tkn_", .base64, 20), KeyFormat("pscale_pw_", .base64, 20),
    KeyFormat("sbp_", .hexadecimal, 32), KeyFormat("sb_secret_", .base64, 16), KeyFormat("npg_", .alphanumeric, 12),
  ]

  private static let code: [KeyFormat] = [
    KeyFormat("ghp_", .alphanumeric, 20), KeyFormat("gho_", .alphanumeric, 20), KeyFormat("ghu_", .alphanumeric, 20),
    KeyFormat("ghs_", .alphanumeric, 20), KeyFormat("ghr_", .alphanumeric, 20), KeyFormat("github_pat_", .base64, 16),
    KeyFormat("glpat-", .base64, 16), KeyFormat("gldt-", .base64, 16), KeyFormat("glrt-", .base64, 16),
    KeyFormat("glptt-", .base64, 16), KeyFormat("glcbt-", .base64, 16), KeyFormat("glsoat-", .base64, 16),
    KeyFormat("glft-", .base64, 16), KeyFormat("glimt-", .base64, 16), KeyFormat("glagent-", .base64, 16),
    KeyFormat("GR1348941", .base64, 16), KeyFormat("ATBB", .alphanumeric, 24), KeyFormat("ATATT3", .base64, 30),
    KeyFormat("npm_", .alphanumeric, 30), KeyFormat("pypi-", .base64, 32), KeyFormat("rubygems_", .hexadecimal, 32),
    KeyFormat("oy2", .alphanumeric, 43), KeyFormat("dckr_pat_", .base64, 20), KeyFormat("dckr_oat_", .base64, 20),
    KeyFormat("cio", .alphanumeric, 32), KeyFormat("CIO", .alphanumeric, 32), KeyFormat("AKCp", .alphanumeric, 10),
    KeyFormat("cmVmd", .alphanumeric, 30), KeyFormat("sgp_", .base64, 32), KeyFormat("sqp_", .hexadecimal, 32),
    KeyFormat("squ_", .hexadecimal, 32), KeyFormat("sntrys_", .base64, 20), KeyFormat("sntryu_", .hexadecimal, 32),
    KeyFormat("bkua_", .hexadecimal, 32), KeyFormat("CCIPAT_", .base64, 20), KeyFormat("nfp_", .alphanumeric, 30),
    KeyFormat("vercel_", .alphanumeric, 20), KeyFormat("crates_", .alphanumeric, 20),
    KeyFormat("pul-", .hexadecimal, 32),
  ]

  private static let money: [KeyFormat] = [
    KeyFormat("sk_live_", .alphanumeric, 16), KeyFormat("sk_test_", .alphanumeric, 16),
    KeyFormat("rk_live_", .alphanumeric, 16), KeyFormat("rk_test_", .alphanumeric, 16),
    KeyFormat("pk_live_", .alphanumeric, 16), KeyFormat("pk_test_", .alphanumeric, 16),
    KeyFormat("whsec_", .base64, 20), KeyFormat("EAAA", .base64, 40), KeyFormat("EAAC", .base64, 40),
    KeyFormat("sq0atp-", .base64, 16), KeyFormat("sq0csp-", .base64, 20), KeyFormat("sq0idp-", .base64, 16),
    KeyFormat("shpat_", .hexadecimal, 32),
    KeyFormat("shpca_", .hexadecimal, 32), KeyFormat("shppa_", .hexadecimal, 32),
    KeyFormat("shpss_", .hexadecimal, 32), KeyFormat("rzp_live_", .alphanumeric, 12),
    KeyFormat("rzp_test_", .alphanumeric, 12), KeyFormat("FLWSECK", .base64, 20), KeyFormat("live_", .base64, 36),
    KeyFormat("test_", .alphanumeric, 30), KeyFormat("amzn.mws.", .base64, 32), KeyFormat("duffel_", .base64, 30),
  ]

  private static let messages: [KeyFormat] = [
    KeyFormat("xoxb-", .base64, 16), KeyFormat("xoxa-", .base64, 16), KeyFormat("xoxp-", .base64, 16),
    KeyFormat("xoxr-", .base64, 16), KeyFormat("xoxs-", .base64, 16), KeyFormat("xoxe", .base64, 20),
    KeyFormat("xapp-", .base64, 16), KeyFormat("xwfp-", .base64, 16), KeyFormat("SG.", .base64, 20),
    KeyFormat("key-", .hexadecimal, 32), KeyFormat("xkeysib-", .base64, 30), KeyFormat("xsmtpsib-", .base64, 30),
    KeyFormat("re_", .base64, 20), KeyFormat("AAAAA", .base64, 60),
    KeyFormat("AAAAAAAAAAAAAAAAAAAAA", .alphanumeric, 15), KeyFormat("PMAK-", .base64, 20),
    KeyFormat("secret_", .alphanumeric, 30), KeyFormat("ntn_", .alphanumeric, 30),
    KeyFormat("lin_api_", .alphanumeric, 20),
    KeyFormat("figd_", .base64, 20), KeyFormat("pat-", .base64, 32), KeyFormat("pk.eyJ", .base64, 20),
    KeyFormat("sk.eyJ", .base64, 20), KeyFormat("tskey-", .base64, 16), KeyFormat("phc_", .alphanumeric, 30),
    KeyFormat("phx_", .alphanumeric, 30), KeyFormat("EAACEdEose0cBA", .alphanumeric, 20),
  ]

  private static let services: [KeyFormat] = [
    KeyFormat("sk-", .base64, 20), KeyFormat("hf_", .alphanumeric, 30), KeyFormat("r8_", .alphanumeric, 30),
    KeyFormat("gsk_", .alphanumeric, 30), KeyFormat("xai-", .base64, 40), KeyFormat("pplx-", .alphanumeric, 30),
    KeyFormat("sk_", .hexadecimal, 32), KeyFormat("co_", .alphanumeric, 30), KeyFormat("pcsk_", .base64, 30),
    KeyFormat("NRAK-", .upperAndDigits, 20), KeyFormat("NRII-", .base64, 20), KeyFormat("NRJS-", .hexadecimal, 16),
    KeyFormat("glsa_", .base64, 30), KeyFormat("glc_", .base64, 30), KeyFormat("dt0c01.", .base64, 30),
    KeyFormat("dt0s01.", .base64, 30), KeyFormat("lsv2_", .base64, 30), KeyFormat("sdk-", .hexadecimal, 32),
    KeyFormat("dp.pt.", .base64, 30), KeyFormat("dp.st.", .base64, 30), KeyFormat("p8e-", .base64, 20),
    KeyFormat("ops_", .base64, 30), KeyFormat("A3-", .upperAndDigits, 20), KeyFormat("EZAK", .alphanumeric, 40),
    KeyFormat("EZTK", .alphanumeric, 40), KeyFormat("ico-", .base64, 20), KeyFormat("shippo_", .base64, 30),
    KeyFormat("AGE-SECRET-KEY-1", .upperAndDigits, 30), KeyFormat("AGE-PLUGIN-", .base64, 30),
    KeyFormat("xprv", .alphanumeric, 60), KeyFormat("SSWS", .base64, 20), KeyFormat("00D", .base64, 60),
  ]

  /// JSON web tokens, public and private keys in base 64.
  private static let encoded: [KeyFormat] = [
    KeyFormat("eyJ", .base64, 13), KeyFormat("AAAAB3NzaC1", .base64, 5), KeyFormat("AAAAC3NzaC1", .base64, 5),
    KeyFormat("MII", .base64, 29), KeyFormat("b3BlbnNzaC1rZXktdjE", .base64, 1),
    KeyFormat("LS0tLS1CRUdJTi", .base64, 4),
  ]
}
