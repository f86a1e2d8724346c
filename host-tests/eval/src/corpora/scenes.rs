//! Tool output as agents see it, one function a kind. A scene writes at most `room` paths.

use super::world::{Os, Spelling, World};
use crate::Origin;
use crate::rng::Rng;
use crate::transcript::{Class, Page};

/// A kind of tool output.
pub(super) type Scene = fn(&World, &mut Rng, usize) -> Page;

/// Every kind.
pub(super) const ALL: &[(&str, Scene)] = &[
    ("find", find),
    ("ls -l", ls),
    ("grep -n", grep),
    ("git log", git_log),
    ("git status", git_status),
    ("python traceback", python),
    ("node stack", node),
    ("compiler", compiler),
    ("pytest", pytest),
    ("ps", ps),
    ("env", env),
    ("docker inspect", docker),
    ("compile commands", compile_commands),
    ("lsof", lsof),
    ("coverage", coverage),
    ("service log", service_log),
    ("ssh config", ssh_config),
    ("prompt", prompt),
    ("editor uris", uris),
    ("ci log", ci),
];

fn tool(command: &str) -> Page {
    let mut page = Page::new(Origin::Tool);
    page.push("$ ").push(command).push("\n");
    page
}

/// A file or, once in five times, a sensitive document.
fn any_path(world: &World, rng: &mut Rng, page: &mut Page, spelling: Spelling) {
    if rng.one_in(5) {
        world.document(page, rng.of(&world.docs), spelling);
    } else {
        world.file(page, rng.of::<String>(&world.files), spelling);
    }
}

fn source(world: &World, rng: &mut Rng, page: &mut Page, extension: &str) {
    let file = rng.of::<String>(&world.files).clone();
    let stem = file
        .rsplit_once('.')
        .map_or(file.as_str(), |(stem, _)| stem);
    world.file(page, &format!("{stem}{extension}"), Spelling::Native);
}

fn find(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("find . -newer Makefile -type f | xargs realpath");
    for _ in 0..rng.between(6, 14).min(room) {
        any_path(world, rng, &mut page, Spelling::Native);
        page.push("\n");
    }
    page.benign("/usr/share/zoneinfo/UTC").push("\n");
    page.benign("node_modules/lodash/fp/curry.js").push("\n");
    page
}

fn ls(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("ls -ld @(listed)");
    for _ in 0..rng.between(4, 9).min(room) {
        page.push("-rw-r--r--  1 ");
        page.private(Class::User, &world.user);
        page.push(if world.os == Os::Mac {
            "  staff  "
        } else {
            "  users  "
        });
        page.push(&format!(
            "{:>6} Mar {:>2} 09:{:02} ",
            rng.below(90_000),
            rng.between(1, 28),
            rng.below(60)
        ));
        any_path(world, rng, &mut page, Spelling::Native);
        page.push("\n");
    }
    page
}

fn grep(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("rg -n 'retry_limit' --no-heading");
    for _ in 0..rng.between(4, 10).min(room) {
        source(world, rng, &mut page, ".py");
        page.push(&format!(":{}:    ", rng.between(1, 900)));
        page.benign("retry_limit = settings.get(\"retry_limit\", 5)")
            .push("\n");
    }
    page
}

fn git_log(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("git log -2 --stat && git remote -v");
    for _ in 0..2 {
        page.push("commit ").benign(&rng.hex(40)).push("\nAuthor: ");
        page.private(Class::Person, &world.name()).push(" <");
        page.private(Class::Email, &world.email)
            .push(">\nDate:   Tue Mar 4 10:12:55 2025 +0100\n\n    Tidy the ");
        page.push(rng.word(&["scheduler", "parser", "cache"]))
            .push("\n\n");
    }
    page.push("origin\tgit@");
    page.private(Class::Host, &world.hosts[0]).push(":");
    page.private(Class::Org, &world.org)
        .push("/core.git (fetch)\nupstream\t");
    page.benign("https://github.com/rust-lang/cargo.git")
        .push(" (fetch)\nOn branch ");
    page.private(Class::Branch, &world.branch).push("\n");
    if room > 0 {
        page.push("worktree ");
        world.file(&mut page, rng.of::<String>(&world.files), Spelling::Native);
        page.push("\n");
    }
    page
}

fn git_status(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("git status");
    page.push("On branch ");
    page.private(Class::Branch, &world.branch)
        .push("\nChanges not staged for commit:\n");
    for _ in 0..rng.between(2, 6).min(room) {
        page.push("\tmodified:   ");
        any_path(world, rng, &mut page, Spelling::Native);
        page.push("\n");
    }
    page.push("index ")
        .benign(&rng.hex(7))
        .push("..")
        .benign(&rng.hex(7))
        .push(" 100644\n");
    page
}

