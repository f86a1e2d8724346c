//! `slotguard eval`: the evaluation, through the component.

mod component;

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use indicatif::{ProgressBar, ProgressStyle};
use slotguard_eval::Failure;
use slotguard_eval::charts::{Chart, charts};
use slotguard_eval::report::{self, Options, Report, TABLES};
use slotguard_eval::workflow::endpoint::Settings;
use slotguard_host::Boundary;

pub(crate) use component::Component;

use super::bench;
use super::end::{Done, End};
use crate::answer;

#[derive(clap::Args)]
#[command(after_help = tables())]
pub(crate) struct Args {
    /// Makes the corpora; the same seed gives the same ones everywhere
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One table only, by its number below
    #[arg(long, value_name = "N")]
    table: Option<u32>,
    /// Print the figures as JSON
    #[arg(long)]
    json: bool,
    /// Print up to N failures of each table, with their text (the generated corpora are invented)
    #[arg(long, value_name = "N", default_value_t = 0)]
    show: usize,
    /// Write evaluation.md and charts/ into this folder
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
    /// The folder of the shared cases
    #[arg(long, value_name = "DIR", default_value = "../shared/cases")]
    cases: PathBuf,
    /// Exit with 1 if a target is missed
    #[arg(long)]
    strict: bool,
    /// Ask a model too: base address of an OpenAI-compatible endpoint, as http://localhost:11434/v1. Only
    /// sanitized text is sent, except in the condition Raw, whose corpora are invented like all others
    #[arg(long, value_name = "URL", requires = "model")]
    endpoint: Option<String>,
    /// The model's name
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    model: Option<String>,
    /// The environment variable that holds the endpoint's key
    #[arg(long, value_name = "NAME", requires = "endpoint")]
    key_env: Option<String>,
    /// Where answers of the model are kept, so that a run can be repeated without it
    #[arg(long, value_name = "DIR", requires = "endpoint")]
    cache: Option<PathBuf>,
    /// Least time between two requests, in milliseconds
    #[arg(long, value_name = "MS", default_value_t = 0, requires = "endpoint")]
    pause: u64,
}

fn tables() -> String {
    let lines = TABLES
        .iter()
        .map(|(number, what)| format!("  {number:>2}  {what}"));
    format!(
        "Tables (the paper's numbers; from 10 on, ours):\n{}",
        lines.collect::<Vec<_>>().join("\n")
    )
}

pub(crate) fn run(args: &Args) -> Done {
    let component = Component::new(args.seed)?;
    let options = args.options()?;
    let bar = progress_bar();
    let mut progress = |what: &str, done: usize, total: usize| {
        bar.set_message(what.to_owned());
        bar.set_length(total as u64);
        bar.set_position(done as u64);
    };
    let report = report::run(&component, &options, &mut progress).map_err(failed)?;
    bar.finish_and_clear();
    if let Some(folder) = &args.out {
        write_down(folder, &report)?;
    }
    let mut out = io::stdout().lock();
    if args.json {
        writeln!(out, "{}", answer::line(&report.json()))?;
    } else {
        write!(out, "{}", report.plain(args.show))?;
    }
    out.flush()?;
    match report.missed().len() {
        missed if args.strict && missed > 0 => {
            Err(End::Answer(Some(format!("{missed} targets missed"))))
        }
        _ => Ok(()),
    }
}

impl Args {
    fn options(&self) -> Result<Options, End> {
        let known =
            |table: u32| matches!(table, 1 | 3 | 8) || TABLES.iter().any(|(n, _)| *n == table);
        if let Some(table) = self.table.filter(|table| !known(*table)) {
            return Err(End::Usage(format!("there is no table {table}; see --help")));
        }
        let wants_bench = self.table.is_none_or(|table| table == 12);
        // Times of wrong answers are refused; the rest of the evaluation says what is wrong.
        let bench = wants_bench
            .then(|| bench::figures().map_err(|end| end.message().unwrap_or_default().to_owned()));
        Ok(Options {
            seed: self.seed,
            table: self.table,
            cases: Some(self.cases.clone()),
            endpoint: self.endpoint()?,
            bench,
            component: Boundary::component_bytes().ok().map(<[u8]>::len),
        })
    }

    fn endpoint(&self) -> Result<Option<Settings>, End> {
        let (Some(url), Some(model)) = (&self.endpoint, &self.model) else {
            return Ok(None);
        };
        let mut settings = Settings::new(url, model);
        settings.cache.clone_from(&self.cache);
        settings.pause = std::time::Duration::from_millis(self.pause);
        if let Some(name) = &self.key_env {
            let key = std::env::var(name);
            let missing = |_| End::Usage(format!("--key-env: the variable {name} is not set"));
            settings.key = Some(key.map_err(missing)?);
        }
        Ok(Some(settings))
    }
}

/// Nothing is drawn where standard error is no terminal.
fn progress_bar() -> ProgressBar {
    let bar = ProgressBar::new(1);
    let style = ProgressStyle::with_template("{msg:<16} {bar:30} {pos}/{len} {elapsed}");
    bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
}

pub(crate) fn failed(failure: Failure) -> End {
    End::Failed(failure.to_string())
}

fn write_down(folder: &Path, report: &Report) -> Done {
    let charts = charts(report).map_err(failed)?;
    let beside = folder.join("charts");
    let doing = |path: &Path| format!("writing {}", path.display());
    fs::create_dir_all(&beside).map_err(|error| End::failed(doing(&beside), error))?;
    let write = |path: PathBuf, text: &str| {
        fs::write(&path, text).map_err(|error| End::failed(doing(&path), error))
    };
    for Chart { file, svg, .. } in &charts {
        write(beside.join(file), svg)?;
    }
    let names: Vec<_> = charts
        .iter()
        .map(|chart| (chart.file, chart.caption))
        .collect();
    write(folder.join("evaluation.md"), &report.markdown(&names))
}
