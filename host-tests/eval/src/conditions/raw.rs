//! No boundary at all.

use crate::{Access, Boundary, Command, Failure, Output, Session, Setup, Text};

/// Hands everything through.
#[derive(Clone, Copy, Debug)]
pub struct Raw;

impl Boundary for Raw {
    fn open(&self, _: &Setup) -> Result<Box<dyn Session>, Failure> {
        Ok(Box::new(Raw))
    }
}

impl Session for Raw {
    fn sanitize(&mut self, text: Text<'_>) -> Result<Output, Failure> {
        Ok(Output {
            text: text.text.to_owned(),
            replacements: Vec::new(),
        })
    }

    fn display(&mut self, text: &str) -> Result<String, Failure> {
        Ok(text.to_owned())
    }

    fn path(&mut self, text: &str, _: Access) -> Result<String, Failure> {
        Ok(text.to_owned())
    }

    fn command(&mut self, text: &str) -> Result<Command, Failure> {
        let text = text.to_owned();
        Ok(Command {
            text,
            env: Vec::new(),
        })
    }

    fn tool_call(&mut self, _: &str, args: &str) -> Result<Command, Failure> {
        self.command(args)
    }
}
