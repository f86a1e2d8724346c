//! Sanitizes a file again and again with everything that is random fixed, for counters of instructions:
//! `instructions FILE TIMES`. Two runs that differ in TIMES give the cost of one turn without start-up.

use std::process::ExitCode;
use std::{env, fs};

use slotguard_core::{Config, Context, Origin, Random, Session};

/// A fixed sequence; the same work in every run.
struct Fixed(u64);

impl Random for Fixed {
    fn fill(&mut self, buffer: &mut [u8]) {
        for byte in buffer {
            self.0 = self.0.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            *byte = (self.0 >> 56) as u8;
        }
    }
}

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [file, times] = args.as_slice() else {
        return ExitCode::from(2);
    };
    let (Ok(text), Ok(times)) = (fs::read_to_string(file), times.parse::<usize>()) else {
        return ExitCode::from(2);
    };
    let text = text.replace('¦', "");
    let Ok(mut session) = Session::new(Config::default(), [7; 32], Box::new(Fixed(1))) else {
        return ExitCode::FAILURE;
    };
    for _ in 0..times {
        let done = session.sanitize(&text, Origin::Tool, &Context::default());
        if done.is_err() {
            return ExitCode::FAILURE;
        }
    }
    ExitCode::SUCCESS
}
