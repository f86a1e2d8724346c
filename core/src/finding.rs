//! What a detector reports.

use crate::{Kind, Span};

/// How a finding was made. The order is the precedence on overlap: earlier wins.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Rank {
    /// A stand-in of ours: it stays as it is.
    Own,
    /// A raw value this session already knows as a secret, or that the user listed.
    Known,
    /// A part of a parsed structure: the password of a URI, a field of a connection string.
    Part,
    /// A token format.
    Format,
    /// A credential context: assignment, flag, header.
    Context,
    /// Entropy inside a weak credential context.
    Entropy,
    /// An identifying value: path, e-mail, host, name.
    Structural,
}

/// How far a value reaches once it has been seen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reach {
    /// Replaced here only; elsewhere the same text may be innocent.
    Here,
    /// Replaced wherever it stands as a whole token, from now on and in this text.
    Session,
}

/// A span of the text that must not leave, and why.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Finding {
    /// Where, in bytes.
    pub span: Span,
    /// What.
    pub kind: Kind,
    /// Precedence.
    pub rank: Rank,
    /// Which rule; see [`Rule::name`](crate::Rule::name).
    pub rule: crate::Rule,
    /// Whether the value is to be known afterwards.
    pub reach: Reach,
}
