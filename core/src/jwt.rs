//! Fresh JSON web tokens: header and payload parse, lengths stay, nothing of the original's claims does.

use crate::base64::{self, Base64};
use crate::json_token::object_of_len;
use crate::random::Draw;
use crate::shape::Alphabet;

/// A token with segments as long as those of `original`. `None` if a segment has a length that base64 cannot have.
pub(crate) fn generate(original: &str, draw: &mut Draw<'_>) -> Option<String> {
    let segments: Vec<&str> = original.split('.').collect();
    let lens: Vec<usize> = segments.iter().map(|segment| segment.len()).collect();
    let mut fresh = Vec::with_capacity(segments.len());
    for (index, segment) in segments.iter().enumerate() {
        fresh.push(match index {
            0 => object(segment.len(), &heads(&lens), "kid", draw)?,
            1 if lens.len() < 4 && segment.starts_with("ey") => {
                object(segment.len(), &[], "sub", draw)?
            }
            1 if lens.len() < 4 && *segment == "e30" => "e30".to_owned(),
            _ => random_segment(segment.len(), draw),
        });
    }
    Some(fresh.join("."))
}

/// What the header may begin with, best first: its algorithm fits the lengths of the other segments.
fn heads(lens: &[usize]) -> Vec<&'static str> {
    match lens {
        [_, 0, 22, _, _] => vec![r#"{"alg":"dir","enc":"A128CBC-HS256""#, r#"{"alg":"dir""#],
        [_, 0, _, _, _] => vec![r#"{"alg":"dir","enc":"A256GCM""#, r#"{"alg":"dir""#],
        [_, 54, _, _, _] => vec![r#"{"alg":"A256KW","enc":"A256GCM""#, r#"{"alg":"A256KW""#],
        [_, _, _, _, _] => vec![
            r#"{"alg":"RSA-OAEP","enc":"A256GCM""#,
            r#"{"alg":"RSA-OAEP""#,
        ],
        [_, _, 64] => vec![r#"{"alg":"HS384","typ":"JWT""#, r#"{"alg":"HS384""#],
        [_, _, 86] => vec![r#"{"alg":"ES256","typ":"JWT""#, r#"{"alg":"ES256""#],
        [_, _, 128] => vec![r#"{"alg":"ES384","typ":"JWT""#, r#"{"alg":"ES384""#],
        [_, _, 176] => vec![r#"{"alg":"ES512","typ":"JWT""#, r#"{"alg":"ES512""#],
        [_, _, 342 | 512 | 683] => vec![r#"{"alg":"RS256","typ":"JWT""#, r#"{"alg":"RS256""#],
        _ => vec![r#"{"alg":"HS256","typ":"JWT""#, r#"{"alg":"HS256""#],
    }
}

/// Base64 of an object, `len` characters: with one of `heads` and a member `key`, or what there is room for.
fn object(len: usize, heads: &[&str], key: &str, draw: &mut Draw<'_>) -> Option<String> {
    let bytes = decoded_len(len)?;
    let json = heads
        .iter()
        .find_map(|head| object_of_len(head, key, bytes, draw))
        .or_else(|| object_of_len("{", key, bytes, draw))
        .or_else(|| object_of_len("{", "k", bytes, draw))
        .or_else(|| small_object(bytes, draw))?;
    Some(base64::encode(json.as_bytes(), Base64::Url))
}

/// `{"k":7}` with as many digits as fit; where none would, without a name.
fn small_object(bytes: usize, draw: &mut Draw<'_>) -> Option<String> {
    let name = if bytes > 6 { "k" } else { "" };
    let digits = bytes.checked_sub(5 + name.len());
    let digits = digits.filter(|digits| *digits > 0)?;
    let nonzero = &Alphabet::Digits.members()[1..];
    let number: String = (0..digits).map(|_| char::from(draw.of(nonzero))).collect();
    Some(format!("{{\"{name}\":{number}}}"))
}

/// How many bytes `len` characters of unpadded base64 stand for.
fn decoded_len(len: usize) -> Option<usize> {
    (len % 4 != 1).then_some(len * 3 / 4)
}

fn random_segment(len: usize, draw: &mut Draw<'_>) -> String {
    let members = Alphabet::Base64Url.members();
    let mut segment: String = (0..len).map(|_| char::from(draw.of(members))).collect();
    let spare = match len % 4 {
        2 => 4,
        3 => 2,
        _ => return segment,
    };
    if let Some(last) = segment.pop() {
        let value = members
            .iter()
            .position(|member| char::from(*member) == last);
        segment.push(char::from(members[value.unwrap_or(0) >> spare << spare]));
    }
    segment
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    #[test]
    fn headers_of_any_length_begin_like_headers() {
        let mut source = Seeded(3);
        for bytes in 7..40_usize {
            let len = (bytes * 4).div_ceil(3);
            let token = format!(
                "eyJ{}.eyJzdWIiOiJ6b2UifQ.{}",
                "h".repeat(len - 3),
                "h".repeat(43)
            );
            let fresh = generate(&token, &mut Draw::new(&mut source));
            assert!(
                fresh.is_some_and(|fresh| fresh.starts_with("eyJ")),
                "{bytes}"
            );
        }
    }
}
