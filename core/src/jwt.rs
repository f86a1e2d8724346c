//! Fresh JSON web tokens: header and payload parse, lengths stay, nothing of the original's claims does.

use crate::base64::{self, Base64};
use crate::json_token::object_of_len;
use crate::random::Draw;
use crate::shape::Alphabet;

/// A token with segments as long as those of `original`. `None` if a segment has a length that base64 cannot have,
/// or is too short for JSON.
pub(crate) fn generate(original: &str, draw: &mut Draw<'_>) -> Option<String> {
    let segments: Vec<&str> = original.split('.').collect();
    let encrypted = segments.len() == 5;
    let last = segments.last().map_or(0, |segment| segment.len());
    let mut fresh = Vec::with_capacity(segments.len());
    for (index, segment) in segments.iter().enumerate() {
        fresh.push(match index {
            0 => header(segment.len(), last, encrypted, draw)?,
            1 if !encrypted && segment.starts_with("eyJ") => payload(segment.len(), draw)?,
            _ => random_segment(segment.len(), draw),
        });
    }
    Some(fresh.join("."))
}

/// A header whose algorithm fits a signature of `signature` characters.
fn header(len: usize, signature: usize, encrypted: bool, draw: &mut Draw<'_>) -> Option<String> {
    let head = match (encrypted, signature) {
        (true, _) => r#"{"alg":"dir","enc":"A256GCM""#,
        (_, 64) => r#"{"alg":"HS384""#,
        (_, 86) => r#"{"alg":"ES256""#,
        (_, 128) => r#"{"alg":"ES384""#,
        (_, 342 | 683) => r#"{"alg":"RS256""#,
        _ => r#"{"alg":"HS256""#,
    };
    let typed = format!(r#"{head},"typ":"JWT""#);
    let bytes = decoded_len(len)?;
    let json = [typed.as_str(), head, r#"{"alg":"dir""#]
        .iter()
        .find_map(|head| object_of_len(head, "kid", bytes, draw))?;
    Some(base64::encode(json.as_bytes(), Base64::Url))
}

fn payload(len: usize, draw: &mut Draw<'_>) -> Option<String> {
    let bytes = decoded_len(len)?;
    let json = object_of_len("{", "sub", bytes, draw)?;
    Some(base64::encode(json.as_bytes(), Base64::Url))
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
