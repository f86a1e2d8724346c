//! The tasks: a local probe of 12, a shared probe of 200, and a replay of 160 after The Agent Company.

use super::{Cue, Goal, Task};
use crate::Origin;
use crate::corpora::keys;
use crate::corpora::world::{Os, Spelling, World};
use crate::rng::Rng;
use crate::transcript::{Class, Page, Transcript, Turn};

/// Writes one task in a world.
type Maker = fn(&World, &mut Rng) -> Made;

/// A task without its surroundings.
struct Made {
    turns: Vec<Turn>,
    goal: Goal,
    expected: String,
}

const MAKERS: [(&str, Maker); 12] = [
    ("open by name", by_name),
    ("open by type", by_type),
    ("open the failing frame", frame),
    ("open a document by its folder", document),
    ("open the sibling test", sibling),
    ("create a file in the root", create),
    ("run a test by its path", run_test),
    ("push the branch", push),
    ("list tables", database),
    ("log in to the registry", registry),
    ("check a host", host),
    ("deploy with the right token", token),
];

/// The 12 tasks of the local probe: one of each family.
pub fn local(seed: u64) -> Vec<Task> {
    (0..MAKERS.len())
        .map(|index| task(seed, "local", index))
        .collect()
}

/// The 200 tasks of the shared probe.
pub fn shared(seed: u64) -> Vec<Task> {
    (0..200).map(|index| task(seed, "shared", index)).collect()
}

fn task(seed: u64, suite: &str, index: usize) -> Task {
    let mut rng = Rng::new(seed, &format!("{suite} {index}"));
    let machines = [Os::Mac, Os::Linux, Os::Server];
    let world = World::draw(&mut rng, machines[index % machines.len()]);
    let (family, make) = MAKERS[index % MAKERS.len()];
    let made = make(&world, &mut rng);
    finish(&world, &format!("{suite} {index:03}"), family, made)
}

fn finish(world: &World, id: &str, family: &str, made: Made) -> Task {
    let mut turns = vec![workspace(world)];
    turns.extend(made.turns);
    Task {
        family: family.to_owned(),
        transcript: Transcript {
            id: id.to_owned(),
            setup: world.setup(),
            turns,
        },
        goal: made.goal,
        expected: made.expected,
    }
}

fn workspace(world: &World) -> Turn {
    let mut page = Page::new(Origin::User);
    page.push("<cwd>");
    world.write_root(&mut page, Spelling::Native);
    page.push("</cwd>\n");
    page.finish()
}

fn goal(sentence: &str, tool: &'static str, template: &str, cues: Vec<Cue>) -> Goal {
    Goal {
        sentence: sentence.to_owned(),
        cues,
        tool,
        template: template.to_owned(),
        change: None,
    }
}

fn tool_page(command: &str) -> Page {
    let mut page = Page::new(Origin::Tool);
    page.push("$ ").push(command).push("\n");
    page
}

fn absolute(world: &World, relative: &str) -> String {
    format!("{}/{relative}", world.root())
}

/// Files with names of their own, so that a name or a type picks one.
fn listing(world: &World, files: &[&str]) -> Turn {
    let mut page = tool_page("git ls-files | xargs realpath");
    for file in files {
        world.file(&mut page, file, Spelling::Native);
        page.push("\n");
    }
    page.finish()
}

const FILES: [&str; 9] = [
    "src/api/router.py",
    "src/worker/queue.go",
    "lib/storage/buffer.rs",
    "config/service.yaml",
    "scripts/migrate.sh",
    "docs/retry.md",
    "web/layout.tsx",
    "schema/events.proto",
    "db/fixture.sql",
];

fn shuffled(rng: &mut Rng) -> Vec<&'static str> {
    let mut files = FILES.to_vec();
    rng.shuffle(&mut files);
    files
}

fn by_name(world: &World, rng: &mut Rng) -> Made {
    let files = shuffled(rng);
    let wanted = files[rng.between(1, 8)];
    Made {
        turns: vec![listing(world, &files)],
        goal: goal(
            &format!("Open the file {wanted} of the listing."),
            "Read",
            "{}",
            vec![Cue::Ending(wanted.to_owned())],
        ),
        expected: absolute(world, wanted),
    }
}

fn by_type(world: &World, rng: &mut Rng) -> Made {
    let files = shuffled(rng);
    let wanted = files[rng.between(1, 8)];
    let extension = wanted
        .rsplit_once('.')
        .map_or("", |(_, extension)| extension);
    let ending = format!(".{extension}");
    Made {
        turns: vec![listing(world, &files)],
        goal: goal(
            &format!("Open the only {ending} file of the listing."),
            "Read",
            "{}",
            vec![Cue::Ending(ending)],
        ),
        expected: absolute(world, wanted),
    }
}

