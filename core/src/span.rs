//! A half-open byte range of a text.

/// A half-open range `[start, end)` of byte offsets in UTF-8 text.
///
/// Both ends lie on character boundaries of the text the span was made for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Span {
    /// Offset of the first byte.
    pub start: usize,
    /// Offset just past the last byte.
    pub end: usize,
}

impl Span {
    /// The span `[start, end)`.
    pub const fn new(start: usize, end: usize) -> Self {
        Self { start, end }
    }

    /// Length in bytes.
    pub const fn len(self) -> usize {
        self.end - self.start
    }

    /// Whether the span covers nothing.
    pub const fn is_empty(self) -> bool {
        self.end <= self.start
    }

    /// Whether every byte of `other` lies in this span.
    pub const fn contains(self, other: Span) -> bool {
        self.start <= other.start && other.end <= self.end
    }

    /// Whether the two spans share a byte.
    pub const fn overlaps(self, other: Span) -> bool {
        self.start < other.end && other.start < self.end
    }

    /// The part of `text` that the span covers.
    pub fn of(self, text: &str) -> &str {
        &text[self.start..self.end]
    }
}
