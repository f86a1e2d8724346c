//! The component as the evaluation sees it.

use slotguard_eval as eval;
use slotguard_eval::{Command, Failure, Output, Replacement, Setup, Text};
use slotguard_host::{
    Access, Boundary, Config, Context, Error, Files, Kind, Literal, Origin, Root, Sanitized,
    Session, Spelling,
};

/// The embedded component.
pub(crate) struct Component(Boundary);

impl Component {
    /// Loads it, with stand-ins that follow from the seed.
    pub(crate) fn new(seed: u64) -> Result<Self, Error> {
        // Its machines are invented: a link of this one means nothing there.
        let boundary = Boundary::new()?.with_files(Files::Elsewhere);
        Ok(Self(boundary.with_known_entropy(seed)))
    }
}

impl eval::Boundary for Component {
    fn open(&self, setup: &Setup) -> Result<Box<dyn eval::Session>, Failure> {
        let session = self.0.session(config(setup)).map_err(failure)?;
        Ok(Box::new(Live(session)))
    }
}

fn config(setup: &Setup) -> Config {
    let literals = setup.literals.iter().filter_map(|(value, kind)| {
        let (value, kind) = (value.clone(), kind_of(kind)?);
        Some(Literal { value, kind })
    });
    Config {
        roots: setup.roots.iter().map(Root::new).collect(),
        cwd: setup.cwd.clone(),
        home: setup.home.clone(),
        user: setup.user.clone(),
        literals: literals.collect(),
        disabled: setup
            .disabled
            .iter()
            .filter_map(|kind| kind_of(kind))
            .collect(),
        public_ips: setup.hide_more,
        person_names: setup.hide_more,
        account_ids: setup.hide_more,
        spelling: if setup.dashed {
            Spelling::Dashed
        } else {
            Spelling::Bracket
        },
        ..Config::default()
    }
}

fn kind_of(name: &str) -> Option<Kind> {
    Kind::from_name(name)
}

fn failure(error: Error) -> Failure {
    match error {
        Error::Refused(refusal) => Failure::new(refusal.kind.name(), refusal.message),
        error => Failure::new("error", error.to_string()),
    }
}

struct Live(Session);

impl Live {
    fn output(&mut self, sanitized: Sanitized) -> Result<Output, Failure> {
        let names = self.0.rules().map_err(failure)?;
        let replacements = sanitized.replacements.iter().map(|one| Replacement {
            kind: one.kind.name().to_owned(),
            input: one.input.start as usize..one.input.end as usize,
            output: one.output.start as usize..one.output.end as usize,
            rule: names
                .get(usize::from(one.rule))
                .cloned()
                .unwrap_or_default(),
        });
        Ok(Output {
            text: sanitized.text,
            replacements: replacements.collect(),
        })
    }
}

impl eval::Session for Live {
    fn sanitize(&mut self, text: Text<'_>) -> Result<Output, Failure> {
        let origin = match text.origin {
            eval::Origin::User => Origin::User,
            eval::Origin::Tool => Origin::Tool,
            eval::Origin::File => Origin::File,
            eval::Origin::Model => Origin::Model,
        };
        let context = Context {
            file: text.file.map(str::to_owned),
            ..Context::default()
        };
        let sanitized = self.0.sanitize(text.text, origin, &context);
        self.output(sanitized.map_err(failure)?)
    }

    fn sanitize_bytes(&mut self, bytes: &[u8]) -> Result<Output, Failure> {
        let sanitized = self
            .0
            .sanitize_bytes(bytes, Origin::Tool, &Context::default());
        self.output(sanitized.map_err(failure)?)
    }

    fn display(&mut self, text: &str) -> Result<String, Failure> {
        Ok(self.0.rebind_display(text).map_err(failure)?.text)
    }

    fn reveal(&mut self, stand_in: &str) -> Result<Option<String>, Failure> {
        let revealed = self.0.reveal(stand_in).map_err(failure)?;
        Ok(revealed.map(|value| value.expose().to_owned()))
    }

    fn path(&mut self, text: &str, access: eval::Access) -> Result<String, Failure> {
        let access = match access {
            eval::Access::Read => Access::Read,
            eval::Access::Write => Access::Write,
        };
        Ok(self.0.rebind_path(text, access).map_err(failure)?.text)
    }

    fn command(&mut self, text: &str) -> Result<Command, Failure> {
        let rebound = self.0.rebind_command(text, slotguard_host::Shell::Posix);
        let rebound = rebound.map_err(failure)?;
        Ok(Command {
            text: rebound.text,
            env: rebound.env.into_iter().collect(),
        })
    }

    fn tool_call(&mut self, tool: &str, args: &str) -> Result<Command, Failure> {
        let rebound = self.0.rebind_tool_call(tool, args).map_err(failure)?;
        Ok(Command {
            text: rebound.args,
            env: rebound.env.into_iter().collect(),
        })
    }
}