fn frame(world: &World, rng: &mut Rng) -> Made {
    let mut files = [
        "src/api/router.py",
        "src/api/session.py",
        "src/worker/retry.py",
    ];
    rng.shuffle(&mut files);
    let mut page = tool_page("python -m app");
    page.push("Traceback (most recent call last):\n");
    for (index, file) in files.iter().enumerate() {
        page.push("  File \"");
        world.file(&mut page, file, Spelling::Native);
        page.push(&format!("\", line {}, in step\n    run()\n", 101 + index));
    }
    page.push("RuntimeError: queue is closed\n");
    Made {
        turns: vec![page.finish()],
        goal: goal(
            "Open the file of the frame at line 103.",
            "Read",
            "{}",
            vec![Cue::OnLine("line 103".to_owned())],
        ),
        expected: absolute(world, files[2]),
    }
}

fn document(world: &World, rng: &mut Rng) -> Made {
    let doc = rng.of(&world.docs);
    let mut page = tool_page("find . -type f | xargs realpath");
    world.file(&mut page, "docs/guide.md", Spelling::Native);
    page.push("\n");
    world.document(&mut page, doc, Spelling::Native);
    page.push("\n");
    world.file(&mut page, "src/main.rs", Spelling::Native);
    page.push("\n");
    let sentence = format!("Open the {} file in {}.", doc.extension, doc.dir);
    Made {
        turns: vec![page.finish()],
        goal: goal(
            &sentence,
            "Read",
            "{}",
            vec![Cue::Within(doc.dir.clone(), doc.extension.clone())],
        ),
        expected: absolute(world, &format!("{}/{}{}", doc.dir, doc.stem, doc.extension)),
    }
}

fn sibling(world: &World, rng: &mut Rng) -> Made {
    let files = shuffled(rng);
    let mut made_goal = goal(
        "Create the test of src/api/router.py: the same path with tests instead of src.",
        "Write",
        "{}",
        vec![Cue::Ending("src/api/router.py".to_owned())],
    );
    made_goal.change = Some(("/src/api/".to_owned(), "/tests/api/".to_owned()));
    Made {
        turns: vec![listing(world, &files)],
        goal: made_goal,
        expected: absolute(world, "tests/api/router.py"),
    }
}

fn create(world: &World, rng: &mut Rng) -> Made {
    let name = rng.word(&["CHANGELOG.md", "NOTES.md", "TODO.md"]);
    let cue = Cue::Between("<cwd>".to_owned(), "</cwd>".to_owned());
    Made {
        turns: vec![listing(world, &FILES)],
        goal: goal(
            &format!("Create {name} in the working directory."),
            "Write",
            &format!("{{}}/{name}"),
            vec![cue],
        ),
        expected: absolute(world, name),
    }
}

fn run_test(world: &World, rng: &mut Rng) -> Made {
    let mut files = [
        "tests/test_cache.py",
        "tests/test_queue.py",
        "tests/test_lexer.py",
    ];
    rng.shuffle(&mut files);
    let mut page = tool_page("pytest -q");
    for file in files {
        page.push("FAILED ");
        world.file(&mut page, file, Spelling::Native);
        page.push("\n");
    }
    Made {
        turns: vec![page.finish()],
        goal: goal(
            "Run the failing tests of the queue again, quietly.",
            "Bash",
            "pytest -q {}",
            vec![Cue::Ending("test_queue.py".to_owned())],
        ),
        expected: format!("pytest -q {}", absolute(world, "tests/test_queue.py")),
    }
}

fn push(world: &World, _: &mut Rng) -> Made {
    let mut page = tool_page("git status");
    page.push("On branch ")
        .private(Class::Branch, &world.branch)
        .push("\nnothing to commit, working tree clean\n");
    let cue = Cue::Between("On branch ".to_owned(), "\n".to_owned());
    Made {
        turns: vec![page.finish()],
        goal: goal(
            "Push the current branch to origin.",
            "Bash",
            "git push origin {}",
            vec![cue],
        ),
        expected: format!("git push origin {}", world.branch),
    }
}

