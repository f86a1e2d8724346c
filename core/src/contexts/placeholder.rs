//! What stands where a credential could stand: placeholders, references, paths.

use super::verdict::contains;
use crate::strength;

/// Stands in place of a value that somebody has to fill in, or that somebody took out.
pub(crate) fn is_placeholder(value: &str) -> bool {
    let bytes = value.as_bytes();
    let (Some(&first), Some(&last)) = (bytes.first(), bytes.last()) else {
        return true;
    };
    let wrapped = matches!(
        (first, last),
        (b'<', b'>') | (b'[', b']') | (b'{', b'}') | (b'%', b'%')
    );
    let inner = bytes.get(1..bytes.len() - 1).unwrap_or_default();
    let filled =
        || bytes.len() > 20 && strength::looks_random(inner) || first == b'{' && is_drawn(inner);
    let template = first == b'<' || bytes.starts_with(b"{{");
    if wrapped && bytes.len() > 2 && !filled() || template || repeats(bytes) {
        return true;
    }
    if bytes.ends_with(b"...")
        || bytes.ends_with("…".as_bytes())
        || first == b'%' && bytes.len() <= 4
    {
        return true;
    }
    is_template(value)
        || is_placeholder_word(bytes)
        || asks_for_a_value(bytes)
        || is_colour(bytes)
        || is_pattern(bytes)
        || is_sealed(bytes)
        || counts_in_hex(bytes)
        || is_range(bytes)
        || is_algorithm(bytes)
        || is_measure(bytes)
        || crate::formats::is_documented(bytes)
}

/// Twelve letters and digits or more of which no three small ones stand together.
fn is_drawn(value: &[u8]) -> bool {
    let word = value
        .split(|b| !b.is_ascii_lowercase())
        .any(|run| run.len() >= 3);
    let digits = value.iter().filter(|b| b.is_ascii_digit()).count();
    value.len() >= 12
        && !word
        && digits >= 3
        && value.iter().any(u8::is_ascii_lowercase)
        && value.iter().all(u8::is_ascii_alphanumeric)
}

/// A range of versions: `^9.0.0`, `~1.2`, `>=2.1.0-rc.1`.
fn is_range(value: &[u8]) -> bool {
    let sign = |b: &&u8| matches!(**b, b'^' | b'~' | b'<' | b'>' | b'=');
    let signs = value.iter().take_while(sign).count();
    let number = &value[signs..value.len().min(signs + 24)];
    let plain =
        |b: &u8| b.is_ascii_digit() || b.is_ascii_lowercase() || matches!(b, b'.' | b'-' | b'*');
    let dots = number.iter().filter(|b| **b == b'.').count();
    signs > 0 && dots > 0 && number[0].is_ascii_digit() && value[signs..].iter().all(plain)
}

/// `argon2id`, `SHA-256`, `AES256-GCM`, `RSA4096`: says how a credential is kept or made.
fn is_algorithm(value: &[u8]) -> bool {
    const NAMES: &[&[u8]] = &[
        b"argon", b"pbkdf", b"sha", b"md", b"hmac", b"aes", b"rsa", b"ecdsa", b"base", b"oauth",
        b"saml", b"utf", b"blake", b"chacha", b"hs", b"rs", b"es",
    ];
    const MORE: &[&[u8]] = &[
        b"id", b"sha", b"gcm", b"cbc", b"ctr", b"hex", b"url", b"with", b"poly", b"hmac", b"b",
        b"i", b"d", b"s",
    ];
    const SIZES: &[&[u8]] = &[
        b"1", b"2", b"3", b"5", b"8", b"16", b"20", b"32", b"58", b"64", b"128", b"192", b"224",
        b"256", b"384", b"512", b"1024", b"2048", b"3072", b"4096", b"1305",
    ];
    let first = NAMES.iter().find(|name| starts(value, name));
    let Some(first) = first.filter(|_| value.len() <= 24) else {
        return false;
    };
    let mut rest = &value[first.len()..];
    let mut numbers = 0;
    while let Some(byte) = rest.first() {
        let digits = rest.iter().take_while(|b| b.is_ascii_digit()).count();
        let more = MORE.iter().find(|more| starts(rest, more));
        let len = match more {
            _ if digits > 0 && SIZES.contains(&&rest[..digits]) => digits,
            _ if matches!(byte, b'-' | b'_') => 1,
            Some(more) if numbers > 0 || more.len() > 2 => more.len(),
            _ => return false,
        };
        numbers += usize::from(digits > 0);
        rest = &rest[len..];
    }
    numbers > 0
}

