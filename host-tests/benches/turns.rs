//! Criterion's view of the same calls as `slotguard bench`, for trends between two commits.

use criterion::{BatchSize, Criterion, Throughput, criterion_group, criterion_main};
use slotguard_host::{Access, Boundary, Config, Context, Origin, Root, Session, Shell};

const TURN_1K: &str = include_str!("../bench/turn-1k.txt");
const CALL_1K: &str = include_str!("../bench/call-1k.json");
const COMMAND: &str = include_str!("../bench/command-200.sh");
const TURN_6K: &str = include_str!("../bench/turn-6k.txt");

fn session(boundary: &Boundary) -> Session {
    let config = Config {
        roots: vec![Root::new("/Users/tove/skagerrak/tide-api")],
        home: Some("/Users/tove".to_owned()),
        user: Some("tove".to_owned()),
        ..Config::default()
    };
    boundary.session(config).expect("opens")
}

fn sanitize(session: &mut Session, text: &str) -> usize {
    let safe = session.sanitize(text, Origin::Tool, &Context::default());
    safe.expect("is within the limits").replacements.len()
}

fn turns(criterion: &mut Criterion) {
    let boundary =
        Boundary::new().expect("run `cargo xtask bench`, which builds the component first");
    let texts = [
        ("1k", TURN_1K.replace('¦', "")),
        ("6k", TURN_6K.replace('¦', "")),
    ];
    let mut group = criterion.benchmark_group("sanitize");
    for (name, text) in &texts {
        group.throughput(Throughput::Bytes(text.len() as u64));
        let mut known = session(&boundary);
        let found = sanitize(&mut known, text);
        assert!(found > 0, "speed is not measured on missed values");
        group.bench_function(*name, |bencher| {
            bencher.iter(|| assert_eq!(sanitize(&mut known, text), found));
        });
        group.bench_function(format!("{name}-first-seen"), |bencher| {
            bencher.iter_batched_ref(
                || session(&boundary),
                |fresh| assert_eq!(sanitize(fresh, text), found),
                BatchSize::PerIteration,
            );
        });
        let mut echo = session(&boundary);
        group.bench_function(format!("{name}-echo"), |bencher| {
            bencher.iter(|| echo.echo(text).expect("answers").len());
        });
    }
    group.finish();
}

fn paths(criterion: &mut Criterion) {
    let boundary =
        Boundary::new().expect("run `cargo xtask bench`, which builds the component first");
    let mut session = session(&boundary);
    criterion.bench_function("path", |bencher| {
        bencher.iter(|| {
            sanitize(
                &mut session,
                "/Users/tove/skagerrak/tide-api/src/tide/window.ts:21",
            )
        });
    });
    criterion.bench_function("rebind-path", |bencher| {
        bencher.iter(|| {
            let local = session.rebind_path("[REPO_ROOT_1]/src/tide/window.ts", Access::Read);
            local.map(|local| local.text).expect("is in a scope")
        });
    });
    sanitize(&mut session, "Author: tove");
    criterion.bench_function("rebind-command-200", |bencher| {
        bencher.iter(|| {
            let local = session.rebind_command(COMMAND, Shell::Posix);
            local.map(|local| local.text).expect("is allowed")
        });
    });
    criterion.bench_function("rebind-call-1k", |bencher| {
        bencher.iter(|| {
            let local = session.rebind_tool_call("Edit", CALL_1K);
            local.map(|local| local.args).expect("is allowed")
        });
    });
}

criterion_group!(benches, turns, paths);
criterion_main!(benches);
