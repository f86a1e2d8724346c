//! What SlotGuard is compared with, in the same run and by the same judges.

mod ablation;
mod patterns;
mod raw;

pub use ablation::{Ablation, Off};
pub use patterns::{Labels, Patterns};
pub use raw::Raw;