fn starts(value: &[u8], word: &[u8]) -> bool {
    value
        .get(..word.len())
        .is_some_and(|head| head.eq_ignore_ascii_case(word))
}

/// `90days`, `12h`, `min8chars`, `8-64_characters`: a measure, of a time or of what a password must have.
fn is_measure(value: &[u8]) -> bool {
    const UNITS: &[&[u8]] = &[
        b"h",
        b"hours",
        b"min",
        b"minutes",
        b"s",
        b"sec",
        b"seconds",
        b"ms",
        b"d",
        b"days",
        b"weeks",
        b"months",
        b"years",
        b"bits",
        b"bytes",
        b"char",
        b"chars",
        b"characters",
        b"max",
        b"len",
        b"length",
        b"least",
        b"at",
        b"letters",
        b"digits",
        b"symbols",
    ];
    let mut numbers = 0;
    let parts = value.chunk_by(|a, b| a.is_ascii_digit() == b.is_ascii_digit());
    let mut words = parts.flat_map(|part| {
        match part[0].is_ascii_digit() {
            true => {
                numbers += 1 + usize::from(part.len() > 4) * 8;
                &[][..]
            }
            false => part,
        }
        .split(|b| matches!(b, b'-' | b'_' | b'+' | b'>' | b'<' | b'='))
    });
    let measured = words.all(|word| word.is_empty() || UNITS.contains(&word));
    value.len() <= 24
        && measured
        && (1..=2).contains(&numbers)
        && value.iter().any(u8::is_ascii_lowercase)
}

/// `000102030405...`: the bytes of test vectors.
fn counts_in_hex(value: &[u8]) -> bool {
    let digit = |byte: u8| char::from(byte).to_digit(16);
    let byte = |pair: &[u8]| Some(digit(pair[0])? * 16 + digit(*pair.get(1)?)?);
    let mut bytes = value.chunks(2).take(8).map(byte);
    let Some(first) = bytes.next().flatten() else {
        return false;
    };
    value.len() >= 16 && bytes.zip(1..).all(|(byte, n)| byte == Some(first + n))
}

/// A sealed secret (bitnami-labs/sealed-secrets): two bytes of length, the session key under the cluster's RSA key
/// of 2048 or 4096 bits, the ciphertext. It is made to be committed.
fn is_sealed(value: &[u8]) -> bool {
    let first = matches!(value, [b'A', b'Q' | b'g', b'A'..=b'D', ..]);
    let base64 = |b: &u8| b.is_ascii_alphanumeric() || matches!(b, b'+' | b'/' | b'=');
    first && value.len() >= 368 && value.iter().all(base64)
}

/// One character over and over, or a mask with a few characters left: `xxxx`, `****`, `****1234`.
fn repeats(value: &[u8]) -> bool {
    let most = [b'*', b'x', b'X', b'.', b'#', b'-', b'_', b'?', b'0'];
    let first = value[0];
    let same = value.iter().all(|&byte| byte == first);
    let masked = most[..3]
        .iter()
        .any(|&mask| value.iter().filter(|&&byte| byte == mask).count() * 3 > value.len() * 2);
    let separated = value.iter().all(|byte| most.contains(byte));
    let bullets = value.starts_with("•".as_bytes());
    same || masked || separated || bullets
}

/// Contains a piece that a program fills in: `${x}`, `{{ x }}`, `$(x)`, `#{x}`, `<%= x %>`, `%(x)s`.
pub(crate) fn is_template(value: &str) -> bool {
    if memchr::memchr3(b'{', b'(', b'%', value.as_bytes()).is_none() {
        return false;
    }
    let closed = |open: &str, close: &str| {
        value
            .find(open)
            .is_some_and(|at| value[at + open.len()..].contains(close))
    };
    closed("${", "}") && falls_back_to(value).is_none_or(is_filled_by_hand)
        || closed("{{", "}}")
        || closed("$(", ")")
        || closed("#{", "}")
        || closed("<%", "%>")
        || closed("%(", ")s")
        || closed("\\(", ")")
        || value == "{}"
        || value.starts_with("$(")
}

/// `x` of `${NAME:-x}`.
fn falls_back_to(value: &str) -> Option<&str> {
    let (_, rest) = value.split_once(":-")?;
    Some(rest.rsplit_once('}').map_or(rest, |(inner, _)| inner))
}

