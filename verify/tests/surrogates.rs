//! Every surrogate stands where the value stood: parsers that share no code with the boundary read the text before and
//! after it and find the same structure, another value, and a value of the same format.

use base64::Engine as _;
use base64::engine::general_purpose::{STANDARD, URL_SAFE_NO_PAD};
use slotguard_core as core;

use seeded::Seeded;

#[path = "../../core/tests/shared/seeded.rs"]
mod seeded;

fn sanitize(text: &str) -> core::Sanitized {
    let random = Box::new(Seeded(text.len() as u64 + 4711));
    let mut session = core::Session::new(core::Config::default(), [7; 32], random)
        .expect("a plain configuration");
    session
        .sanitize(text, core::Origin::Tool, &core::Context::default())
        .expect("within the limits")
}

/// A syntax: how a value is written into it, and what a parser says the value is.
struct Syntax {
    name: &'static str,
    write: fn(&str) -> String,
    read: fn(&str) -> Option<String>,
}

/// `{"api_token": ...}`, as the three parsers of trees give it.
fn field(tree: serde_json::Value) -> Option<String> {
    Some(tree.get("api_token")?.as_str()?.to_owned())
}

const SYNTAXES: &[Syntax] = &[
    Syntax {
        name: "JSON",
        write: |value| {
            serde_json::json!({"user": "x", "api_token": value, "n": [1, 2]}).to_string()
        },
        read: |text| field(serde_json::from_str(text).ok()?),
    },
    Syntax {
        name: "JSON in JSON",
        write: |value| {
            serde_json::json!({"out": serde_json::json!({"api_token": value}).to_string()})
                .to_string()
        },
        read: |text| {
            let outer: serde_json::Value = serde_json::from_str(text).ok()?;
            field(serde_json::from_str(outer.get("out")?.as_str()?).ok()?)
        },
    },
    Syntax {
        name: "YAML",
        write: |value| format!("a: 1\nsub:\n  - x\napi_token: \"{value}\"\nz: [1, 2]\n"),
        read: |text| field(serde_yaml_ng::from_str(text).ok()?),
    },
    Syntax {
        name: "YAML, plain",
        write: |value| format!("a: 1\napi_token: {value}\nz: x\n"),
        read: |text| field(serde_yaml_ng::from_str(text).ok()?),
    },
    Syntax {
        name: "TOML",
        write: |value| format!("a = 1\napi_token = \"{value}\"\n[b]\nc = true\n"),
        read: |text| {
            Some(
                toml::from_str::<toml::Table>(text)
                    .ok()?
                    .get("api_token")?
                    .as_str()?
                    .to_owned(),
            )
        },
    },
    Syntax {
        name: "INI",
        write: |value| format!("[main]\nuser=x\napi_token={value}\n[other]\nn=1\n"),
        read: |text| {
            let file = ini::Ini::load_from_str_noescape(text).ok()?;
            Some(file.section(Some("main"))?.get("api_token")?.to_owned())
        },
    },
    Syntax {
        name: "XML",
        write: |value| format!("<c><user>x</user><apiToken>{value}</apiToken></c>"),
        read: |text| {
            let tree = roxmltree::Document::parse(text).ok()?;
            let node = tree
                .descendants()
                .find(|node| node.has_tag_name("apiToken"))?;
            Some(node.text()?.to_owned())
        },
    },
    Syntax {
        name: "XML, attribute",
        write: |value| format!("<c><add key=\"apiToken\" value=\"{value}\" /></c>"),
        read: |text| {
            let tree = roxmltree::Document::parse(text).ok()?;
            let node = tree.descendants().find(|node| node.has_tag_name("add"))?;
            Some(node.attribute("value")?.to_owned())
        },
    },
    Syntax {
        name: "shell",
        write: |value| format!("export API_TOKEN='{value}' && run --flag x"),
        read: |text| {
            let words = shlex::split(text)?;
            (words.len() == 6).then_some(())?;
            Some(words.get(1)?.strip_prefix("API_TOKEN=")?.to_owned())
        },
    },
    Syntax {
        name: "header",
        write: |value| {
            format!("curl -H \"Authorization: Bearer {value}\" https://quarry.example/x")
        },
        read: |text| {
            let words = shlex::split(text)?;
            (words.len() == 4).then_some(())?;
            Some(
                words
                    .get(2)?
                    .strip_prefix("Authorization: Bearer ")?
                    .to_owned(),
            )
        },
    },
    Syntax {
        name: "query",
        write: |value| format!("https://quarry.example/x?a=1&access_token={value}&b=2"),
        read: |text| {
            let url = url::Url::parse(text).ok()?;
            (url.query_pairs().count() == 3).then_some(())?;
            url.query_pairs()
                .find(|(name, _)| name == "access_token")
                .map(|(_, value)| value.into_owned())
        },
    },
    Syntax {
        name: "URI",
        write: |value| format!("https://oauth2:{value}@example.com/x.git"),
        read: |text| {
            let url = url::Url::parse(text).ok()?;
            (url.host_str() == Some("example.com") && url.username() == "oauth2").then_some(())?;
            url.password().map(str::to_owned)
        },
    },
    Syntax {
        name: "ADO.NET",
        write: |value| format!("Server=db.example.com;User Id=app;Password={value};Encrypt=true"),
        read: |text| {
            let fields: Vec<_> = text.split(';').collect();
            (fields.len() == 4).then_some(())?;
            Some(fields.get(2)?.strip_prefix("Password=")?.to_owned())
        },
    },
];

