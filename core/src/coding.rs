//! Base64 without padding, as password hashes write it: the last character has bits to spare, and strict readers
//! refuse a hash where they are set.

use crate::shape::Alphabet;

/// An order of 64 characters and the end of the last one that holds its spare bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Coding {
    /// RFC 4648, section 4; the spare bits are the low ones.
    Base64,
    /// The same with `.` for `+` (passlib).
    Adapted,
    /// `./A-Za-z0-9` (bcrypt), the spare bits are the low ones.
    Bcrypt,
    /// `./0-9A-Za-z` (Cisco IOS), the spare bits are the low ones.
    Cisco,
    /// `./0-9A-Za-z` (crypt(5)), the spare bits are the high ones.
    Crypt,
}

const ADAPTED: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789./";
const BCRYPT: &[u8; 64] = b"./ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789";
const CRYPT: &[u8; 64] = b"./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

impl Coding {
    /// The characters, as a run of them is matched.
    pub const fn alphabet(self) -> Alphabet {
        match self {
            Coding::Base64 => Alphabet::Base64,
            _ => Alphabet::Crypt,
        }
    }

    fn members(self) -> &'static [u8] {
        match self {
            Coding::Base64 => Alphabet::Base64.members(),
            Coding::Adapted => ADAPTED,
            Coding::Bcrypt => BCRYPT,
            Coding::Cisco | Coding::Crypt => CRYPT,
        }
    }

    /// Clears the spare bits of the last character of `run`, which is a whole run. Without `slashes` there is none
    /// afterwards: it would end the authority of a URI.
    pub(crate) fn clear_spare_bits(self, run: &mut [u8], slashes: bool) {
        let spare: usize = match run.len() % 4 {
            2 => 4,
            3 => 2,
            _ => return,
        };
        let members = self.members();
        let Some(last) = run.last_mut() else { return };
        if let Some(value) = members.iter().position(|member| member == last) {
            *last = match self {
                Coding::Crypt => match members[value & (0x3f >> spare)] {
                    b'/' if !slashes => b'0',
                    cleared => cleared,
                },
                _ => members[value >> spare << spare],
            };
        }
    }
}