fn is_filled_by_hand(fallback: &str) -> bool {
    let inner = fallback.trim_matches(['"', '\'']);
    inner.is_empty() || is_placeholder(inner) || is_reference(inner)
}

/// `#d0d0d0`
fn is_colour(value: &[u8]) -> bool {
    matches!(value.len(), 4 | 7 | 9)
        && value[0] == b'#'
        && value[1..].iter().all(u8::is_ascii_hexdigit)
}

/// A piece of a regular expression or of a grammar: `\w{20}`, `[A-Z]+`, `1*tchar`.
fn is_pattern(value: &[u8]) -> bool {
    const PIECES: &[&[u8]] = &[
        b"\\w", b"\\d", b"\\S", b"\\s", b"[A-Z", b"[a-z", b"[0-9", b".*", b".+", b"[^", b"(?:",
    ];
    let star = memchr::memchr(b'*', value).is_some_and(|at| {
        let digits = value[..at].iter().all(u8::is_ascii_digit);
        digits
            && value[at + 1..]
                .iter()
                .all(|b| b.is_ascii_lowercase() || *b == b'-')
    });
    let may = value
        .iter()
        .any(|byte| matches!(byte, b'\\' | b'[' | b'.' | b'('));
    star || may
        && PIECES
            .iter()
            .any(|piece| memchr::memmem::find(value, piece).is_some())
}

fn is_placeholder_word(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const WORDS: &[&str] = &[
        "password", "passwd", "passphrase", "secret", "token", "apikey", "api_key", "api-key", "changeme",
        "change_me", "change-me", "changeit", "placeholder", "example", "dummy", "redacted", "none", "null",
        "nil", "true", "false", "undefined", "todo", "tbd", "n/a", "empty", "required", "optional",
        "default", "hidden", "masked", "filtered", "removed", "secret_key", "your_password", "yourpassword",
        "mypassword", "my_password", "insert", "replaceme", "replace_me", "fixme", "unset", "notset",
        "not_set", "not-set", "disabled", "enabled", "unknown", "pass", "user:pass", "username:password",
        "foobar", "sample", "string", "yes_please", "no_password", "prompt", "auto", "generated", "private",
        "access_token", "bearer", "basic", "invalid",
    ];
    WORDS
        .iter()
        .any(|one| value.eq_ignore_ascii_case(one.as_bytes()))
}

/// `your-api-key`, `REPLACE_WITH_TOKEN`, `ADD_YOUR_KEY_HERE`, a documented sample.
fn asks_for_a_value(value: &[u8]) -> bool {
    #[rustfmt::skip]
    const STARTS: &[&str] = &[
        "your-", "your_", "yourapi", "yoursecret", "yourtoken", "yourpass", "<", "replace_", "replace-",
        "replacewith", "insert_", "insert-", "change_", "changeme", "change-", "enter_", "enter-", "put_",
        "add_your", "add-your", "my-", "my_", "example_", "example-", "dummy_", "dummy-", "placeholder",
        "redacted", "todo_", "xxx", "fake_", "fake-", "sample_", "sample-", "some-", "some_", "paste_",
        "paste-", "the-", "the_",
    ];
    let asks = STARTS.iter().any(|start| {
        value.len() >= start.len() && value[..start.len()].eq_ignore_ascii_case(start.as_bytes())
    });
    let words_only = !value.iter().any(u8::is_ascii_digit);
    let here = value.len() > 5 && value[value.len() - 5..].eq_ignore_ascii_case(b"_here")
        || value.len() > 5 && value[value.len() - 5..].eq_ignore_ascii_case(b"-here");
    asks && words_only
        || here
        || contains(value, b"your_")
        || contains(value, b"your-")
        || value.windows(7).any(|window| window == b"EXAMPLE")
}