#[test]
fn every_format_in_every_syntax() {
    let (mut checked, mut wrong, mut shown) = (0, Vec::new(), Vec::new());
    for format in core::formats::all() {
        for (token, syntax) in format
            .whole_examples()
            .flat_map(|token| SYNTAXES.iter().map(move |s| (token.clone(), s)))
        {
            let text = (syntax.write)(&token);
            // Where the value itself does not survive the syntax, it stands there in another spelling or never.
            if (syntax.read)(&text).as_deref() != Some(&token) {
                continue;
            }
            let out = sanitize(&text);
            let fresh = (syntax.read)(&out.text);
            let complaint = match &fresh {
                None => "does not parse",
                Some(_) if out.text.contains(&token) => {
                    shown.push(format!("{} in {}", format.id, syntax.name));
                    ""
                }
                // The parts of a URL are values of their own.
                Some(fresh)
                    if fresh.len() != token.len() && token.len() >= 24 && !token.contains('?') =>
                {
                    "has another length"
                }
                Some(_) => "",
            };
            checked += 1;
            if !complaint.is_empty() {
                wrong.push(format!("{} in {}: {complaint}", format.id, syntax.name));
            }
        }
    }
    assert!(checked > 10_000, "{checked}");
    assert!(
        wrong.is_empty(),
        "{} of {checked}:\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        shown.len() * 500 <= checked,
        "{} of {checked} shown:\n{}",
        shown.len(),
        shown.join("\n")
    );
}

/// A DER value: tag, length, content.
fn der(tag: u8, content: &[u8]) -> Vec<u8> {
    let mut out = vec![tag];
    match content.len() {
        len @ 0..=127 => out.push(len as u8),
        len @ 128..=255 => out.extend([0x81, len as u8]),
        len => out.extend([0x82, (len >> 8) as u8, len as u8]),
    }
    out.extend(content);
    out
}

fn number(len: usize, seed: u64) -> Vec<u8> {
    let mut bytes = vec![0; len];
    core::Random::fill(&mut Seeded(seed), &mut bytes);
    bytes[0] = bytes[0] & 0x3f | 0x40;
    bytes[len - 1] |= 1;
    der(2, &bytes)
}

fn armored(label: &str, body: &[u8]) -> String {
    pem_rfc7468::encode_string(label, pem_rfc7468::LineEnding::LF, body).expect("it fits")
}

/// The same kind of PEM block, and its new body.
fn reopened(label: &str, body: &[u8]) -> Vec<u8> {
    let text = armored(label, body);
    let out = sanitize(&text).text;
    assert_eq!(
        out.lines().map(str::len).collect::<Vec<_>>(),
        text.lines().map(str::len).collect::<Vec<_>>()
    );
    let (found, fresh) = pem_rfc7468::decode_vec(out.as_bytes()).expect("strict PEM");
    assert_eq!((found, fresh.len()), (label, body.len()));
    assert_ne!(fresh, body);
    fresh
}

