//! Fresh key material in SSH's encodings: `openssh-key-v1` (OpenSSH's PROTOCOL.key) and public blobs (RFC 4253, 6.6).

use super::der;
use crate::random::Draw;
use crate::shape::Alphabet;

/// The first bytes of an OpenSSH private key.
pub(super) const MAGIC: &[u8] = b"openssh-key-v1\0";

/// Draws a private key anew: names of algorithms, lengths and padding stay, numbers do not, and what occurs twice in
/// the original does so in the outcome (both halves hold the public key).
pub(super) fn refresh(bytes: &mut [u8], draw: &mut Draw<'_>) {
    let original = bytes.to_vec();
    let mut fields = Fields {
        original: &original,
        bytes,
        at: MAGIC.len(),
        seen: Vec::new(),
        draw,
    };
    if !original.starts_with(MAGIC) {
        der::random(bytes, draw);
    } else if fields.private_key().is_none() {
        let at = fields.at;
        der::random(&mut bytes[at..], draw);
    }
}

/// Draws a run of strings anew, as public blobs and PuTTY's private ones hold them. The first may be a name.
pub(super) fn refresh_strings(bytes: &mut [u8], draw: &mut Draw<'_>) {
    let original = bytes.to_vec();
    let mut fields = Fields {
        original: &original,
        bytes,
        at: 0,
        seen: Vec::new(),
        draw,
    };
    fields.strings(original.len());
}

struct Fields<'a, 'd> {
    original: &'a [u8],
    bytes: &'a mut [u8],
    at: usize,
    /// Contents that were drawn: start and length.
    seen: Vec<(usize, usize)>,
    draw: &'a mut Draw<'d>,
}

impl Fields<'_, '_> {
    fn private_key(&mut self) -> Option<()> {
        let cipher = self.string()?;
        let plain = &self.original[cipher.0..cipher.1] == b"none";
        self.string()?;
        let options = self.string()?;
        if options.1 - options.0 > 8 {
            // A salt and, in the last four bytes, the rounds.
            der::random(&mut self.bytes[options.0 + 4..options.1 - 4], self.draw);
        }
        self.number()?;
        let public = self.string()?;
        self.at = public.0;
        self.strings(public.1);
        self.at = public.1;
        let private = self.string()?;
        if !plain {
            der::random(&mut self.bytes[private.0..private.1], self.draw);
            self.at = private.1;
            return Some(());
        }
        self.at = private.0;
        self.check_numbers()?;
        self.strings(private.1);
        Some(())
    }

    /// Two equal numbers, by which OpenSSH knows that it decrypted well.
    fn check_numbers(&mut self) -> Option<()> {
        let (first, second) = (self.number()?, self.number()?);
        der::random(&mut self.bytes[first..first + 4], self.draw);
        self.bytes.copy_within(first..first + 4, second);
        Some(())
    }

    /// The four bytes at the cursor; gives their offset.
    fn number(&mut self) -> Option<usize> {
        let at = self.at;
        self.original.get(at..at + 4)?;
        self.at += 4;
        Some(at)
    }

    /// The string at the cursor; gives the range of its content.
    fn string(&mut self) -> Option<(usize, usize)> {
        let octets = self.original.get(self.at..self.at + 4)?;
        let len = octets
            .iter()
            .fold(0, |len, octet| len << 8 | usize::from(*octet));
        let start = self.at + 4;
        let end = start
            .checked_add(len)
            .filter(|end| *end <= self.original.len())?;
        self.at = end;
        Some((start, end))
    }

    /// Every string up to `end`, to which the cursor goes. What is none is padding (1, 2, 3, ...) or drawn.
    fn strings(&mut self, end: usize) {
        let mut from = self.at;
        while let Some((start, stop)) = self.string().filter(|(_, stop)| *stop <= end) {
            self.field(start, stop);
            from = stop;
        }
        let counts = |(index, byte): (usize, &u8)| usize::from(*byte) == index + 1;
        if !self.original[from..end].iter().enumerate().all(counts) {
            der::random(&mut self.bytes[from..end], self.draw);
        }
        self.at = end;
    }

