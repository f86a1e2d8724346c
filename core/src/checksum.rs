//! Check digits and checksums of tokens: each can be verified, and made for fresh characters.
//!
//! A failing checksum never makes a token innocent (a typing error in a key is still nearly the key); a
//! passing one raises confidence. Sources stand with each rule; the tests hold known answers.

/// A rule that ties characters of a token together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checksum {
    /// None, or none that is public.
    None,
    /// The last 6 characters are base62 (`0-9A-Za-z`, padded with `0`) of the CRC-32 of what stands between
    /// the prefix and them. GitHub (github.blog, 2021-04-05, "Behind GitHub's new authentication token
    /// formats"), npm, Vercel.
    Crc32Base62,
    /// The last 8 characters are lower-case hex of the CRC-32 of what stands between the prefix and them.
    /// Cloudflare.
    Crc32Hex,
    /// The last 8 characters are hex of the CRC-32, low byte first, of prefix and body without the `_` before
    /// the checksum. Grafana service accounts.
    Crc32HexLittleEndian,
    /// The last 8 characters are upper-case hex of the CRC-32 of everything before them. Atlassian.
    Crc32HexUpper,
    /// The last 7 characters are base36 of the CRC-32 of everything before them, and the 2 before those are
    /// base36 of the payload's length. GitLab's routable tokens.
    GitLabRoutable,
    /// The last 6 characters are a bech32 checksum (BIP 173); the part before the last `1` is the human-readable
    /// one. age.
    Bech32,
    /// The last 2 of the bytes that base32 stands for are CRC-16/XMODEM of the others, low byte first. NATS.
    Nkey,
    /// The last digit makes the sum of Luhn (ISO/IEC 7812-1) a multiple of ten.
    Luhn,
}

impl Checksum {
    /// How many characters at the end it fixes.
    pub const fn width(self) -> usize {
        match self {
            Self::None => 0,
            Self::Luhn => 1,
            Self::Nkey => 4,
            Self::Crc32Base62 | Self::Bech32 => 6,
            Self::Crc32Hex | Self::Crc32HexLittleEndian | Self::Crc32HexUpper => 8,
            Self::GitLabRoutable => 9,
        }
    }

    /// Whether `token`, whose fixed prefix has `prefix` bytes, obeys the rule.
    pub fn holds(self, token: &[u8], prefix: usize) -> bool {
        let mut made = token.to_vec();
        self.apply(&mut made, prefix);
        made == token
    }

    /// Overwrites the check characters of `token`, whose fixed prefix has `prefix` bytes. A token too short to
    /// have any stays as it is.
    pub fn apply(self, token: &mut [u8], prefix: usize) {
        if token.len() < prefix + self.width() {
            return;
        }
        let (body, tail) = token.split_at_mut(token.len() - self.width());
        match self {
            Self::None => {}
            Self::Crc32Base62 => write_radix(tail, crc32(&body[prefix..]), BASE62),
            Self::Crc32Hex => write_radix(tail, crc32(&body[prefix..]), BASE16),
            Self::Crc32HexUpper => write_radix(tail, crc32(body), BASE16_UPPER),
            Self::Crc32HexLittleEndian => {
                let covered = &body[..body.len().saturating_sub(1)];
                write_radix(tail, crc32(covered).swap_bytes(), BASE16);
            }
            Self::GitLabRoutable => gitlab_tail(token, prefix),
            Self::Bech32 => bech32_tail(body, tail),
            Self::Nkey => nkey_tail(body, tail),
            Self::Luhn => tail[0] = luhn_digit(body),
        }
    }
}

const BASE62: &[u8] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const BASE36: &[u8] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const BASE16: &[u8] = b"0123456789abcdef";
const BASE16_UPPER: &[u8] = b"0123456789ABCDEF";
const BASE32: &[u8] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/// Writes `value` over all of `out`, the least significant digit last.
fn write_radix(out: &mut [u8], mut value: u32, digits: &[u8]) {
    let radix = digits.len() as u32;
    for place in out.iter_mut().rev() {
        *place = digits[(value % radix) as usize];
        value /= radix;
    }
}

static CRC32: [u32; 256] = crc32_table();

