//! Nothing but tests: parsers and validators of other people read what the boundary wrote. See `tests/`.