fn database(world: &World, rng: &mut Rng) -> Made {
    let password = rng.chars(crate::rng::ALNUM, 20);
    let mut page = tool_page("cat .env");
    page.push("PORT=8080\nDATABASE_URL=postgres://ledger:");
    page.private(Class::Secret, &password)
        .push("@")
        .private(Class::Host, &world.hosts[0])
        .push(":5432/ledger\nDEBUG=0\n");
    let url = format!(
        "postgres://ledger:{password}@{}:5432/ledger",
        world.hosts[0]
    );
    Made {
        turns: vec![page.finish()],
        goal: goal(
            "List the tables of the database that .env names.",
            "Bash",
            "psql \"{}\" -c '\\dt'",
            vec![Cue::Named("DATABASE_URL".to_owned())],
        ),
        expected: format!("psql \"{url}\" -c '\\dt'"),
    }
}

fn registry(world: &World, rng: &mut Rng) -> Made {
    let password = rng.chars(crate::rng::ALNUM, 24);
    let mut page = tool_page("cat registry.env");
    page.push("REGISTRY_HOST=")
        .private(Class::Host, &world.hosts[1])
        .push("\nREGISTRY_PASSWORD=");
    page.private(Class::Secret, &password).push("\n");
    let cues = ["REGISTRY_PASSWORD", "REGISTRY_HOST"].map(|name| Cue::Named(name.to_owned()));
    Made {
        turns: vec![page.finish()],
        goal: goal(
            "Log in to the registry of registry.env as user ci.",
            "Bash",
            "docker login -u ci -p {} {}",
            cues.into(),
        ),
        expected: format!("docker login -u ci -p {password} {}", world.hosts[1]),
    }
}

fn host(world: &World, _: &mut Rng) -> Made {
    let mut page = tool_page("cat ~/.ssh/config");
    for (alias, host) in ["web", "jump", "build"].iter().zip(&world.hosts) {
        page.push("Host ")
            .push(alias)
            .push("\n    HostName ")
            .private(Class::Host, host)
            .push("\n");
    }
    let cue = Cue::Between("Host jump\n    HostName ".to_owned(), "\n".to_owned());
    Made {
        turns: vec![page.finish()],
        goal: goal(
            "Ask the host behind the alias jump for its uptime.",
            "Bash",
            "ssh {} uptime",
            vec![cue],
        ),
        expected: format!("ssh {} uptime", world.hosts[1]),
    }
}

/// Several tokens without names; only their format tells which is which.
fn token(_: &World, rng: &mut Rng) -> Made {
    let draw = |rng: &mut Rng, name: &str| {
        let key = keys::ALL.iter().find(|key| key.name == name);
        key.map(|key| (key.draw)(rng)).unwrap_or_default()
    };
    let slack = draw(rng, "Slack token");
    let gitlab = draw(rng, "GitLab token");
    let aws = draw(rng, "AWS key id");
    let mut page = tool_page("vault kv get -format=table ci/all");
    for (index, value) in [&slack, &gitlab, &aws].into_iter().enumerate() {
        page.push(&format!("secret_{}=", index + 1))
            .private(Class::Secret, value)
            .push("\n");
    }
    let start = gitlab.get(..6).unwrap_or_default().to_owned();
    Made {
        turns: vec![page.finish()],
        goal: goal(
            "Log docker in to registry.gitlab.com as user ci with the one GitLab token of the list.",
            "Bash",
            "docker login -u ci -p {}",
            vec![Cue::Token(start, "GITLAB".to_owned())],
        ),
        expected: format!("docker login -u ci -p {gitlab}"),
    }
}