    fn field(&mut self, start: usize, end: usize) {
        let content = &self.original[start..end];
        let len = content.len();
        if is_name(content) || len <= 3 {
            return;
        }
        if content
            .iter()
            .all(|byte| byte.is_ascii_graphic() || *byte == b' ')
        {
            let letters = Alphabet::Lower.members();
            self.bytes[start..end]
                .iter_mut()
                .for_each(|byte| *byte = self.draw.of(letters));
        } else {
            self.content(start, end);
        }
        self.seen.push((start, len));
    }

    /// Key material; what was seen before is copied, at the end of an Ed25519 key too.
    fn content(&mut self, start: usize, end: usize) {
        let fresh = &mut self.bytes[start..end];
        match self.original[start] {
            4 if fresh.len() % 2 == 1 => der::point(fresh, self.draw),
            _ if fresh.len() > 64 || self.original[start] == 0 => der::integer(fresh, self.draw),
            _ => der::random(fresh, self.draw),
        }
        for (seen, len) in &self.seen {
            let old = &self.original[*seen..*seen + *len];
            if self.original[start..end].ends_with(old) {
                self.bytes.copy_within(*seen..*seen + *len, end - *len);
            }
        }
    }
}

/// Names of key types and curves.
fn is_name(content: &[u8]) -> bool {
    let starts: [&[u8]; 5] = [b"ssh-", b"ecdsa-sha2-", b"sk-ssh-", b"sk-ecdsa-", b"nistp"];
    starts.iter().any(|start| content.starts_with(start)) && content.len() < 64
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::formats::tests::Seeded;

    fn string(out: &mut Vec<u8>, content: &[u8]) {
        out.extend((content.len() as u32).to_be_bytes());
        out.extend(content);
    }

    /// An unencrypted Ed25519 key of invented bytes.
    fn key() -> Vec<u8> {
        let (mut public, mut private) = (Vec::new(), vec![9; 8]);
        let (point, seed) = ([0xA5; 32], [0x5A; 32]);
        string(&mut public, b"ssh-ed25519");
        string(&mut public, &point);
        string(&mut private, b"ssh-ed25519");
        string(&mut private, &point);
        string(&mut private, &[seed, point].concat());
        string(&mut private, b"someone@machine");
        private.extend([1, 2, 3, 4, 5]);
        let mut key = MAGIC.to_vec();
        [&b"none"[..], b"none", b""]
            .iter()
            .for_each(|content| string(&mut key, content));
        key.extend([0, 0, 0, 1]);
        string(&mut key, &public);
        string(&mut key, &private);
        key
    }

    #[test]
    fn both_halves_of_a_fresh_key_agree() {
        let key = key();
        let mut made = key.clone();
        let mut source = Seeded(2);
        refresh(&mut made, &mut Draw::new(&mut source));
        assert_eq!(made.len(), key.len());
        let differs = (0..key.len()).filter(|at| key[*at] != made[*at]).count();
        assert!(differs > 100);
        let points: Vec<_> = (0..made.len() - 32)
            .filter(|at| key[*at..].starts_with(&[0xA5; 32]))
            .map(|at| made[at..at + 32].to_vec())
            .collect();
        assert!(points.len() == 3 && points[0] == points[1] && points[1] == points[2]);
        let check = key.windows(8).position(|bytes| bytes == [9; 8]).unwrap();
        assert_eq!(made[check..check + 4], made[check + 4..check + 8]);
        assert!(made.ends_with(&[1, 2, 3, 4, 5]));
    }

    #[test]
    fn cut_keys_are_drawn_to_their_end() {
        let key = key();
        for len in MAGIC.len()..key.len() {
            let mut made = key[..len].to_vec();
            let mut source = Seeded(2);
            refresh(&mut made, &mut Draw::new(&mut source));
            assert_eq!(made.len(), len);
            assert!(
                !made
                    .windows(16)
                    .any(|bytes| bytes == [0x5A; 16] || bytes == [0xA5; 16])
            );
        }
    }
}
