//! Symbolic links on a real file system: what leads out of a scope is refused, what stays in it is not.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::symlink;
use std::path::PathBuf;

use slotguard_host::{
    Access, Boundary, Config, Context, Error, Files, Origin, RefusalKind, Root, Scope, Session,
};

/// A machine in a directory of its own: a workspace and, beside it, what no session may reach.
///
/// Scratch directories are open by default, so it lies in the build's directory, or in the home where that is one.
struct Machine(PathBuf);

fn outside() -> PathBuf {
    let scratch = ["/tmp", "/private/tmp", "/var/tmp", "/private/var/tmp"];
    let home = std::env::var_os("HOME").map(PathBuf::from);
    let places = [Some(PathBuf::from(env!("CARGO_TARGET_TMPDIR"))), home];
    let real = places
        .into_iter()
        .flatten()
        .filter_map(|place| place.canonicalize().ok());
    let mut open = real.filter(|place| !scratch.iter().any(|scratch| place.starts_with(scratch)));
    open.next()
        .expect("the build's directory and the home are both scratch directories")
}

impl Machine {
    fn new(name: &str) -> Self {
        let name = format!("slotguard-links-{}-{name}", std::process::id());
        let base = outside().join(name);
        let _ = fs::remove_dir_all(&base);
        for dir in ["work/src", "private", "elsewhere/lib"] {
            fs::create_dir_all(base.join(dir)).expect("can be made");
        }
        for file in ["work/src/a.rs", "private/letter.txt", "elsewhere/lib/b.rs"] {
            fs::write(base.join(file), "x").expect("can be written");
        }
        Machine(base)
    }

    fn path(&self, path: &str) -> String {
        self.0.join(path).display().to_string()
    }

    fn link(&self, at: &str, to: &str) {
        symlink(to, self.0.join(at)).expect("can be made");
    }

    fn session(&self) -> Session {
        self.session_with(Files::Here, |_| {})
    }