const fn crc32_table() -> [u32; 256] {
    let mut table = [0u32; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut value = byte as u32;
        let mut bit = 0;
        while bit < 8 {
            value = (value >> 1) ^ (0xEDB8_8320 & (value & 1).wrapping_neg());
            bit += 1;
        }
        table[byte] = value;
        byte += 1;
    }
    table
}

/// CRC-32 as zip, PNG and Ethernet have it (ISO 3309).
pub(crate) fn crc32(bytes: &[u8]) -> u32 {
    !bytes.iter().fold(u32::MAX, |crc, byte| {
        CRC32[((crc ^ u32::from(*byte)) & 0xFF) as usize] ^ (crc >> 8)
    })
}

/// CRC-24 of OpenPGP's armor (RFC 4880, section 6.1).
pub(crate) fn crc24(bytes: &[u8]) -> u32 {
    bytes.iter().fold(0xB7_04CE, |crc, byte| {
        (0..8).fold(crc ^ (u32::from(*byte) << 16), |crc, _| {
            let crc = crc << 1;
            if crc & 0x100_0000 == 0 {
                crc
            } else {
                crc ^ 0x186_4CFB
            }
        })
    }) & 0xFF_FFFF
}

/// CRC-16/XMODEM: polynomial 0x1021, start 0.
fn crc16(bytes: &[u8]) -> u16 {
    bytes.iter().fold(0, |crc, byte| {
        (0..8).fold(crc ^ (u16::from(*byte) << 8), |crc, _| {
            if crc & 0x8000 == 0 {
                crc << 1
            } else {
                (crc << 1) ^ 0x1021
            }
        })
    })
}

/// GitLab's `routable_token.rb`: `prefix payload . length2 crc7`; the payload is what stands before the first
/// dot. A versioned token has `.01` between the two, which the CRC covers as well.
fn gitlab_tail(token: &mut [u8], prefix: usize) {
    let payload = token[prefix..]
        .iter()
        .position(|byte| *byte == b'.')
        .unwrap_or(0);
    let crc_at = token.len() - 7;
    write_radix(&mut token[crc_at - 2..crc_at], payload as u32, BASE36);
    let crc = crc32(&token[..crc_at]);
    write_radix(&mut token[crc_at..], crc, BASE36);
}

const BECH32: &[u8] = b"qpzry9x8gf2tvdw0s3jn54khce6mua7l";

/// The value of a bech32 character in either case; 0 for any other.
fn bech32_value(byte: u8) -> u8 {
    let lower = byte.to_ascii_lowercase();
    BECH32.iter().position(|c| *c == lower).unwrap_or(0) as u8
}

fn bech32_step(state: u32, value: u8) -> u32 {
    const GENERATOR: [u32; 5] = [
        0x3b6a_57b2,
        0x2650_8e6d,
        0x1ea1_19fa,
        0x3d42_33dd,
        0x2a14_62b3,
    ];
    let top = state >> 25;
    let next = (state & 0x1ff_ffff) << 5 ^ u32::from(value);
    GENERATOR
        .iter()
        .enumerate()
        .fold(next, |next, (bit, term)| {
            if top >> bit & 1 == 1 {
                next ^ term
            } else {
                next
            }
        })
}

fn bech32_tail(body: &[u8], tail: &mut [u8]) {
    let Some(separator) = body.iter().rposition(|byte| *byte == b'1') else {
        return;
    };
    let human = body[..separator].iter().map(u8::to_ascii_lowercase);
    let high = human.clone().map(|byte| byte >> 5);
    let low = human.map(|byte| byte & 31);
    let data = body[separator + 1..].iter().map(|byte| bech32_value(*byte));
    let values = high.chain([0]).chain(low).chain(data).chain([0; 6]);
    let state = values.fold(1, bech32_step) ^ 1;
    let upper = body[0].is_ascii_uppercase();
    for (place, shift) in tail.iter_mut().zip([25, 20, 15, 10, 5, 0]) {
        let character = BECH32[(state >> shift & 31) as usize];
        *place = if upper {
            character.to_ascii_uppercase()
        } else {
            character
        };
    }
}