fn python(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("python -m app.worker");
    page.push("Traceback (most recent call last):\n");
    for _ in 0..rng.between(2, 5).min(room) {
        page.push("  File \"");
        source(world, rng, &mut page, ".py");
        page.push(&format!(
            "\", line {}, in run\n    self.step(job)\n",
            rng.between(10, 700)
        ));
    }
    page.push("  File \"")
        .benign("/usr/lib/python3.12/asyncio/runners.py");
    page.push("\", line 194, in run\nValueError: job 7f3a is not ready\n");
    page
}

fn node(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("npm test");
    page.push("TypeError: Cannot read properties of undefined (reading 'map')\n");
    for _ in 0..rng.between(2, 5).min(room) {
        page.push("    at Object.render (");
        source(world, rng, &mut page, ".ts");
        page.push(&format!(
            ":{}:{})\n",
            rng.between(1, 400),
            rng.between(1, 80)
        ));
    }
    page.push("    at ")
        .benign("node:internal/process/task_queues:95:5")
        .push("\n");
    page.push("integrity ")
        .benign(&format!("sha512-{}==", rng.chars(crate::rng::ALNUM, 86)))
        .push("\n");
    page
}

fn compiler(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("cargo check");
    for _ in 0..rng.between(2, 5).min(room) {
        page.push("warning: unused variable: `left`\n  --> ");
        source(world, rng, &mut page, ".rs");
        page.push(&format!(
            ":{}:{}\n   |\n",
            rng.between(1, 900),
            rng.between(1, 60)
        ));
    }
    page.push("    Compiling ")
        .benign("serde_json v1.0.145")
        .push("\n");
    page
}

fn pytest(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("pytest -q");
    page.push("rootdir: ");
    if room > 0 {
        world.file(&mut page, "tests", Spelling::Native);
    }
    page.push("\nplugins: ").benign("xdist-3.6.1").push("\n");
    for _ in 1..rng.between(3, 8).min(room) {
        page.push("FAILED ");
        source(world, rng, &mut page, ".py");
        page.push("::test_retries[5-0.25] - assert 5 == 4\n");
    }
    page
}

fn ps(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("ps aux | head");
    page.push("USER       PID %CPU COMMAND\n");
    for _ in 0..rng.between(2, 5).min(room) {
        page.private(Class::User, &world.user);
        page.push(&format!(
            "  {:>6}  0.{} ",
            rng.between(400, 90_000),
            rng.below(9)
        ));
        page.benign("/usr/bin/python3").push(" ");
        source(world, rng, &mut page, ".py");
        page.push(" --workers=4\n");
    }
    page.push("root          1  0.0 ")
        .benign("/sbin/init")
        .push("\n");
    page
}

fn env(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("env | sort");
    page.push("EDITOR=")
        .benign("/usr/bin/vim")
        .push("\nLOGNAME=");
    page.private(Class::User, &world.user).push("\nPYTHONPATH=");
    for index in 0..rng.between(2, 4).min(room) {
        if index > 0 {
            page.push(if world.os == Os::Windows { ";" } else { ":" });
        }
        source(world, rng, &mut page, "");
    }
    page.push("\nPGHOST=")
        .private(Class::Host, &world.hosts[1])
        .push("\nUSER=");
    page.private(Class::User, &world.user)
        .push("\nTERM=")
        .benign("xterm-256color")
        .push("\n");
    page
}

fn docker(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("docker inspect web --format '{{json .Mounts}}'");
    page.push("[");
    for index in 0..rng.between(2, 4).min(room) {
        page.push(if index > 0 { "," } else { "" });
        page.push("{\"Type\":\"bind\",\"Source\":\"");
        any_path(world, rng, &mut page, Spelling::Json);
        page.push("\",\"Destination\":\"")
            .benign("/app/data")
            .push("\",\"RW\":true}");
    }
    page.push("]\n");
    page
}

fn compile_commands(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("cat compile_commands.json");
    page.push("[\n");
    for _ in 0..rng.between(1, 3).min(room / 2) {
        page.push("  {\"directory\": \"");
        world.file(&mut page, "build", Spelling::Json);
        page.push("\", \"command\": \"")
            .benign("/usr/bin/cc")
            .push(" -O2 -I");
        let include = rng.word(&["include", "src/api", "lib/storage"]);
        world.file(&mut page, include, Spelling::Json);
        page.push(" -c ").benign("main.c").push("\"},\n");
    }
    page.push("  {}\n]\n");
    page
}