/// Families of the replay: name, handles, and whether the task names the file or only points at a line.
const REPLAY: [(&str, &[&str], bool); 33] = [
    ("sde-add-endpoint", &["api/routes/orders.py"], true),
    (
        "sde-fix-flaky-test",
        &["tests/integration/test_sync.py"],
        false,
    ),
    ("sde-bump-toolchain", &["rust-toolchain.toml"], true),
    (
        "sde-write-migration",
        &["db/migrations/0042_add_index.sql"],
        true,
    ),
    (
        "sde-update-readme",
        &["README.md", "docs/quickstart.md"],
        true,
    ),
    ("sde-profile-hotspot", &["bench/results/profile.json"], true),
    ("sde-dockerise", &["deploy/Dockerfile"], true),
    ("sde-pin-dependency", &["requirements/base.txt"], false),
    ("sde-rename-module", &["src/legacy/adapter.ts"], true),
    ("sde-review-diff", &["patches/pending.diff"], true),
    (
        "ds-clean-table",
        &["data/raw/orders.csv", "data/clean/orders.parquet"],
        true,
    ),
    ("ds-plot-forecast", &["notebooks/forecast.ipynb"], true),
    ("ds-merge-sheets", &["data/inbox/regions.xlsx"], false),
    ("ds-check-outliers", &["reports/outliers.html"], true),
    (
        "ds-train-baseline",
        &["models/baseline.pkl", "models/metrics.json"],
        true,
    ),
    ("pm-plan-sprint", &["planning/sprint_12.md"], true),
    ("pm-update-board", &["planning/board.json"], true),
    ("pm-collect-status", &["status/week_09.md"], false),
    ("pm-estimate", &["planning/estimates.csv"], true),
    ("admin-arrange-rooms", &["facilities/rooms.csv"], true),
    ("admin-order-badges", &["facilities/badges.txt"], false),
    (
        "admin-translate-notice",
        &["notices/fire_drill.de.md", "notices/fire_drill.en.md"],
        true,
    ),
    ("admin-collect-forms", &["forms/travel.pdf"], true),
    (
        "finance-match-invoices",
        &["invoices/march/summary.csv", "invoices/march/unmatched.txt"],
        true,
    ),
    ("finance-check-tax-table", &["tables/vat_rates.json"], true),
    ("finance-reconcile", &["ledger/2025/reconcile.py"], false),
    ("finance-forecast", &["ledger/forecast.xlsx"], true),
    (
        "hr-sort-applications",
        &[
            "inbox/applications/index.json",
            "inbox/applications/template.docx",
        ],
        true,
    ),
    ("hr-draft-posting", &["postings/backend_engineer.md"], true),
    ("hr-schedule", &["calendar/interviews.ics"], false),
    ("qa-write-checklist", &["qa/checklist.yaml"], true),
    (
        "qa-reproduce-bug",
        &["qa/repro/case_118.sh", "qa/repro/expected.log"],
        true,
    ),
    ("ops-rotate-logs", &["ops/logrotate.conf"], false),
];

/// The replay: every handle under four roots, 160 tasks.
pub fn replay(seed: u64) -> Vec<Task> {
    let mut tasks = Vec::new();
    for (family, handles, named) in REPLAY {
        for handle in handles {
            for root in 0..4 {
                tasks.push(replayed(seed, family, handle, named, root));
            }
        }
    }
    tasks
}

fn replayed(seed: u64, family: &str, handle: &str, named: bool, root: usize) -> Task {
    let id = format!("replay {family} {handle} {root}");
    let mut rng = Rng::new(seed, &id);
    let machines = [Os::Mac, Os::Linux, Os::Wsl, Os::Server];
    let world = World::draw(&mut rng, machines[root]);
    let mut files: Vec<String> = world.files.iter().take(8).cloned().collect();
    files.extend(twins(handle));
    files.push(handle.to_owned());
    rng.shuffle(&mut files);
    let mut page = tool_page("cat evaluator.log");
    for file in &files {
        let mark = if file == handle { "target" } else { "seen" };
        page.push(&format!("[{mark}] "));
        world.file(&mut page, file, Spelling::Native);
        page.push("\n");
    }
    let (sentence, cue) = match named {
        true => (format!("Open {handle}."), Cue::Ending(format!("/{handle}"))),
        false => (
            "Open the file that the evaluator marks as its target.".to_owned(),
            Cue::OnLine("[target]".to_owned()),
        ),
    };
    let made = Made {
        turns: vec![page.finish()],
        goal: goal(&sentence, "Read", "{}", vec![cue]),
        expected: absolute(&world, handle),
    };
    finish(&world, &id, family, made)
}

/// Files that are easily mistaken for the handle.
fn twins(handle: &str) -> [String; 2] {
    let name = handle.rsplit('/').next().unwrap_or(handle);
    [format!("archive/old_{name}"), format!("{handle}.bak")]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workflow::planner::Planner;
    use crate::workflow::{Driver as _, judge};
    use crate::{Boundary as _, conditions::Raw};

    #[test]
    fn as_many_as_in_the_paper() {
        assert_eq!(
            (local(1).len(), shared(1).len(), replay(1).len()),
            (12, 200, 160)
        );
        let handles: usize = REPLAY.iter().map(|(_, handles, _)| handles.len()).sum();
        assert_eq!((REPLAY.len(), handles), (33, 40));
    }

    #[test]
    fn the_planner_solves_every_task_on_raw_text() {
        for task in local(3).into_iter().chain(shared(3)).chain(replay(3)) {
            let seen: Vec<_> = task
                .transcript
                .turns
                .iter()
                .map(|turn| turn.text.clone())
                .collect();
            let call = Planner.answer(&seen, &task.goal);
            let mut session = Raw.open(&task.transcript.setup).expect("open");
            let verdict = judge(&task, call.as_ref(), &mut *session);
            assert!(
                verdict.success,
                "{}: {}",
                task.transcript.id, verdict.remark
            );
        }
    }
}