    fn session_with(&self, files: Files, change: impl FnOnce(&mut Config)) -> Session {
        let boundary = Boundary::new();
        let boundary = boundary.expect("run `cargo xtask test`, which builds the component first");
        let mut config = Config {
            roots: vec![Root::new(self.path("work"))],
            cwd: Some(self.path("work")),
            ..Config::default()
        };
        change(&mut config);
        let session = boundary.with_files(files).session(config);
        let mut session = session.expect("a good configuration");
        let shown = session.sanitize(&self.path("work"), Origin::Tool, &Context::default());
        assert_eq!(shown.expect("passes").text, "[REPO_ROOT_1]");
        session
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn kind<T>(answer: Result<T, Error>) -> Result<(), RefusalKind> {
    match answer {
        Ok(_) => Ok(()),
        Err(Error::Refused(refusal)) => Err(refusal.kind),
        Err(error) => panic!("{error}"),
    }
}

fn read(session: &mut Session, path: &str) -> Result<(), RefusalKind> {
    kind(session.rebind_path(path, Access::Read))
}

fn write(session: &mut Session, path: &str) -> Result<(), RefusalKind> {
    kind(session.rebind_path(path, Access::Write))
}

const OUT: Result<(), RefusalKind> = Err(RefusalKind::OutOfScope);

#[test]
fn links_that_lead_out_of_the_scope_are_refused() {
    let machine = Machine::new("out");
    machine.link("work/file", "../private/letter.txt");
    machine.link("work/dir", "../private");
    machine.link("work/absolute", &machine.path("private"));
    machine.link("work/src/chain", "../dir");
    machine.link("work/etc", "/etc");
    let mut session = machine.session();
    for path in [
        "[REPO_ROOT_1]/file",
        "[REPO_ROOT_1]/dir",
        "[REPO_ROOT_1]/dir/letter.txt",
        "[REPO_ROOT_1]/absolute/letter.txt",
        // Two links, one after the other, in the middle of a path.
        "[REPO_ROOT_1]/src/chain/letter.txt",
        "[REPO_ROOT_1]/etc/hostname",
        "dir/letter.txt",
        "src/../dir/letter.txt",
        "file://[REPO_ROOT_1]/dir/letter.txt",
        // A new file, whose parent is a link.
        "[REPO_ROOT_1]/dir/new.txt",
        "[REPO_ROOT_1]/dir/new/deep/er.txt",
    ] {
        assert_eq!(read(&mut session, path), OUT, "{path}");
        assert_eq!(write(&mut session, path), OUT, "{path}");
    }
}

#[test]
fn links_to_what_is_not_there_yet_are_followed() {
    let machine = Machine::new("dangling");
    machine.link("work/out", "../private/later.txt");
    machine.link("work/in", "src/later.rs");
    machine.link("work/gone", "../private/no/such/dir");
    let mut session = machine.session();
    assert_eq!(write(&mut session, "[REPO_ROOT_1]/out"), OUT);
    assert_eq!(write(&mut session, "[REPO_ROOT_1]/gone/x"), OUT);
    assert_eq!(write(&mut session, "[REPO_ROOT_1]/in"), Ok(()));
}

#[test]
fn a_loop_leads_nowhere() {
    let machine = Machine::new("loop");
    machine.link("work/one", "two");
    machine.link("work/two", "one");
    machine.link("work/self", "self");
    machine.link("work/deeper", "deeper/x");
    let mut session = machine.session();
    for path in ["one", "one/x", "self", "deeper"] {
        assert_eq!(read(&mut session, path), OUT, "{path}");
    }
}

#[test]
fn links_that_stay_inside_pass_as_they_are_written() {
    let machine = Machine::new("inside");
    machine.link("work/current", "src");
    machine.link("work/up", "src/../src/a.rs");
    machine.link("work/around", "../work/src");
    let mut session = machine.session();
    for path in [
        "current/a.rs",
        "up",
        "around/a.rs",
        "current/new.rs",
        "src/a.rs",
        "src/none.rs",
    ] {
        assert_eq!(write(&mut session, path), Ok(()), "{path}");
    }
    let done = session.rebind_path("[REPO_ROOT_1]/current/a.rs", Access::Read);
    let want = machine.path("work/current/a.rs");
    assert_eq!(done.ok().map(|done| done.text), Some(want));
}

#[test]
fn a_place_that_is_never_opened_is_not_opened_by_another_name() {
    let machine = Machine::new("hooks");
    fs::create_dir_all(machine.0.join("work/.git/hooks")).expect("can be made");
    fs::create_dir_all(machine.0.join("work/.ssh")).expect("can be made");
    machine.link("work/tools", ".git/hooks");
    machine.link("work/keys", ".ssh");
    let mut session = machine.session();
    assert_eq!(write(&mut session, "tools/pre-commit"), OUT);
    assert_eq!(read(&mut session, "tools/pre-commit"), Ok(()));
    assert_eq!(read(&mut session, "keys/id_rsa"), OUT);
}

#[test]
fn a_root_that_is_a_link_is_the_users_word() {
    let machine = Machine::new("root");
    machine.link("shortcut", "elsewhere/lib");
    machine.link("elsewhere/lib/self", "../lib/b.rs");
    machine.link("elsewhere/lib/out", "../../private/letter.txt");
    let mut session = machine.session_with(Files::Here, |config| {
        config.scopes = vec![Scope {
            path: machine.path("shortcut"),
            access: Access::Read,
        }];
    });
    let at = |path: &str| machine.path(&format!("shortcut/{path}"));
    assert_eq!(read(&mut session, &at("b.rs")), Ok(()));
    assert_eq!(read(&mut session, &at("self")), Ok(()));
    assert_eq!(read(&mut session, &at("out")), OUT);
    assert_eq!(write(&mut session, &at("b.rs")), OUT);
    // Reading is what the other scope is for, through a link from the workspace too.
    machine.link("work/lib", "../shortcut/b.rs");
    assert_eq!(read(&mut session, "lib"), Ok(()));
    assert_eq!(write(&mut session, "lib"), OUT);
}

#[test]
fn the_paths_of_tool_calls_are_followed_and_the_field_is_named() {
    let machine = Machine::new("calls");
    machine.link("work/dir", "../private");
    let mut session = machine.session();
    let patch = "*** Begin Patch\\n*** Add File: dir/new.txt\\n+x\\n*** End Patch";
    for (tool, args, field) in [
        (
            "Read",
            r#"{"file_path":"[REPO_ROOT_1]/dir/letter.txt"}"#.to_owned(),
            "/file_path",
        ),
        (
            "Write",
            r#"{"content":"x","file_path":"dir/new.txt"}"#.to_owned(),
            "/file_path",
        ),
        (
            "Edit",
            r#"{"file_path":"dir/letter.txt","old_string":"x","new_string":"y"}"#.to_owned(),
            "/file_path",
        ),
        (
            "read_many_files",
            r#"{"paths":["src/a.rs","dir/letter.txt"]}"#.to_owned(),
            "/paths/1",
        ),
        ("apply_patch", format!(r#"{{"input":"{patch}"}}"#), "/input"),
        ("Glob", r#"{"pattern":"dir/*.txt"}"#.to_owned(), "/pattern"),
    ] {
        match session.rebind_tool_call(tool, &args) {
            Err(Error::Refused(refusal)) => {
                assert_eq!(
                    (refusal.kind, &*refusal.field),
                    (RefusalKind::OutOfScope, field),
                    "{tool}"
                );
                assert!(!refusal.message.contains("private"), "{tool}");
                assert!(refusal.range.end > 0, "{tool}");
            }
            _ => panic!("{tool} was let through"),
        }
    }
    let answer =
        r#"{"content":[{"type":"tool_use","name":"Read","input":{"file_path":"dir/letter.txt"}}]}"#;
    assert_eq!(kind(session.rebind_json(answer)), OUT);
    let inside = session.rebind_tool_call("Read", r#"{"file_path":"src/a.rs"}"#);
    assert_eq!(kind(inside), Ok(()));
}

#[test]
fn files_of_another_machine_are_not_looked_at() {
    let machine = Machine::new("elsewhere");
    machine.link("work/dir", "../private");
    let mut session = machine.session_with(Files::Elsewhere, |_| {});
    assert_eq!(read(&mut session, "dir/letter.txt"), Ok(()));
}

#[test]
fn a_link_that_is_made_after_the_look_is_not_seen() {
    // What this does not close, so that nobody takes it for closed.
    let machine = Machine::new("race");
    let mut session = machine.session();
    assert_eq!(write(&mut session, "src/late.txt"), Ok(()));
    machine.link("work/src/late.txt", "../../private/letter.txt");
    assert_eq!(write(&mut session, "src/late.txt"), OUT);
}