#[test]
fn keys_are_keys_of_the_same_kind() {
    let parts = [
        der(2, &[0]),
        number(256, 1),
        der(2, &[1, 0, 1]),
        number(256, 2),
        number(128, 3),
        number(128, 4),
    ];
    let rest = [number(128, 5), number(128, 6), number(128, 7)];
    let rsa = der(0x30, &[parts.concat(), rest.concat()].concat());
    let fresh = reopened("RSA PRIVATE KEY", &rsa);
    let key = pkcs1::RsaPrivateKey::try_from(&fresh[..]).expect("PKCS #1");
    assert_eq!(key.public_exponent.as_bytes(), [1, 0, 1]);
    assert_eq!(key.modulus.as_bytes().len(), 256);

    let inner = der(
        0x30,
        &[
            der(6, &[0x2a, 0x86, 0x48, 0x86, 0xf7, 0x0d, 1, 1, 1]),
            der(5, &[]),
        ]
        .concat(),
    );
    let wrapped = der(0x30, &[der(2, &[0]), inner, der(4, &rsa)].concat());
    let fresh = reopened("PRIVATE KEY", &wrapped);
    let info = pkcs8::PrivateKeyInfo::try_from(&fresh[..]).expect("PKCS #8");
    assert!(pkcs1::RsaPrivateKey::try_from(info.private_key).is_ok());

    let seed = der(4, &number(32, 8)[2..]);
    let ed25519 = der(
        0x30,
        &[
            der(2, &[0]),
            der(0x30, &der(6, &[0x2b, 0x65, 0x70])),
            der(4, &seed),
        ]
        .concat(),
    );
    let fresh = reopened("PRIVATE KEY", &ed25519);
    let info = pkcs8::PrivateKeyInfo::try_from(&fresh[..]).expect("PKCS #8");
    assert_eq!(info.algorithm.oid.to_string(), "1.3.101.112");

    let curve = der(0xa0, &der(6, &[0x2a, 0x86, 0x48, 0xce, 0x3d, 3, 1, 7]));
    let ec = der(
        0x30,
        &[der(2, &[1]), der(4, &number(32, 9)[2..]), curve].concat(),
    );
    sec1::EcPrivateKey::try_from(&ec[..]).expect("SEC 1, before");
    let fresh = reopened("EC PRIVATE KEY", &ec);
    sec1::EcPrivateKey::try_from(&fresh[..]).expect("SEC 1");
}

#[test]
fn openssh_keys_agree_with_themselves() {
    use ssh_key::private::{Ed25519Keypair, KeypairData};
    let mut seed = [0; 32];
    core::Random::fill(&mut Seeded(11), &mut seed);
    let public = ssh_key::public::Ed25519PublicKey(seed.map(|byte| byte ^ 0x5a));
    let private = ssh_key::private::Ed25519PrivateKey::from_bytes(&seed);
    let pair = KeypairData::Ed25519(Ed25519Keypair { public, private });
    let key = ssh_key::PrivateKey::new(pair, "zoe@quarry").expect("a key");
    let text = key.to_openssh(ssh_key::LineEnding::LF).expect("it fits");
    let out = sanitize(&text).text;
    let fresh = ssh_key::PrivateKey::from_openssh(&out).expect("OpenSSH's format");
    assert_eq!(fresh.algorithm(), ssh_key::Algorithm::Ed25519);
    assert_ne!(fresh.key_data(), key.key_data());
}

#[test]
fn tokens_of_json_stay_tokens_of_json() {
    let part = |value: serde_json::Value| URL_SAFE_NO_PAD.encode(value.to_string());
    let header = serde_json::json!({"alg": "HS256", "typ": "JWT", "kid": "orchid-4711"});
    let claims =
        serde_json::json!({"sub": "mkrause", "iat": 1_730_000_000, "scope": ["read", "write"]});
    let signature = URL_SAFE_NO_PAD.encode(&number(32, 12)[2..]);
    let token = format!("{}.{}.{signature}", part(header), part(claims));
    let out = sanitize(&format!("Authorization: Bearer {token}\n")).text;
    let fresh = out.trim().rsplit(' ').next().expect("a word");
    let pieces: Vec<_> = fresh
        .split('.')
        .map(|piece| URL_SAFE_NO_PAD.decode(piece).expect("base64url"))
        .collect();
    assert_eq!(pieces.len(), 3);
    let header: serde_json::Value = serde_json::from_slice(&pieces[0]).expect("JSON");
    let claims: serde_json::Value = serde_json::from_slice(&pieces[1]).expect("JSON");
    assert_eq!(header["alg"], "HS256");
    assert!(claims.is_object() && claims["sub"] != "mkrause");
    assert_eq!(pieces[2].len(), 32);
    assert!(!out.contains(&signature));
}

