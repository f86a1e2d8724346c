//! The two sides that are compared: a session in the sandbox, and the core without one.

use slotguard_core as core;
use slotguard_host::{Access, Boundary, Config, Context, Files, Origin, Root, Session, Shell};

use crate::cli::end::End;

pub(super) const ROOT: &str = "/Users/tove/skagerrak/tide-api";
const HOME: &str = "/Users/tove";
pub(super) const USER: &str = "tove";

/// A session of the component.
pub(super) struct Component(pub(super) Session);

impl Component {
    pub(super) fn open(boundary: &Boundary) -> Result<Self, End> {
        let config = Config {
            roots: vec![Root::new(ROOT)],
            home: Some(HOME.to_owned()),
            user: Some(USER.to_owned()),
            ..Config::default()
        };
        // The machine of the bench is invented: what the file system would cost is not measured.
        let boundary = boundary.with_files(Files::Elsewhere);
        Ok(Component(boundary.session(config)?))
    }

    /// Returns the number of replacements.
    pub(super) fn sanitize(&mut self, text: &str) -> Result<usize, End> {
        let safe = self.0.sanitize(text, Origin::Tool, &Context::default())?;
        Ok(safe.replacements.len())
    }

    /// Returns the number of replacements.
    pub(super) fn sanitize_json(&mut self, text: &str) -> Result<usize, End> {
        Ok(self.0.sanitize_json(text)?.replacements.len())
    }

    /// Returns the number of restored parts.
    pub(super) fn rebind_path(&mut self, text: &str) -> Result<usize, End> {
        Ok(self.0.rebind_path(text, Access::Read)?.restored.len())
    }

    /// Returns the length of what a shell would get.
    pub(super) fn rebind_command(&mut self, text: &str) -> Result<usize, End> {
        Ok(self.0.rebind_command(text, Shell::Posix)?.text.len())
    }

    /// Returns the length of what the tool would get.
    pub(super) fn rebind_call(&mut self, tool: &str, args: &str) -> Result<usize, End> {
        Ok(self.0.rebind_tool_call(tool, args)?.args.len())
    }

    pub(super) fn echo(&mut self, text: &str) -> Result<usize, End> {
        Ok(self.0.echo(text)?.len())
    }
}

/// A session of the core.
pub(super) struct Native(pub(super) core::Session);

impl Native {
    pub(super) fn open() -> Result<Self, End> {
        let config = core::Config {
            roots: vec![ROOT.to_owned()],
            home: Some(HOME.to_owned()),
            user: Some(USER.to_owned()),
            ..core::Config::default()
        };
        let mut key = [0; 32];
        core::Random::fill(&mut System, &mut key);
        core::Session::new(config, key, Box::new(System))
            .map(Native)
            .map_err(|error| End::Failed(error.to_string()))
    }

    pub(super) fn sanitize(&mut self, text: &str) -> Result<usize, End> {
        let context = core::Context::default();
        let safe = self.0.sanitize(text, core::Origin::Tool, &context);
        let safe = safe.map_err(|error| End::Failed(error.to_string()))?;
        Ok(safe.replacements.len())
    }

    pub(super) fn sanitize_json(&mut self, text: &str) -> Result<usize, End> {
        let safe = self.0.sanitize_json(text);
        let safe = safe.map_err(|error| End::Failed(error.to_string()))?;
        Ok(safe.replacements.len())
    }

    pub(super) fn rebind_path(&mut self, text: &str) -> Result<usize, End> {
        let rebound = self.0.rebind_path(text, core::config::Access::Read);
        let rebound = rebound.map_err(|refusal| End::Failed(refusal.to_string()))?;
        Ok(rebound.restored.len())
    }

    pub(super) fn rebind_command(&mut self, text: &str) -> Result<usize, End> {
        let rebound = self.0.rebind_command(text, core::Shell::Posix);
        match rebound
            .map_err(|refusal| End::Failed(refusal.to_string()))?
            .words
        {
            core::Words::Text(text) => Ok(text.len()),
            core::Words::Argv(argv) => Ok(argv.len()),
        }
    }

    pub(super) fn rebind_call(&mut self, tool: &str, args: &str) -> Result<usize, End> {
        let rebound = self.0.rebind_tool_call(tool, args);
        let rebound = rebound.map_err(|refusal| End::Failed(refusal.to_string()))?;
        Ok(rebound.args.len())
    }
}

/// The operating system's entropy.
struct System;

impl core::Random for System {
    fn fill(&mut self, buffer: &mut [u8]) {
        // Without entropy a surrogate would be no surrogate; the bench can only stop.
        if getrandom::fill(buffer).is_err() {
            std::process::abort();
        }
    }
}