/// Says where the value comes from instead of being it.
pub(crate) fn is_reference(value: &str) -> bool {
    #[rustfmt::skip]
    const STARTS: &[&str] = &[
        "process.env", "os.environ", "os.getenv", "import.meta", "var.", "local.", "data.", "module.",
        "secrets.", "env.", "self.", "this.", "args.", "opts.", "options.", "config.", "settings.",
        "params.", "props.", "ctx.", "req.", "request.", "event.", "vault:", "ssm:", "env:", "file:",
        "arn:", "op://", "ref+", "vault.", "key:", "secretsmanager", "@Microsoft.KeyVault", "System.getenv",
        "ENV[", "getenv", "kms:", "keyring:", "secret:", "Deno.env", "std::env", "env!", "%env",
        "projects/", "gcp:", "aws:", "azure:", "bao:", "sops:", "ENC[",
    ];
    let bytes = value.as_bytes();
    // A parameter of a statement, or an atom.
    let named = |b: &u8| b.is_ascii_lowercase() || b.is_ascii_digit() || *b == b'_';
    if bytes[0] == b':' && (2..=32).contains(&bytes.len()) && bytes[1..].iter().all(named) {
        return true;
    }
    if bytes[0] == b'$' {
        let rest = &bytes[1..];
        let name = rest
            .iter()
            .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'_' | b':' | b'.' | b'-' | b'>'));
        let hash = rest.first().is_some_and(u8::is_ascii_digit);
        return name && !hash && !rest.is_empty();
    }
    let spaced = value.contains(' ');
    !spaced && STARTS.iter().any(|start| value.starts_with(start)) && !strength::looks_random(bytes)
}

/// A URL or a path: other detectors take what is private in it.
pub(crate) fn is_location(value: &[u8]) -> bool {
    let drive = value.len() > 3
        && value[0].is_ascii_alphabetic()
        && value[1] == b':'
        && matches!(value[2], b'\\' | b'/');
    let rooted = value[0] == b'/'
        || value.starts_with(b"./")
        || value.starts_with(b"../")
        || value.starts_with(b"~/");
    let parts = value.iter().filter(|&&byte| byte == b'/').count();
    let extension = value.len() > 5 && value[value.len() - 5..].contains(&b'.');
    drive
        || rooted
        || memchr::memmem::find(value, b"://").is_some()
        || parts >= 1 && extension && !strength::looks_random(value)
}

/// Long and mixed enough that slashes belong to an alphabet.
pub(crate) fn looks_like_base64(value: &[u8]) -> bool {
    let longest = value
        .split(|byte| *byte == b'/')
        .map(<[u8]>::len)
        .max()
        .unwrap_or(0);
    value
        .iter()
        .all(|b| b.is_ascii_alphanumeric() || matches!(b, b'/' | b'+' | b'='))
        && longest >= 8
        && value.len() >= 20
        && strength::looks_random(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn placeholders() {
        for value in [
            "<your-token>",
            "changeme",
            "${TOKEN}",
            "${PASS:-changeme}",
            "${PASS:-\"$OTHER\"}",
            "xxxx",
            "***",
            "...",
            "null",
            "true",
            "{{ .Values.x }}",
            "%s",
            "[REDACTED]",
            "your-api-key",
            "REPLACE_WITH_TOKEN",
            "ADD_YOUR_KEY_HERE",
            "sk-...",
            "AKIAIOSFODNN7EXAMPLE",
            "argon2id",
            "SHA-256",
            "AES256-GCM",
            "RSA4096",
            "hmac-sha256",
            "90days",
            "min8chars",
            "8-64_characters",
            "len>=12",
            "$(cat x)",
            "********",
            "%PASSWORD%",
            "{{api_token7",
            "",
        ] {
            assert!(is_placeholder(value), "{value}");
        }
        for value in [
            "hunter2",
            "m{{h}o)p${e]x",
            "Kestrel%41!",
            "xylophone7",
            "Sharon2019",
            "esther7",
            "base2024",
            "rs2024",
            "md5fog77x",
            "900dayslamp",
            "min8lamps",
            "max20241",
            "super$ecret",
            "${PASS:-orchid77}",
        ] {
            assert!(!is_placeholder(value), "{value}");
        }
    }

    #[test]
    fn sealed_secrets_and_documented_passwords() {
        let sealed = "AgB3".to_owned() + &"q7Zk2+Lm/9Xw".repeat(40);
        assert!(is_placeholder(&sealed) && !is_placeholder(&sealed[2..]));
        assert!(!is_placeholder(&sealed[..44]));
        assert!(is_placeholder(concat!("33f!!", "lloppa")) && !is_placeholder("33f!!lloppb"));
    }

    #[test]
    fn references() {
        for value in [
            "process.env.X",
            "var.db_password",
            "secrets.TOKEN",
            "$TOKEN",
            "op://vault/item/field",
            ":pw2",
        ] {
            assert!(is_reference(value), "{value}");
        }
        assert!(!is_reference("$2b$10$abc") && !is_reference("hunter2"));
    }
}