/// The bytes that base32 characters stand for, with the bits that are left over.
fn base32_bytes(text: &[u8]) -> (Vec<u8>, u32, u32) {
    let (mut bytes, mut bits, mut count) = (Vec::with_capacity(text.len()), 0u32, 0);
    for character in text {
        let value = BASE32.iter().position(|c| c == character).unwrap_or(0);
        bits = (bits << 5 | value as u32) & 0xFFF;
        count += 5;
        if count >= 8 {
            count -= 8;
            bytes.push((bits >> count) as u8);
        }
    }
    (bytes, bits & ((1 << count) - 1), count)
}

/// NATS' nkeys: 36 bytes (2 of prefix, 32 of seed, 2 of CRC) are 58 characters. The 54 before the check
/// characters end 2 bits short of the seed's end; those 2 bits are the first of `tail` and stay.
fn nkey_tail(body: &[u8], tail: &mut [u8]) {
    let (mut bytes, rest, count) = base32_bytes(body);
    let missing = 8 - count;
    if !(1..=4).contains(&missing) {
        return;
    }
    let first = BASE32.iter().position(|c| *c == tail[0]).unwrap_or(0) as u32;
    let kept = first >> (5 - missing);
    bytes.push((rest << missing | kept) as u8);
    let crc = crc16(&bytes).to_le_bytes();
    let value = kept << 16 | u32::from(crc[0]) << 8 | u32::from(crc[1]);
    let value = value << (tail.len() as u32 * 5 - missing - 16);
    for (index, place) in tail.iter_mut().rev().enumerate() {
        *place = BASE32[(value >> (5 * index) & 31) as usize];
    }
}

/// The digit that makes the digits of `body` with it pass Luhn's rule; other characters are skipped.
pub(crate) fn luhn_digit(body: &[u8]) -> u8 {
    let digits = body.iter().rev().filter(|byte| byte.is_ascii_digit());
    let sum: u32 = digits
        .enumerate()
        .map(|(index, byte)| {
            let digit = u32::from(byte - b'0');
            let weighted = if index % 2 == 0 { digit * 2 } else { digit };
            weighted / 10 + weighted % 10
        })
        .sum();
    b'0' + ((10 - sum % 10) % 10) as u8
}

/// Whether the digits of `text` (12 to 19 of them; spaces and dashes skipped) pass Luhn's rule.
pub(crate) fn luhn_holds(text: &[u8]) -> bool {
    let count = text.iter().filter(|byte| byte.is_ascii_digit()).count();
    let Some(last) = text.iter().rposition(u8::is_ascii_digit) else {
        return false;
    };
    (12..=19).contains(&count) && luhn_digit(&text[..last]) == text[last]
}

/// ISO 7064 MOD 97-10 of an IBAN with the four leading characters moved to the end, as ISO 13616 has it.
fn iban_remainder(text: &[u8]) -> u32 {
    let clean = || text.iter().filter(|byte| byte.is_ascii_alphanumeric());
    clean()
        .skip(4)
        .chain(clean().take(4))
        .fold(0, |rest, byte| match byte.to_ascii_uppercase() {
            digit @ b'0'..=b'9' => (rest * 10 + u32::from(digit - b'0')) % 97,
            letter => (rest * 100 + u32::from(letter - b'A') + 10) % 97,
        })
}

/// Whether `text` (spaces and dashes skipped) is an IBAN by its check digits and form.
pub(crate) fn iban_holds(text: &[u8]) -> bool {
    let count = text
        .iter()
        .filter(|byte| byte.is_ascii_alphanumeric())
        .count();
    let mut start = text.iter().take(4).map(u8::to_ascii_uppercase);
    let letters = start.by_ref().take(2).all(|byte| byte.is_ascii_uppercase());
    let digits = start.all(|byte| byte.is_ascii_digit());
    letters && digits && (15..=34).contains(&count) && iban_remainder(text) == 1
}

