//! Which names promise a credential.
//!
//! A name is cut into words at separators and changes of case; its last word decides, with the word before
//! it: `apiKey` and `DB_PASSWORD` promise one, `primary_key`, `next_token` and `token_url` do not.

use crate::lexicon::names::{
    ABOUT, KEYS_OF_ACCESS, KEYS_OF_OTHER_KINDS, NEUTRAL, PASSWORDS, SECRETS, SHORT_PASSWORDS,
    TOKENS_OF_ACCESS, TOKENS_OF_OTHER_KINDS, WEAK,
};

/// How much a name promises.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    /// A password: any literal is one, also a word.
    Password,
    /// A secret of a program (`client_secret`, `api_key`): any literal that is no name of something.
    Secret,
    /// `token` or `secret` alone: as [`Class::Secret`], but a single word is none.
    Token,
    /// A password word with something else behind it: a value with a digit or a symbol in it.
    Likely,
    /// `key`, `auth`, `salt`: a value that looks random.
    Weak,
    /// `sig`, `signature`: of a URL it grants what the URL names, elsewhere it only proves something.
    Signature,
    /// The header `Authorization`.
    Authorization,
    /// The headers `Cookie` and `Set-Cookie`.
    Cookie,
}

/// Longest part of a name that is looked at.
const LONGEST: usize = 64;
const MOST_WORDS: usize = 16;

/// Judges a name of letters, digits, `_`, `-` and `.`.
pub(crate) fn judge(name: &[u8]) -> Option<Class> {
    let words = Words::of(name);
    let mut count = words.count;
    let part = |count: usize| count < words.count && PARTS.contains(&words.get(count - 1));
    while count > 1 && (is_neutral(words.get(count - 1)) || part(count)) {
        count -= 1;
    }
    let last = words.get(count.checked_sub(1)?);
    let before = count.checked_sub(2).map_or(&b""[..], |n| words.get(n));
    // The digest of a public key by which .NET names an assembly.
    if last == b"token" && before == b"key" && count > 2 && words.get(count - 3) == b"public" {
        return None;
    }
    let verdict = match by_last(last, before) {
        // Headers bear their name and nothing behind it.
        Verdict::Is(Class::Authorization | Class::Cookie) if count < words.count => {
            Verdict::Unknown
        }
        verdict => verdict,
    };
    if let Verdict::Is(class) = verdict {
        return Some(class);
    }
    if matches!(verdict, Verdict::No) || ABOUT.has(last) {
        return None;
    }
    inner(&words, count - 1)
}

/// Whether the name is one of a wireless network: what stands behind it may come with its key.
pub(crate) fn is_network(name: &[u8]) -> bool {
    NETWORKS.iter().any(|one| {
        name.len() >= one.len() && name[name.len() - one.len()..].eq_ignore_ascii_case(one)
    })
}

const NETWORKS: [&[u8]; 3] = [b"wifi", b"wi-fi", b"wlan"];

/// A credential word with something unknown behind it.
fn inner(words: &Words, count: usize) -> Option<Class> {
    (0..count).find_map(|n| match words.get(n) {
        b"password" | b"passwd" | b"passphrase" | b"pwd" => Some(Class::Likely),
        b"secret" | b"token" | b"apikey" | b"credential" | b"credentials" => Some(Class::Weak),
        _ => None,
    })
}

enum Verdict {
    Is(Class),
    No,
    Unknown,
}

/// The verdict of the last word, given the one before.
fn by_last(last: &[u8], before: &[u8]) -> Verdict {
    use Class::{Authorization, Cookie, Password, Secret, Token, Weak};
    let is = Verdict::Is;
    if PASSWORDS.ends(last) || SHORT_PASSWORDS.has(last) {
        return match before {
            b"forgot" | b"hashed" | b"encrypted" | b"has" | b"is" | b"no" => is(Weak),
            _ => is(Password),
        };
    }
    if SECRETS.ends(last) {
        return match before {
            b"" if last.len() == 6 => is(Token),
            b"existing" | b"pull" | b"tls" | b"k" | b"kubernetes" => is(Weak),
            _ => is(Secret),
        };
    }
    if let Some(head) = last.strip_suffix(b"token") {
        let head = if head.is_empty() { before } else { head };
        return token(head);
    }
    if let Some(head) = last.strip_suffix(b"key") {
        let glued = !head.is_empty();
        return key(if glued { head } else { before }, glued);
    }
    match last {
        b"authorization" => is(Authorization),
        b"cookie" if matches!(before, b"" | b"set" | b"document") => is(Cookie),
        b"bearer" | b"mnemonic" => is(Secret),
        b"pat" if !before.is_empty() => is(Secret),
        b"phrase"
            if matches!(
                before,
                b"seed" | b"recovery" | b"secret" | b"pass" | b"backup"
            ) =>
        {
            is(Secret)
        }
        b"psk" | b"cred" | b"creds" | b"credential" | b"credentials" => is(Class::Likely),
        b"sig" | b"signature" => is(Class::Signature),
        b"hash" if PASSWORDS.ends(before) => is(Weak),
        _ if WEAK.has(last) => is(Weak),
        b"passwords" | b"tokens" | b"secrets" | b"keys" => Verdict::No,
        _ => Verdict::Unknown,
    }
}

