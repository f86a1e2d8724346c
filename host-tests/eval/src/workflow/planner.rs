//! A deterministic driver. It is no model: it looks for what the task names and copies it as it stands, as a careful
//! model would. It measures the ceiling, what can be acted on at all after a rewrite, and nothing about language.

use super::{Call, Cue, Driver, Goal, arguments};

/// The planner.
#[derive(Clone, Copy, Debug, Default)]
pub struct Planner;

impl Driver for Planner {
    fn answer(&mut self, seen: &[String], goal: &Goal) -> Option<Call> {
        let text = seen.join("\n");
        let mut found = Vec::new();
        for cue in &goal.cues {
            // Somebody who does not find what was named takes what stands for something.
            let thing = find(&text, cue).or_else(|| first_placeholder(&text))?;
            found.push(change(&thing, goal));
        }
        let mut subject = goal.template.clone();
        for thing in found {
            subject = subject.replacen("{}", &thing, 1);
        }
        let args = arguments(goal.tool, &subject);
        Some(Call {
            tool: goal.tool.to_owned(),
            args,
        })
    }
}

fn change(thing: &str, goal: &Goal) -> String {
    match &goal.change {
        Some((from, to)) => thing.replacen(from.as_str(), to, 1),
        None => thing.to_owned(),
    }
}

fn find(text: &str, cue: &Cue) -> Option<String> {
    match cue {
        Cue::Ending(ending) => paths(text).find(|path| plain(path).ends_with(ending.as_str())),
        Cue::Within(dir, ending) => {
            let fits = |path: &String| {
                plain(path).contains(&format!("/{dir}/")) && path.ends_with(ending.as_str())
            };
            paths(text).find(fits)
        }
        Cue::OnLine(marker) => {
            let line = text.lines().find(|line| line.contains(marker.as_str()))?;
            paths(line).next()
        }
        Cue::Between(before, after) => {
            let start = text.find(before.as_str())? + before.len();
            let end = start + text[start..].find(after.as_str())?;
            Some(text[start..end].to_owned())
        }
        Cue::Named(name) => text.lines().find_map(|line| {
            let (key, value) = line.split_once('=')?;
            (key.trim_start_matches("export ") == name).then(|| value.trim_matches('"').to_owned())
        }),
        Cue::Token(start, kind) => {
            let mut tokens = tokens(text);
            tokens
                .find(|token| {
                    token.starts_with(start.as_str())
                        || is_placeholder(token) && token.contains(kind.as_str())
                })
                .map(str::to_owned)
        }
    }
}

/// Slashes whatever the machine.
fn plain(path: &str) -> String {
    path.replace('\\', "/")
}

/// Words of the text, without quotes and punctuation around them.
fn tokens(text: &str) -> impl Iterator<Item = &str> {
    let stops = |c: char| c.is_whitespace() || "\"'`,;()<>=".contains(c);
    text.split(stops)
        .map(|token| token.trim_end_matches(['.', ':']))
        .filter(|token| !token.is_empty())
}

/// Tokens that name a place, without `:line:col`.
fn paths(text: &str) -> impl Iterator<Item = String> {
    let tokens = tokens(text).map(without_position);
    let names_a_place = |token: &&str| {
        token.contains(['/', '\\']) && !token.contains("//") || is_placeholder(token)
    };
    tokens.filter(names_a_place).map(str::to_owned)
}

fn without_position(token: &str) -> &str {
    let mut token = token;
    for _ in 0..2 {
        if let Some((head, tail)) = token.rsplit_once(':')
            && !tail.is_empty()
            && tail.bytes().all(|byte| byte.is_ascii_digit())
        {
            token = head;
        }
    }
    token
}

fn is_placeholder(token: &str) -> bool {
    let inner = token
        .strip_prefix('[')
        .and_then(|token| token.strip_suffix(']'));
    let label = |text: &str| {
        text.len() > 1
            && text
                .bytes()
                .all(|b| b.is_ascii_uppercase() || b.is_ascii_digit() || b == b'_')
    };
    inner.is_some_and(label) || token.starts_with("__VG_") && token.ends_with("__")
}

fn first_placeholder(text: &str) -> Option<String> {
    tokens(text)
        .find(|token| is_placeholder(token))
        .map(str::to_owned)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str, cue: &Cue) -> Option<String> {
        find(text, cue)
    }

    #[test]
    fn cues_find_what_they_name() {
        let text = "<cwd>[REPO_ROOT_1]</cwd>\n  File \"[REPO_ROOT_1]/src/a.py\", line 7\n[REPO_ROOT_1]/docs/b.yaml:3:1\nURL=x://y\n";
        let ending = |end: &str| Cue::Ending(end.to_owned());
        assert_eq!(
            found(text, &ending("a.py")).as_deref(),
            Some("[REPO_ROOT_1]/src/a.py")
        );
        assert_eq!(
            found(text, &ending(".yaml")).as_deref(),
            Some("[REPO_ROOT_1]/docs/b.yaml")
        );
        assert_eq!(found(text, &ending(".toml")), None);
        let line = Cue::OnLine("line 7".to_owned());
        assert_eq!(
            found(text, &line).as_deref(),
            Some("[REPO_ROOT_1]/src/a.py")
        );
        let between = Cue::Between("<cwd>".to_owned(), "<".to_owned());
        assert_eq!(found(text, &between).as_deref(), Some("[REPO_ROOT_1]"));
        assert_eq!(
            found(text, &Cue::Named("URL".to_owned())).as_deref(),
            Some("x://y")
        );
    }

    #[test]
    fn what_is_not_found_is_guessed() {
        let goal = Goal {
            sentence: String::new(),
            cues: vec![Cue::Ending(".yaml".to_owned())],
            tool: "Read",
            template: "{}".to_owned(),
            change: None,
        };
        let call = Planner.answer(&["see __VG_PATH_01__ and __VG_PATH_02__".to_owned()], &goal);
        assert_eq!(
            call.map(|call| call.args).as_deref(),
            Some(r#"{"file_path":"__VG_PATH_01__"}"#)
        );
    }
}
