//! What is no secret in a token, and what a validator refuses it for: costs and versions, ids, headers, prefixes.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use slotguard_core as core;

use seeded::Seeded;

#[path = "../../core/tests/shared/seeded.rs"]
mod seeded;

/// What stands for `raw` in `text`, which holds it once, drawn from `seed`.
fn surrogate(text: &str, raw: &str, seed: u64) -> String {
    let mut session = core::Session::new(core::Config::default(), [7; 32], Box::new(Seeded(seed)))
        .expect("plain");
    let out = session
        .sanitize(text, core::Origin::Tool, &core::Context::default())
        .expect("within the limits")
        .text;
    let (before, after) = text.split_once(raw).expect("it is there");
    let fresh = out
        .strip_prefix(before)
        .and_then(|rest| rest.strip_suffix(after));
    let fresh = fresh.unwrap_or_else(|| panic!("more than the value changed: {out}"));
    assert_ne!(fresh, raw);
    fresh.to_owned()
}

/// The examples of a format, and four stand-ins for each, drawn by its shape.
fn fresh(id: &str) -> Vec<(String, String)> {
    let format = core::formats::all().iter().find(|format| format.id == id);
    let format = format.unwrap_or_else(|| panic!("{id}"));
    let seeds = 0..4u64;
    seeds
        .flat_map(|seed| format.whole_examples().map(move |token| (seed, token)))
        .map(|(seed, token)| {
            let text = format!("{{\"password\": \"{token}\"}}");
            let fresh = surrogate(&text, &token, seed);
            (token, fresh)
        })
        .collect()
}

#[test]
fn bcrypt_reads_its_hashes() {
    for id in ["bcrypt-a", "bcrypt-b", "bcrypt-y"] {
        for (token, fresh) in fresh(id) {
            assert_eq!(fresh[..7], token[..7], "version and cost");
            // Only a cheap one is computed.
            if fresh[4..6] == *"05" {
                assert_eq!(
                    bcrypt::verify("orchid", &fresh).ok(),
                    Some(false),
                    "{fresh}"
                );
            }
        }
    }
}

#[test]
fn argon2_hashes_are_phc_strings() {
    for (token, fresh) in fresh("argon2") {
        let parsed = password_hash::PasswordHash::new(&fresh).expect("PHC");
        assert_eq!(parsed.version, Some(19));
        let parameters = |text: &str| text.split('$').nth(3).map(str::to_owned);
        assert_eq!(parameters(&token), parameters(&fresh));
    }
}

#[test]
fn hashes_of_crypt_keep_their_parameters() {
    for id in [
        "crypt-sha256",
        "crypt-sha512",
        "crypt-yescrypt",
        "passlib-pbkdf2",
        "django-hash",
        "werkzeug-scrypt",
    ] {
        for (token, fresh) in fresh(id) {
            let fields = |text: &str| text.split('$').map(str::to_owned).collect::<Vec<_>>();
            let (old, new) = (fields(&token), fields(&fresh));
            assert_eq!(old.len(), new.len());
            // All but salt and hash.
            assert_eq!(old[..old.len() - 2], new[..new.len() - 2], "{id}");
            assert_ne!(old[old.len() - 1], new[new.len() - 1], "{id}");
        }
    }
}

fn token(header: &str, payload: &str, signature: usize) -> String {
    let segment = |text: &str| URL_SAFE_NO_PAD.encode(text);
    let bytes: Vec<u8> = (0..signature).map(|at| (at * 37 + 11) as u8).collect();
    format!(
        "{}.{}.{}",
        segment(header),
        segment(payload),
        URL_SAFE_NO_PAD.encode(bytes)
    )
}

fn json(segment: &str) -> serde_json::Value {
    let bytes = URL_SAFE_NO_PAD.decode(segment).expect("base64url");
    serde_json::from_slice(&bytes).expect("JSON")
}

