//! Everything that comes from the session key.

use std::hash::Hasher;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use siphasher::sip::SipHasher13;
use siphasher::sip128::{Hasher128, SipHasher13 as Wide};
use zeroize::Zeroizing;

use crate::Kind;

/// The session key, ready for its three uses.
pub(crate) struct SessionKey {
    mac: Hmac<Sha256>,
    table: SipHasher13,
    literals: u64,
    grams: u64,
    raw: Zeroizing<[u8; 32]>,
}

impl SessionKey {
    /// Prepares `key`; the caller's copy is wiped.
    pub(crate) fn new(key: [u8; 32]) -> Self {
        let key = Zeroizing::new(key);
        let derived = Zeroizing::new(mac_of(&key, &[b"tables"]));
        let word = |at: usize| {
            let mut bytes = [0; 8];
            bytes.copy_from_slice(&derived[at..at + 8]);
            u64::from_le_bytes(bytes)
        };
        Self {
            mac: new_mac(&key),
            table: SipHasher13::new_with_keys(word(0), word(8)),
            literals: word(16),
            grams: word(24),
            raw: key,
        }
    }

    /// First half of `HMAC-SHA256(key, type || 0x00 || value)`: the name of a value in tables and logs,
    /// stable within the session and unlinkable between two.
    pub(crate) fn value_key(&self, kind: Kind, raw: &str) -> [u8; 16] {
        let mut mac = self.mac.clone();
        for part in [kind.name().as_bytes(), &[0], raw.as_bytes()] {
            mac.update(part);
        }
        let full = mac.finalize().into_bytes();
        let mut half = [0; 16];
        half.copy_from_slice(&full[..16]);
        half
    }

    /// The key itself, for a snapshot.
    pub(crate) fn raw(&self) -> &[u8; 32] {
        &self.raw
    }

    /// A public name of the session.
    pub(crate) fn id(&self) -> [u8; 16] {
        let mut id = [0; 16];
        id.copy_from_slice(&mac_of(&self.raw, &[b"session id"])[..16]);
        id
    }

    /// A hash for tables that face hostile keys.
    pub(crate) fn hash(&self, tag: u8, text: &str) -> u64 {
        let mut hasher = self.table;
        hasher.write_u8(tag);
        hasher.write(text.as_bytes());
        hasher.finish()
    }

    /// The name of a message behind those that `prefix` names. Keyed, so that nobody can make two messages meet.
    pub(crate) fn message(&self, prefix: u128, text: &str) -> u128 {
        let (one, other) = self.table.keys();
        let mut hasher = Wide::new_with_keys(one, other);
        hasher.write(&prefix.to_le_bytes());
        hasher.write(text.as_bytes());
        hasher.finish128().into()
    }

    /// The seed of the index of pieces.
    pub(crate) fn gram_seed(&self) -> u64 {
        self.grams
    }

    /// The seed of the index of literals.
    pub(crate) fn literal_seed(&self) -> u64 {
        self.literals
    }
}

fn new_mac(key: &[u8; 32]) -> Hmac<Sha256> {
    // HMAC fills a short key with zeros up to the block, so this is the same key.
    let mut block = Zeroizing::new([0; 64]);
    block[..32].copy_from_slice(key);
    Hmac::<Sha256>::new((&*block).into())
}

fn mac_of(key: &[u8; 32], parts: &[&[u8]]) -> [u8; 32] {
    let mut mac = new_mac(key);
    for part in parts {
        mac.update(part);
    }
    mac.finalize().into_bytes().into()
}