/// The two check digits for an IBAN whose own two (the third and fourth character) are ignored.
pub(crate) fn iban_digits(text: &[u8]) -> [u8; 2] {
    let mut zeroed = text.to_vec();
    for place in zeroed.iter_mut().skip(2).take(2) {
        *place = b'0';
    }
    let check = 98 - iban_remainder(&zeroed);
    [b'0' + (check / 10) as u8, b'0' + (check % 10) as u8]
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(rule: Checksum, token: &str, prefix: usize) -> String {
        let mut token = token.as_bytes().to_vec();
        rule.apply(&mut token, prefix);
        String::from_utf8(token).unwrap()
    }

    // The check values of the catalogue of parametrised CRC algorithms.
    #[test]
    fn crcs_give_the_catalogue_values() {
        assert_eq!(crc32(b"123456789"), 0xCBF4_3926);
        assert_eq!(crc24(b"123456789"), 0x21_CF02);
        assert_eq!(crc16(b"123456789"), 0x31C3);
    }

    // Computed with another implementation (Python's zlib) for invented bodies.
    #[test]
    fn github_and_npm_style() {
        let body = "0123456789abcdefghijABCDEFGHIJ";
        assert_eq!(crc32(body.as_bytes()), 0xced364a5);
        assert_eq!(
            with(Checksum::Crc32Base62, &format!("ghp_{body}000000"), 4),
            format!("ghp_{body}3mpbCX")
        );
    }

    // As above.
    #[test]
    fn hexadecimal_styles() {
        let cloudflare = concat!(
            "cfut_",
            "InventedBodyOfFortyCharacters0123456789A",
            "915ee8e3"
        );
        assert!(Checksum::Crc32Hex.holds(cloudflare.as_bytes(), 5));
        let grafana = concat!("glsa_", "InventedBodyOf32Characters012345", "_fbf889c8");
        assert!(Checksum::Crc32HexLittleEndian.holds(grafana.as_bytes(), 5));
        let atlassian = concat!(
            "ATATT3xFfGF0",
            "InventedBody-of_an_Atlassian_token-0123456789=",
            "3368CCED"
        );
        assert!(Checksum::Crc32HexUpper.holds(atlassian.as_bytes(), 12));
    }

    // As above, from the description in GitLab's `routable_token.rb`.
    #[test]
    fn gitlab_style() {
        for tail in [
            "InventedPayload-Of_27-chars.0r1utdbav",
            "InventedPayload-Of_27-chars.01.0r172ft48",
        ] {
            let token = format!("glpat-{tail}");
            assert!(Checksum::GitLabRoutable.holds(token.as_bytes(), 6));
        }
    }

    #[test]
    fn one_wrong_character_is_noticed() {
        let seed = concat!("ghp_", "0123456789abcdefghijABCDEFGHIJ3mpbCX");
        assert!(Checksum::Crc32Base62.holds(seed.as_bytes(), 4));
        for at in 4..seed.len() {
            let mut wrong = seed.as_bytes().to_vec();
            wrong[at] = if wrong[at] == b'x' { b'y' } else { b'x' };
            assert!(!Checksum::Crc32Base62.holds(&wrong, 4));
        }
    }

    #[test]
    fn luhn_and_iban_published_examples() {
        assert!(luhn_holds(b"4111 1111 1111 1111"));
        assert!(luhn_holds(b"378282246310005"));
        assert!(!luhn_holds(b"4111 1111 1111 1112"));
        assert!(iban_holds(b"GB82 WEST 1234 5698 7654 32"));
        assert!(iban_holds(b"DE89370400440532013000"));
        assert!(!iban_holds(b"DE88370400440532013000"));
        assert_eq!(&iban_digits(b"GB00WEST12345698765432"), b"82");
    }

    // BIP 173 lists these as valid.
    #[test]
    fn bech32_published_examples() {
        for valid in ["A12UEL5L", "abcdef1qpzry9x8gf2tvdw0s3jn54khce6mua7lmqqqxw"] {
            assert!(Checksum::Bech32.holds(valid.as_bytes(), 0));
        }
    }

    // A public test seed of the nkeys documentation.
    #[test]
    fn nkey_published_example() {
        let seed = concat!(
            "SUACSSL3UAHUDXKFSNVUZRF5UHPMWZ6BFDTJ7M6US",
            "DXIEDNPPQYYYCU3VY"
        );
        assert!(Checksum::Nkey.holds(seed.as_bytes(), 2));
    }
}