#[test]
fn web_tokens_of_every_size_are_json() {
    for len in 0..40 {
        let claims = format!(
            "{{\"n\":\"{}\"}}",
            "q7".repeat(len).get(..len).unwrap_or_default()
        );
        for header in [
            r#"{"alg":"HS256"}"#,
            r#"{"alg":"none"}"#,
            r#"{"alg":"RS256","typ":"JWT","kid":"k-1"}"#,
        ] {
            let raw = token(header, &claims, 32);
            let fresh = surrogate(&format!("Authorization: Bearer {raw}\n"), &raw, len as u64);
            let segments: Vec<_> = fresh.split('.').collect();
            assert_eq!(fresh.len(), raw.len());
            assert!(
                json(segments[0]).is_object() && json(segments[1]).is_object(),
                "{fresh}"
            );
        }
    }
    for claims in ["{}", r#"{"n":7}"#, r#"{"a":1}"#, r#"{"ab":12}"#] {
        let raw = token(r#"{"alg":"HS256","typ":"JWT"}"#, claims, 32);
        let fresh = surrogate(&format!("Authorization: Bearer {raw}\n"), &raw, 3);
        assert!(
            json(fresh.split('.').nth(1).expect("claims")).is_object(),
            "{fresh}"
        );
    }
}

#[test]
fn the_header_of_a_web_token_fits_its_signature() {
    for (bytes, algorithm) in [
        (32, "HS256"),
        (48, "HS384"),
        (64, "ES256"),
        (96, "ES384"),
        (132, "ES512"),
        (256, "RS256"),
        (384, "RS256"),
    ] {
        let raw = token(
            r#"{"alg":"XX512","typ":"JWT","kid":"main"}"#,
            r#"{"sub":"mkrause"}"#,
            bytes,
        );
        let fresh = surrogate(&format!("id_token={raw}\n"), &raw, bytes as u64);
        assert_eq!(
            json(fresh.split('.').next().expect("a header"))["alg"],
            algorithm
        );
    }
}

#[test]
fn encrypted_web_tokens_name_the_key_they_carry() {
    for (header, key, iv, algorithm) in [
        (r#"{"alg":"dir","enc":"A256GCM"}"#, 0, 12, "dir"),
        (r#"{"alg":"dir","enc":"A128CBC-HS256"}"#, 0, 16, "dir"),
        (r#"{"alg":"A256KW","enc":"A256GCM"}"#, 40, 12, "A256KW"),
        (
            r#"{"alg":"RSA-OAEP-256","enc":"A256GCM"}"#,
            256,
            12,
            "RSA-OAEP",
        ),
    ] {
        let part = |len: usize| {
            URL_SAFE_NO_PAD.encode((0..len).map(|at| (at * 29 + 5) as u8).collect::<Vec<_>>())
        };
        let head = URL_SAFE_NO_PAD.encode(header);
        let raw = format!(
            "{head}.{}.{}.{}.{}",
            part(key),
            part(iv),
            part(60),
            part(16)
        );
        let fresh = surrogate(&format!("Authorization: Bearer {raw}\n"), &raw, 9);
        let segments: Vec<_> = fresh.split('.').collect();
        let head = json(segments[0]);
        assert_eq!(head["alg"], algorithm, "{head}");
        assert!(head["enc"].is_string());
        for segment in &segments[1..] {
            URL_SAFE_NO_PAD.decode(segment).expect("base64url");
        }
    }
}

#[test]
fn a_key_of_laravel_keeps_its_prefix() {
    let raw = format!(
        "base64:{}",
        STANDARD.encode([0x5a; 32].map(|byte: u8| byte ^ 0x13))
    );
    for text in [
        format!("APP_KEY={raw}\n"),
        format!("\"secret\": \"{raw}\""),
        format!("app_secret: {raw}\n"),
    ] {
        let fresh = surrogate(&text, &raw, 5);
        let key = STANDARD
            .decode(fresh.strip_prefix("base64:").expect("the prefix"))
            .expect("base64");
        assert_eq!(key.len(), 32);
    }
}

#[test]
fn ids_are_numbers_of_64_bits() {
    for id in ["discord-webhook", "telegram-bot", "slack-bot"] {
        for (_, fresh) in fresh(id) {
            let runs = fresh.split(|c: char| !c.is_ascii_alphanumeric());
            for number in
                runs.filter(|run| run.len() > 7 && run.bytes().all(|b| b.is_ascii_digit()))
            {
                assert!(
                    number.parse::<u64>().is_ok() && !number.starts_with('0'),
                    "{fresh}"
                );
            }
        }
    }
}

#[test]
fn random_uuids_stay_random_uuids() {
    let raw = uuid::Builder::from_random_bytes([0xa7; 16])
        .into_uuid()
        .to_string();
    for text in [
        format!("HEROKU_API_KEY={raw}\n"),
        format!("client_secret: {raw}\n"),
        format!("password={raw}\n"),
    ] {
        for seed in 0..8 {
            let fresh = uuid::Uuid::parse_str(&surrogate(&text, &raw, seed)).expect("a UUID");
            assert_eq!(fresh.get_version_num(), 4);
            assert_eq!(fresh.get_variant(), uuid::Variant::RFC4122);
        }
    }
}

#[test]
fn shared_access_signatures_stay_queries() {
    let signature = STANDARD.encode([0x3c; 32].map(|byte: u8| byte ^ 0x91));
    let coded: String = url::form_urlencoded::byte_serialize(signature.as_bytes()).collect();
    let text = format!(
        "https://quarry.blob.core.windows.net/c/f?sv=2022-11-02&se=2030-01-01T00%3A00%3A00Z&sp=r&sig={coded}"
    );
    let out = {
        let mut session = core::Session::new(core::Config::default(), [7; 32], Box::new(Seeded(2)))
            .expect("plain");
        session
            .sanitize(&text, core::Origin::Tool, &core::Context::default())
            .expect("fits")
            .text
    };
    let url = url::Url::parse(&out).expect("a URL");
    let pairs: std::collections::HashMap<_, _> = url.query_pairs().into_owned().collect();
    assert_eq!(pairs["sv"], "2022-11-02");
    assert_ne!(pairs["sig"], signature);
    assert_eq!(
        STANDARD.decode(&pairs["sig"]).expect("base64").len(),
        32,
        "{out}"
    );
}
