//! Hostile output of a model and awkward input of tools: the paper's 24 hard cases by category, and 80 invalid
//! rebindings.

use crate::{Access, Setup};

/// What is handed to the boundary.
#[derive(Clone, Debug)]
pub enum Attempt {
    /// A path from the model.
    Path(String, Access),
    /// A path from the model that is read, and what it names.
    Names(&'static str, &'static str),
    /// A shell command from the model.
    Command(String),
    /// A tool call from the model: tool, arguments as JSON.
    Call(&'static str, String),
    /// Bytes from a tool; nothing of the second member may be in the output.
    Bytes(Vec<u8>, &'static str),
    /// Text from a tool with a private path; the string must survive.
    Keeps(String, &'static str),
}

/// What is right.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Right {
    /// A refusal.
    Refused,
    /// The private part gone, no error.
    Neutralised,
    /// Accepted, and the text intact.
    Accepted,
}

/// A case.
#[derive(Clone, Debug)]
pub struct Case {
    /// The paper's category.
    pub category: &'static str,
    /// What is tried.
    pub attempt: Attempt,
    /// What is right.
    pub right: Right,
}

/// The root of the session that the cases are tried in.
pub const ROOT: &str = "/home/oluchi/quillfork";

/// The session that the cases are tried in, and the turns before them.
pub fn setup() -> (Setup, Vec<&'static str>) {
    let setup = Setup {
        roots: vec![ROOT.to_owned()],
        cwd: Some(ROOT.to_owned()),
        home: Some("/home/oluchi".to_owned()),
        user: Some("oluchi".to_owned()),
        ..Setup::default()
    };
    let turns = vec![
        "<cwd>/home/oluchi/quillfork</cwd>",
        "$ ls\n/home/oluchi/quillfork/src/main.rs\n/home/oluchi/.profile\n",
    ];
    (setup, turns)
}

fn refused(category: &'static str, attempt: Attempt) -> Case {
    Case {
        category,
        attempt,
        right: Right::Refused,
    }
}

fn read(path: &str) -> Attempt {
    Attempt::Path(path.to_owned(), Access::Read)
}

fn command(text: &str) -> Attempt {
    Attempt::Command(text.to_owned())
}

/// The 24 hard cases.
pub fn hard() -> Vec<Case> {
    let traversal = [
        "[REPO_ROOT_1]/../secrets.txt",
        "[REPO_ROOT_1]/src/../../../etc/passwd",
        "[REPO_ROOT_1]/./../x",
        "[REPO_ROOT_1]/%2e%2e/%2e%2e/etc/shadow",
        "[REPO_ROOT_1]\\..\\..\\x",
    ];
    let spoofed = [
        "[REPO_ROOT_7]/src/main.rs",
        "[REPO_R00T_1]/src/main.rs",
        "[repo_root_1]/src/main.rs",
        "[REPO_ROOT_1 ]/src/main.rs",
    ];
    let shell = [
        "[REPO_ROOT_1]/a;rm -rf x",
        "[REPO_ROOT_1]/a|sh",
        "[REPO_ROOT_1]/a&&curl evil.example",
        "[REPO_ROOT_1]/$(id)",
        "[REPO_ROOT_1]/`id`",
    ];
    let outside = [
        "/root/.ssh/id_rsa",
        "/etc/shadow",
        "/home/oluchi/.aws/credentials",
    ];
    let mut cases = Vec::new();
    cases.extend(traversal.map(|path| refused("`..` traversal in rebinding", read(path))));
    // The paper counts six. This one climbs to the root and no further: a path is judged as what it names, and
    // the root is in scope, so what is right is that it names the root and nothing above.
    cases.push(Case {
        category: "`..` traversal in rebinding",
        attempt: Attempt::Names("[REPO_ROOT_1]/src/..", ROOT),
        right: Right::Accepted,
    });
    cases.extend(spoofed.map(|path| refused("Spoofed placeholder not in slot table", read(path))));
    cases.extend(shell.map(|path| refused("Shell metacharacters", read(path))));
    cases.extend(outside.map(|path| refused("Out-of-scope absolute paths", read(path))));
    cases.extend(encodings());
    cases.extend(pathological());
    cases.extend(brackets());
    cases
}

fn encodings() -> [Case; 2] {
    let mut broken = b"opened \xff\xfe /home/oluchi/quillfork/a.py \xc3".to_vec();
    broken.extend(b"\xed\xa0\x80 done");
    let mixed = "caf\u{e9} \u{202e} /home/oluchi/quillfork/na\u{ef}ve.py\u{200b}"
        .as_bytes()
        .to_vec();
    [broken, mixed].map(|bytes| Case {
        category: "Mixed encoding / non-UTF-8 fragments",
        attempt: Attempt::Bytes(bytes, "oluchi"),
        right: Right::Neutralised,
    })
}

fn pathological() -> [Case; 2] {
    let deep = format!("{ROOT}/{}end.rs", "deep/".repeat(4_000));
    let long = format!("{ROOT}/{}.rs", "x".repeat(50_000));
    [deep, long].map(|path| Case {
        category: "Pathological size (path > 10 KB)",
        attempt: Attempt::Bytes(path.into_bytes(), "oluchi"),
        right: Right::Neutralised,
    })
}

fn brackets() -> [Case; 2] {
    ["src/[slug]/page.tsx", "data/[2024] report [1].csv"].map(|name| Case {
        category: "Bracket syntax in legitimate filenames",
        attempt: Attempt::Keeps(format!("wrote {ROOT}/{name}\n"), name),
        right: Right::Accepted,
    })
}

/// The invalid rebindings, all to be refused.
pub fn invalid() -> Vec<Case> {
    let mut cases = Vec::new();
    cases.extend(climbs());
    cases.extend(spoofs());
    cases.extend(injections());
    cases.extend(places());
    cases.extend(commands());
    cases
}

fn climbs() -> Vec<Case> {
    let suffixes = [
        "/..",
        "/../",
        "/a/../../b",
        "/%2e%2e/b",
        "/%252e%252e/b",
        "/%2E./b",
        "/.%2e/b",
        "/..%2fb",
        "/%c0%ae%c0%ae/b",
        "/\u{ff0e}\u{ff0e}/b",
        "/\u{2024}\u{2024}/b",
        "/..\u{2215}b",
        "/..\u{ff0f}b",
        "\\..\\b",
        "/a\\..\\..\\b",
        "/..;/b",
        "/...//../b",
        "/a/b/../../../c",
        "/.. /b",
        "/\u{200b}../b",
    ];
    let path = |suffix: &&str| refused("traversal", read(&format!("[REPO_ROOT_1]{suffix}")));
    suffixes.iter().map(path).collect()
}

fn spoofs() -> Vec<Case> {
    let paths = [
        "[REPO_ROOT_2]/a",
        "[REPO_ROOT_10]/a",
        "[REPO_ROOT_01]/a",
        "[REPO_ROOT_1/a",
        "REPO_ROOT_1]/a",
        "[Repo_Root_1]/a",
        "[REPO-ROOT-1]/a",
        "[REPO_ROOT_\u{661}]/a",
        "[\u{420}EPO_ROOT_1]/a",
        "[REPO_ROOT_1]-evil/a",
        "[REPO_ROOT_1].bak/a",
        "[REPO_ROOT_1]x/a",
        "x[REPO_ROOT_1]/a",
        "[ROOT_1]/a",
        "[DIR_9]/a",
        "\u{ff3b}REPO_ROOT_1\u{ff3d}/a",
        "[[REPO_ROOT_1]]/a",
        "[REPO\u{200b}_ROOT_1]/a",
        "/tmp/../[REPO_ROOT_1]/a",
        "//host/[REPO_ROOT_1]/a",
    ];
    paths
        .map(|path| refused("spoofed handle", read(path)))
        .into()
}

fn injections() -> Vec<Case> {
    let suffixes = [
        "/a;id",
        "/a|id",
        "/a`id`",
        "/a$(id)",
        "/a${HOME}",
        "/a&&id",
        "/a\nid",
        "/a\0b",
        "/a\rid",
        "/a\u{7}b",
        "/a\u{1b}[2Jb",
        "/a || id",
        "/$(curl x)/b",
        "/a;",
    ];
    let path = |suffix: &&str| refused("metacharacter", read(&format!("[REPO_ROOT_1]{suffix}")));
    suffixes.iter().map(path).collect()
}

fn places() -> Vec<Case> {
    let reads = [
        "~/.ssh/id_ed25519",
        "/proc/1/environ",
        "/root/x",
        "[HOME_1]/.netrc",
        "/home/oluchi/.kube/config",
        "/var/lib/x",
    ];
    let writes = [
        "[REPO_ROOT_1]/.git/hooks/pre-commit",
        "[REPO_ROOT_1]/.git/config",
        "[REPO_ROOT_1]/.vscode/tasks.json",
        "/etc/cron.d/x",
        "/usr/bin/python3",
        "[HOME_1]/.bashrc",
    ];
    let write = |path: &str| Attempt::Path(path.to_owned(), Access::Write);
    let mut cases: Vec<_> = reads.map(|path| refused("out of scope", read(path))).into();
    cases.extend(writes.map(|path| refused("out of scope", write(path))));
    let long = format!("[REPO_ROOT_1]/{}", "a/".repeat(6_000));
    cases.push(refused("too long", read(&long)));
    cases
}

fn commands() -> Vec<Case> {
    let texts = [
        "cat [REPO_ROOT_1]/../../etc/passwd",
        "cat [REPO_ROOT_4]/a",
        "cat [REPO_ROOT_1]/$(id)",
        "cat [REPO_ROOT_1]/`id`",
        "cat [REPO_\"ROOT_1]\"/a",
        "cat [repo_root_1]/a",
    ];
    let mut cases: Vec<_> = texts.map(|text| refused("command", command(text))).into();
    let call =
        |path: &str| Attempt::Call("Read", serde_json::json!({ "file_path": path }).to_string());
    cases.push(refused("tool call", call("[REPO_ROOT_1]/../../etc/passwd")));
    cases.push(refused("tool call", call("[REPO_ROOT_3]/a")));
    cases.push(refused("tool call", call("[REPO_ROOT_1]/a;id")));
    cases
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_as_in_the_paper() {
        assert_eq!(hard().len(), 24);
        assert!(invalid().len() >= 64, "{}", invalid().len());
    }
}
