//! Credentials that look real and are not: drawn from a seed, prefixes assembled, so that no scanner of
//! repositories finds one here.

use crate::rng::{ALNUM, Rng};

/// A kind of credential.
#[derive(Clone, Copy, Debug)]
pub struct Key {
    /// What it is, in plain words.
    pub name: &'static str,
    /// The name it goes by in an environment.
    pub variable: &'static str,
    /// Draws one.
    pub draw: fn(&mut Rng) -> String,
}

const LOWER: &str = "abcdefghijklmnopqrstuvwxyz0123456789";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";
const URL_SAFE: &str = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz-_";

/// Every kind.
pub const ALL: &[Key] = &[
    key("GitHub token", "GITHUB_TOKEN", github),
    key("OpenAI key", "OPENAI_API_KEY", |rng| {
        let (head, tail) = (rng.chars(ALNUM, 74), rng.chars(ALNUM, 74));
        format!("{}{head}T3BlbkFJ{tail}", concat!("sk-", "proj-"))
    }),
    key("Anthropic key", "ANTHROPIC_API_KEY", |rng| {
        format!(
            "{}{}AA",
            concat!("sk-", "ant-", "api03-"),
            rng.chars(URL_SAFE, 93)
        )
    }),
    key("AWS secret", "AWS_SECRET_ACCESS_KEY", |rng| {
        rng.chars(ALNUM, 40)
    }),
    key("AWS key id", "AWS_ACCESS_KEY_ID", |rng| {
        format!("{}{}", concat!("AK", "IA"), rng.chars(UPPER, 16))
    }),
    key("Slack token", "SLACK_BOT_TOKEN", |rng| {
        let (team, user) = (rng.chars("123456789", 12), rng.chars("123456789", 13));
        format!(
            "{}{team}-{user}-{}",
            concat!("xo", "xb-"),
            rng.chars(ALNUM, 24)
        )
    }),
    key("Stripe key", "STRIPE_SECRET_KEY", |rng| {
        format!("{}{}", concat!("sk_", "live_"), rng.chars(ALNUM, 99))
    }),
    key("Azure OpenAI key", "AZURE_OPENAI_KEY", |rng| rng.hex(32)),
    key("GitLab token", "GITLAB_TOKEN", |rng| {
        format!("{}{}", concat!("gl", "pat-"), rng.chars(ALNUM, 20))
    }),
    key("npm token", "NPM_TOKEN", npm),
    key("Google key", "GOOGLE_API_KEY", |rng| {
        format!("{}{}", concat!("AI", "zaSy"), rng.chars(ALNUM, 33))
    }),
    key("SendGrid key", "SENDGRID_API_KEY", |rng| {
        let (id, secret) = (rng.chars(ALNUM, 22), rng.chars(ALNUM, 43));
        format!("{}{id}.{secret}", concat!("S", "G."))
    }),
    key("Hugging Face token", "HF_TOKEN", |rng| {
        let letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
        format!("{}{}", concat!("h", "f_"), rng.chars(letters, 34))
    }),
    key("DigitalOcean token", "DIGITALOCEAN_TOKEN", |rng| {
        format!("{}{}", concat!("dop", "_v1_"), rng.hex(64))
    }),
    key("Databricks token", "DATABRICKS_TOKEN", |rng| {
        format!("{}{}", concat!("da", "pi"), rng.hex(32))
    }),
    key("JWT", "SERVICE_JWT", jwt),
    key("Forgejo token", "FORGEJO_TOKEN", |rng| rng.hex(40)),
    key("database password", "DB_PASSWORD", password),
    key("signing secret", "SESSION_SECRET", |rng| {
        rng.chars(ALNUM, 48)
    }),
    key("webhook secret", "WEBHOOK_SIGNING_SECRET", |rng| {
        format!("{}{}", concat!("wh", "sec_"), rng.chars(ALNUM, 32))
    }),
    key("vault token", "VAULT_TOKEN", |rng| {
        format!("{}{}", concat!("hv", "s."), rng.chars(ALNUM, 90))
    }),
    key("PyPI token", "PYPI_TOKEN", |rng| {
        format!(
            "{}{}",
            concat!("py", "pi-", "AgEIcHlwaS5vcmc"),
            rng.chars(URL_SAFE, 150)
        )
    }),
];

const fn key(name: &'static str, variable: &'static str, draw: fn(&mut Rng) -> String) -> Key {
    Key {
        name,
        variable,
        draw,
    }
}

/// A GitHub token: 30 characters and their CRC-32 in base 62.
fn github(rng: &mut Rng) -> String {
    checked(rng, concat!("gh", "p_"))
}

/// npm tokens are built as GitHub's are.
fn npm(rng: &mut Rng) -> String {
    checked(rng, concat!("np", "m_"))
}

fn checked(rng: &mut Rng, prefix: &str) -> String {
    let body = rng.chars(ALNUM, 30);
    let mut crc = flate2::Crc::new();
    crc.update(body.as_bytes());
    format!("{prefix}{body}{}", base62(crc.sum(), 6))
}

fn base62(mut number: u32, width: usize) -> String {
    let mut digits = vec![b'0'; width];
    for digit in digits.iter_mut().rev() {
        *digit = ALNUM.as_bytes()[(number % 62) as usize];
        number /= 62;
    }
    digits.into_iter().map(char::from).collect()
}

fn jwt(rng: &mut Rng) -> String {
    let header = crate::judges::coding::base64(br#"{"alg":"HS256","typ":"JWT"}"#, true);
    let claims = format!(
        r#"{{"sub":"svc-{}","iat":17{}}}"#,
        rng.chars(LOWER, 8),
        rng.chars("0123456789", 8)
    );
    let claims = crate::judges::coding::base64(claims.as_bytes(), true);
    format!("{header}.{claims}.{}", rng.chars(URL_SAFE, 43))
}

/// What people choose: two words and a number.
fn password(rng: &mut Rng) -> String {
    let words = [
        "Cobble", "Thistle", "Marrow", "Gantry", "Plover", "Sextant", "Wicker", "Tundra",
    ];
    let (a, b) = (rng.word(&words), rng.word(&words));
    format!(
        "{a}-{b}-{}{}",
        rng.between(100, 999),
        rng.word(&["!", "_x", "#"])
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_row_draws_two_different_keys() {
        let mut rng = Rng::new(1, "keys");
        for key in ALL {
            assert_ne!((key.draw)(&mut rng), (key.draw)(&mut rng), "{}", key.name);
        }
    }
}