fn lsof(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("lsof -nP -iTCP");
    page.push("COMMAND   PID    USER   FD   TYPE   NAME\n");
    for _ in 0..rng.between(2, 4).min(room) {
        page.push(&format!("node    {:>5}    ", rng.between(400, 90_000)));
        page.private(Class::User, &world.user)
            .push("   cwd    DIR   ");
        world.file(&mut page, rng.of::<String>(&world.files), Spelling::Native);
        page.push("\n");
    }
    page.push("node      812    ")
        .private(Class::User, &world.user)
        .push("   22u   IPv4   ");
    page.private(Class::Ip, &world.ip)
        .push(":5432->")
        .benign("127.0.0.1:5432")
        .push("\n");
    page
}

fn coverage(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("coverage report");
    page.push("Name    Stmts   Miss  Cover\n---------------------------\n");
    for _ in 0..rng.between(4, 9).min(room) {
        source(world, rng, &mut page, ".py");
        page.push(&format!(
            "  {:>5}  {:>5}   {}%\n",
            rng.below(400),
            rng.below(40),
            rng.below(100)
        ));
    }
    page
}

fn service_log(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("tail -n 20 service.log");
    for _ in 0..rng.between(2, 5).min(room) {
        page.benign("2025-03-04T10:12:55.581Z")
            .push(" INFO request_id=");
        page.benign(&uuid(rng)).push(" peer=");
        page.private(Class::Ip, &world.ip).push(" host=");
        page.private(Class::Host, rng.of::<String>(&world.hosts))
            .push(" wrote ");
        any_path(world, rng, &mut page, Spelling::Native);
        page.push("\n");
    }
    page.push("mail queued for ")
        .private(Class::Email, &world.email);
    page.push(", copy to ")
        .benign("support@example.com")
        .push("\n");
    page
}

fn uuid(rng: &mut Rng) -> String {
    let (a, b, c) = (rng.hex(8), rng.hex(4), rng.hex(3));
    format!("{a}-{b}-4{c}-a{}-{}", rng.hex(3), rng.hex(12))
}

fn ssh_config(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = tool("cat ~/.ssh/config");
    page.push("Host jump\n    HostName ");
    page.private(Class::Host, &world.hosts[2])
        .push("\n    User ");
    page.private(Class::User, &world.user).push("\n");
    if room > 0 {
        page.push("    IdentityFile ");
        world.home_file(&mut page, ".ssh/id_ed25519", Spelling::Native);
        page.push("\n");
    }
    if room > 1 {
        page.push("    UserKnownHostsFile ");
        let file = rng.word(&[".ssh/known_hosts", ".ssh/hosts.d/jump"]);
        world.home_file(&mut page, file, Spelling::Native);
        page.push("\n");
    }
    page.push("Host ")
        .benign("github.com")
        .push("\n    User git\n");
    page
}

fn prompt(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = Page::new(Origin::Tool);
    let short = world.hosts[0].split('.').next().unwrap_or("box");
    for _ in 0..rng.between(1, 3).min(room) {
        page.private(Class::User, &world.user).push("@");
        // The label alone is too common a word to be private everywhere; it is only so in a prompt.
        page.push(short).push(":");
        let tilde = if world.os == Os::Windows {
            Spelling::Native
        } else {
            Spelling::Tilde
        };
        world.file(&mut page, rng.word(&["docs", "scripts", "tests"]), tilde);
        page.push("$ make ")
            .benign("release-notes")
            .push("\nmake: Nothing to be done\n");
    }
    page
}

fn uris(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = Page::new(Origin::Tool);
    page.push("{\"openEditors\":[");
    for index in 0..rng.between(2, 5).min(room) {
        page.push(if index > 0 { "," } else { "" }).push("\"");
        any_path(world, rng, &mut page, Spelling::FileUri);
        page.push("\"");
    }
    page.push("],\"version\":\"").benign("1.96.2").push("\"}\n");
    page
}

fn ci(world: &World, rng: &mut Rng, room: usize) -> Page {
    let mut page = Page::new(Origin::Tool);
    page.push("##[group]Run actions/checkout@")
        .benign(&rng.hex(40))
        .push("\n");
    page.push("Runner: ")
        .private(Class::Host, rng.of::<String>(&world.hosts))
        .push("\n");
    for _ in 0..rng.between(1, 4).min(room) {
        page.push("\u{1b}[36;1mcp ");
        any_path(world, rng, &mut page, Spelling::Native);
        page.push(" ").benign("/tmp/artifacts").push("\u{1b}[0m\n");
    }
    page.push("password: ")
        .benign("***")
        .push("\n##[endgroup]\n");
    page
}
