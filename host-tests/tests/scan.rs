//! `slotguard scan` as people and hooks use it: trees, baselines, staged files, SARIF.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

/// A directory of a test, gone with it.
struct Tree(PathBuf);

impl Tree {
    fn new(name: &str) -> Tree {
        let dir =
            std::env::temp_dir().join(format!("slotguard-scan-{name}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&dir);
        fs::create_dir_all(&dir).expect("can be made");
        Tree(dir)
    }

    fn file(&self, name: &str, text: &str) -> &Tree {
        let file = self.0.join(name);
        let dir = file.parent().expect("is below the tree");
        fs::create_dir_all(dir).expect("can be made");
        fs::write(file, text).expect("can be written");
        self
    }

    fn scan(&self, args: &[&str]) -> Output {
        let mut command = Command::new(env!("CARGO_BIN_EXE_slotguard"));
        command.arg("scan").args(args).current_dir(&self.0);
        command.output().expect("runs")
    }

    fn git(&self, args: &[&str]) {
        let mut git = Command::new("git");
        git.args(["-c", "user.name=t", "-c", "user.email=t@example.com"]);
        let done = git
            .args(args)
            .current_dir(&self.0)
            .output()
            .expect("git runs");
        assert!(done.status.success(), "git {args:?}");
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

fn out(done: &Output) -> &str {
    std::str::from_utf8(&done.stdout).expect("is UTF-8")
}

fn json(done: &Output) -> Value {
    serde_json::from_slice(&done.stdout).expect("is JSON")
}

fn files(done: &Output) -> Vec<String> {
    let mut files: Vec<_> = out(done)
        .lines()
        .filter_map(|line| Some(line.split_once(':')?.0.to_owned()))
        .collect();
    files.dedup();
    files
}

const LINE: &str = "DB_PASSWORD=Fjordlys-Havn-42\n";
const OTHER: &str = "DB_PASSWORD=Lerkesang-Nord-77\n";

#[test]
fn a_tree_is_walked_as_git_sees_it() {
    let tree = Tree::new("walk");
    tree.file(".gitignore", "build/\n*.log\n");
    for name in ["b.env", "a/.env", "build/c.env", "d.log", ".git/config"] {
        tree.file(name, LINE);
    }
    tree.file("e.bin", "\0DB_PASSWORD=Fjordlys-Havn-42");
    let done = tree.scan(&["--secrets", "."]);
    assert_eq!(files(&done), ["a/.env", "b.env"]);
    assert_eq!(done.status.code(), Some(1));
    assert!(String::from_utf8_lossy(&done.stderr).contains("1 binary"));
    let all = tree.scan(&["--secrets", "--no-ignore", "."]);
    assert_eq!(files(&all), ["a/.env", "b.env", "build/c.env", "d.log"]);
    // What is named is read.
    assert_eq!(files(&tree.scan(&["--secrets", "d.log"])), ["d.log"]);
}

#[test]
fn a_file_is_judged_by_itself() {
    let tree = Tree::new("alone");
    tree.file("a.env", LINE).file("z.env", OTHER);
    let alone = json(&tree.scan(&["--json", "z.env"]));
    let both = json(&tree.scan(&["--json", "."]));
    assert_eq!(alone["findings"][0], both["findings"][1]);
    assert_eq!(both["files"], 2);
}

#[test]
fn a_baseline_knows_what_was_there_and_nothing_else() {
    let tree = Tree::new("baseline");
    tree.file("a.env", LINE);
    let wrote = tree.scan(&["--write-baseline", "known.json", "a.env"]);
    assert_eq!(wrote.status.code(), Some(0));
    assert!(wrote.stdout.is_empty());
    let known = fs::read_to_string(tree.0.join("known.json")).expect("was written");
    assert!(!known.contains("Fjordlys") && known.contains("a.env"));
    let again = ["--json", "--baseline", "known.json", "a.env"];
    let quiet = tree.scan(&again);
    assert_eq!(quiet.status.code(), Some(0));
    assert_eq!(json(&quiet)["known"], 1);
    // Lines move; values do not become known by standing where a known one stood.
    tree.file("a.env", &format!("# moved\n\n{LINE}"));
    assert_eq!(tree.scan(&again).status.code(), Some(0));
    tree.file("a.env", OTHER);
    assert_eq!(tree.scan(&again).status.code(), Some(1));
    // The same value in another file is another matter.
    tree.file("b.env", LINE);
    let other = tree.scan(&["--baseline", "known.json", "b.env"]);
    assert_eq!(other.status.code(), Some(1));
}

#[test]
fn a_baseline_is_not_scanned_itself() {
    let tree = Tree::new("itself");
    tree.file("a.env", LINE);
    for args in [
        ["--write-baseline", "known.json"],
        ["--baseline", "./known.json"],
    ] {
        for _ in 0..2 {
            let done = tree.scan(&[args[0], args[1], "--secrets", "."]);
            assert_eq!(done.status.code(), Some(0), "{args:?}");
        }
    }
}

#[test]
fn a_file_that_is_no_baseline_is_wrong_usage() {
    let tree = Tree::new("broken");
    tree.file("known.json", "[]").file("a.txt", "nothing");
    let done = tree.scan(&["--baseline", "known.json", "a.txt"]);
    assert_eq!(done.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--write-baseline"));
    let missing = tree.scan(&["--baseline", "nowhere.json", "a.txt"]);
    assert_eq!(missing.status.code(), Some(3));
}

#[test]
fn sarif_names_places_and_rules_and_no_values() {
    let tree = Tree::new("sarif");
    tree.file("src/a b.env", &format!("# æ\n{LINE}{OTHER}"));
    let done = tree.scan(&["--secrets", "--format", "sarif", "."]);
    assert_eq!(done.status.code(), Some(1));
    assert!(!out(&done).contains("Fjordlys"));
    let log = json(&done);
    assert_eq!(log["version"], "2.1.0");
    let run = &log["runs"][0];
    assert_eq!(run["invocations"][0]["executionSuccessful"], true);
    let results = run["results"].as_array().expect("is a list");
    assert_eq!(results.len(), 2);
    let place = &results[0]["locations"][0]["physicalLocation"];
    assert_eq!(place["artifactLocation"]["uri"], "src/a%20b.env");
    let region =
        serde_json::json!({"startLine": 2, "startColumn": 13, "endLine": 2, "endColumn": 29});
    assert_eq!(place["region"], region);
    let rules = run["tool"]["driver"]["rules"]
        .as_array()
        .expect("is a list");
    for result in results {
        let at = result["ruleIndex"].as_u64().expect("is a number");
        assert_eq!(rules[at as usize]["id"], result["ruleId"]);
    }
    // A log of nothing is a log too: services close what is no longer in it.
    tree.file("src/a b.env", "nothing\n");
    let clean = tree.scan(&["--sarif", "."]);
    assert_eq!(clean.status.code(), Some(0));
    assert_eq!(json(&clean)["runs"][0]["results"], serde_json::json!([]));
}

#[test]
fn what_is_staged_is_scanned_as_it_is_staged() {
    let tree = Tree::new("staged");
    tree.git(&["init", "--quiet"]);
    tree.file("old.env", LINE).file("gone.env", LINE);
    tree.git(&["add", "."]);
    tree.git(&["commit", "--quiet", "--message", "first"]);
    tree.file("new.env", OTHER).file("loose.env", OTHER);
    tree.git(&["add", "new.env"]);
    tree.git(&["rm", "--quiet", "gone.env"]);
    // Cleaned in the working tree only: the commit would still carry it.
    tree.file("new.env", "nothing\n");
    let done = tree.scan(&["--secrets", "--staged"]);
    assert_eq!(files(&done), ["new.env"]);
    assert_eq!(done.status.code(), Some(1));
    tree.git(&["add", "new.env"]);
    assert_eq!(tree.scan(&["--secrets", "--staged"]).status.code(), Some(0));
}

#[test]
fn outside_a_repository_staged_says_so() {
    let tree = Tree::new("no-git");
    let mut command = Command::new(env!("CARGO_BIN_EXE_slotguard"));
    command.args(["scan", "--staged"]).current_dir(&tree.0);
    command.env(
        "GIT_CEILING_DIRECTORIES",
        tree.0.parent().unwrap_or(Path::new("/")),
    );
    let done = command.output().expect("runs");
    assert_eq!(done.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&done.stderr).contains("--staged: "));
}

#[test]
#[cfg(unix)]
fn what_cannot_be_read_is_named_and_the_rest_is_scanned() {
    let tree = Tree::new("unread");
    tree.file("a.env", LINE);
    std::os::unix::fs::symlink("nowhere", tree.0.join("z.env")).expect("can be made");
    // A link in a tree is passed over, a file that vanishes is not: here, one that was never there.
    assert_eq!(files(&tree.scan(&["--secrets", "."])), ["a.env"]);
    let done = tree.scan(&["--secrets", "z.env"]);
    assert_eq!(done.status.code(), Some(3));
    assert!(String::from_utf8_lossy(&done.stderr).contains("z.env"));
}