/// What a `token` of this kind is.
fn token(head: &[u8]) -> Verdict {
    if TOKENS_OF_OTHER_KINDS.has(head) {
        Verdict::No
    } else if TOKENS_OF_ACCESS.ends(head) {
        Verdict::Is(Class::Secret)
    } else {
        Verdict::Is(Class::Token)
    }
}

/// What a `key` of this kind is; a glued one must be known (`apikey`, not `monkey`).
fn key(head: &[u8], glued: bool) -> Verdict {
    if KEYS_OF_ACCESS.has(head) || glued && KEYS_OF_ACCESS.ends(head) {
        Verdict::Is(Class::Secret)
    } else if glued || KEYS_OF_OTHER_KINDS.has(head) {
        Verdict::No
    } else {
        Verdict::Is(Class::Weak)
    }
}

/// What a numbered piece of a value is called: `KEY_PART1`.
const PARTS: [&[u8]; 5] = [b"chunk", b"half", b"part", b"piece", b"segment"];

fn is_neutral(word: &[u8]) -> bool {
    word.iter().all(u8::is_ascii_digit) || NEUTRAL.has(word)
}

/// The words of a name in lower case.
struct Words {
    text: [u8; LONGEST],
    ends: [u8; MOST_WORDS + 1],
    count: usize,
}

impl Words {
    fn of(name: &[u8]) -> Self {
        let name = &name[name.len().saturating_sub(LONGEST)..];
        let mut words = Words {
            text: [0; LONGEST],
            ends: [0; MOST_WORDS + 1],
            count: 0,
        };
        let mut used = 0;
        for (at, &byte) in name.iter().enumerate() {
            if at > 0 && cut(name, at) {
                words.close(used);
            }
            if is_name_letter(byte) {
                words.text[used] = byte.to_ascii_lowercase();
                used += 1;
            }
        }
        words.close(used);
        words
    }

    /// Ends the word at hand; with too many words the first ones melt into one.
    fn close(&mut self, used: usize) {
        let used = used as u8;
        if used == self.ends[self.count] {
            return;
        }
        if self.count == MOST_WORDS {
            self.ends.copy_within(2.., 1);
            self.count -= 1;
        }
        self.count += 1;
        self.ends[self.count] = used;
    }

    fn get(&self, n: usize) -> &[u8] {
        &self.text[usize::from(self.ends[n])..usize::from(self.ends[n + 1])]
    }
}

fn is_name_letter(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte >= 0x80
}

/// Whether a word of `name` begins at `at`.
fn cut(name: &[u8], at: usize) -> bool {
    let (before, here) = (name[at - 1], name[at]);
    let next = name.get(at + 1).copied().unwrap_or(0);
    !is_name_letter(before)
        || !is_name_letter(here)
        || here.is_ascii_uppercase() && !before.is_ascii_uppercase()
        || here.is_ascii_uppercase() && next.is_ascii_lowercase()
        || before.is_ascii_digit() != here.is_ascii_digit()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class(name: &str) -> Option<Class> {
        judge(name.as_bytes())
    }

    #[test]
    fn names_of_credentials() {
        for name in [
            "password",
            "DB_PASSWORD",
            "PGPASSWORD",
            "dbpassword",
            "userPwd",
            "pass",
            "MYSQL_PWD",
            "pass2",
            "spring.datasource.password",
            "administrator_login_password",
            "PASSWORD_PROD",
            "пароль",
            "smtp-pass",
        ] {
            assert_eq!(class(name), Some(Class::Password), "{name}");
        }
        for name in [
            "api_key",
            "apiKey",
            "APIKey",
            "X-Api-Key",
            "clientSecret",
            "SECRET_KEY_BASE",
            "access_token",
            "authtoken",
            "refreshToken",
            "_authToken",
            "client-key-data",
            "AWS_SECRET_ACCESS_KEY",
            "JWT_SECRET",
            "GITHUB_PAT",
            "mySecretString",
            "AccountKey",
            "private-key",
            "license_key",
        ] {
            assert_eq!(class(name), Some(Class::Secret), "{name}");
        }
        for name in ["token", "secret", "CI_TOKEN", "sentry_token"] {
            assert_eq!(class(name), Some(Class::Token), "{name}");
        }
        for name in [
            "key",
            "STRIPE_KEY",
            "_auth",
            "password_hash",
            "sonar.login",
            "token_for_bob",
        ] {
            assert_eq!(class(name), Some(Class::Weak), "{name}");
        }
    }

    #[test]
    fn names_of_other_things() {
        for name in [
            "",
            "_",
            "tokenizer",
            "secretary",
            "author",
            "passwords_file",
            "MAX_TOKENS",
            "token_budget",
            "keyword",
            "public_key",
            "primaryKey",
            "next_token",
            "csrf-token",
            "password_reset_url",
            "credentialsId",
            "compass",
            "bypass",
            "monkey",
            "class",
            "access_token_url",
            "UserSecretsId",
            "key_name",
            "kms_key_id",
            "eos_token",
            "secretSize",
            "token_type",
            "bucket_key",
            "cache-key",
            "client_id",
            "PASSWORD_MIN_LENGTH",
            "PublicKeyToken",
            "Sec-WebSocket-Key",
        ] {
            assert_eq!(class(name), None, "{name}");
        }
    }
}