#[test]
fn numbers_pass_their_check() {
    for card in [
        "4539 1488 0343 6467",
        "5425233430109903",
        "3782-822463-10005",
    ] {
        let digits = |text: &str| -> Vec<u8> { text.bytes().filter(u8::is_ascii_digit).collect() };
        assert!(luhn3::valid(&digits(card)), "{card}");
        let out = sanitize(&format!("card number: {card}\n")).text;
        let fresh = digits(&out);
        if out.contains(card) {
            continue; // documented test numbers stay
        }
        assert!(luhn3::valid(&fresh), "{out}");
    }
    let iban = "DE75512108001245126199";
    let out = sanitize(&format!("IBAN: {iban}\n")).text;
    let fresh = out.trim().trim_start_matches("IBAN: ").to_owned();
    assert!(fresh.parse::<iban::Iban>().is_ok(), "{fresh}");
    assert_ne!(fresh, iban);
}

#[test]
fn files_of_credentials_stay_files() {
    let key = armored(
        "EC PRIVATE KEY",
        &der(0x30, &[der(2, &[1]), der(4, &number(32, 13)[2..])].concat()),
    );
    let text = format!(
        "apiVersion: v1\nkind: Config\nclusters:\n- cluster:\n    server: https://quarry.example:6443\n  name: quarry\nusers:\n- name: zoe\n  user:\n    client-key-data: {}\n    token: k7Lm2Qp9xRt5Zw3bN8vCq4TyUf6Gh1Jd\n",
        STANDARD.encode(&key)
    );
    let out = sanitize(&text).text;
    let tree: serde_json::Value = serde_yaml_ng::from_str(&out).expect("YAML");
    let user = &tree["users"][0]["user"];
    let data = STANDARD
        .decode(user["client-key-data"].as_str().expect("text"))
        .expect("base64");
    let (label, body) = pem_rfc7468::decode_vec(&data).expect("strict PEM");
    assert_eq!(label, "EC PRIVATE KEY");
    assert!(sec1::EcPrivateKey::try_from(&body[..]).is_ok());
    assert!(
        user["token"]
            .as_str()
            .is_some_and(|token| token.len() == 32 && !text.contains(token))
    );

    let pair = STANDARD.encode("mkrause:Orchid-Fog-77");
    let text = format!("{{\"auths\": {{\"registry.quarry.example\": {{\"auth\": \"{pair}\"}}}}}}");
    let tree: serde_json::Value = serde_json::from_str(&sanitize(&text).text).expect("JSON");
    let (_, auth) = tree["auths"]
        .as_object()
        .and_then(|hosts| hosts.iter().next())
        .expect("one host");
    let fresh = STANDARD
        .decode(auth["auth"].as_str().expect("text"))
        .expect("base64");
    let fresh = String::from_utf8(fresh).expect("UTF-8");
    assert!(fresh.contains(':') && !fresh.contains("Orchid"), "{fresh}");
}

#[test]
fn four_tokens_of_one_format_stay_four() {
    for format in core::formats::all() {
        let examples: Vec<_> = format.whole_examples().collect();
        let Some(one) = examples.first() else {
            continue;
        };
        let text = format!(
            "{{\"a_token\":\"{one}\",\"b_token\":\"{}\",\"c_token\":\"{one}\"}}",
            examples.last().expect("one")
        );
        let out: serde_json::Value = serde_json::from_str(&sanitize(&text).text).expect("JSON");
        assert_eq!(out["a_token"], out["c_token"], "{}", format.id);
        assert_ne!(out["a_token"], out["b_token"], "{}", format.id);
    }
}
