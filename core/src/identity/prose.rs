//! People in running text, where nothing says that a person is meant: the setting `person_names`.
//!
//! A name counts if it begins with a first name of the list, if a title, a greeting or a word like `ask` stands
//! before it, or if it signs a letter. This reads the whole text, so it runs only where the setting is on.

use super::name::{self, GIVEN};
use crate::detect::Cx;
use crate::lexicon;
use crate::{Kind, Reach, Rule, Span};

/// Titles before a name.
const TITLES: &[&str] = &["dr", "frau", "herr", "mr", "mrs", "ms", "mx", "prof"];
/// Words before somebody who is greeted.
const GREETINGS: &[&str] = &["dear", "hello", "hey", "hi", "thanks", "thank you"];
/// Words before a person of two names.
#[rustfmt::skip]
const CUES: &[&str] = &[
    "ask", "asked", "cc", "contact", "met", "meet", "ping", "spoke with", "talk to", "talked to", "tell", "told",
];
/// Lines above a signature.
#[rustfmt::skip]
const CLOSINGS: &[&str] = &[
    "best", "best regards", "best wishes", "cheers", "gruss", "grüße", "kind regards", "many thanks", "regards",
    "sincerely", "thank you", "thanks", "viele grüße", "yours",
];

/// Reports the names of people in the text.
pub(crate) fn find(cx: &mut Cx<'_>) {
    let text = cx.text;
    let mut start = 0;
    let mut signs = false;
    for line in text.split_inclusive('\n') {
        let trimmed = line.trim();
        if signs {
            signature(cx, Span::new(start, start + line.len()));
        }
        let closing = trimmed.trim_end_matches([',', '!', '.']).to_lowercase();
        signs = CLOSINGS.contains(&closing.as_str());
        in_line(cx, start, line);
        start += line.len();
    }
}

/// A line of one to three names below a closing.
fn signature(cx: &mut Cx<'_>, line: Span) {
    let text = line.of(cx.text);
    let lead = text.len() - text.trim_start().len();
    let span = Span::new(
        line.start + lead,
        line.start + text.trim_end().len().max(lead),
    );
    let words = span.of(cx.text).split(' ');
    if words.clone().count() <= 3 && words.clone().all(name::is_half) {
        report(cx, span);
    }
}

/// The names of a line.
fn in_line(cx: &mut Cx<'_>, start: usize, line: &str) {
    let mut at = 0;
    while let Some(found) = line[at..].find(|c: char| c.is_uppercase()) {
        let from = at + found;
        let end = name_end(line, from);
        let glued = line[..from].ends_with(|c: char| c.is_alphanumeric() || "_-/.@$#".contains(c));
        if !glued && end > from {
            candidate(cx, start, line, from..end);
        }
        let rest = &line[from..];
        let word = rest
            .find(|c: char| !c.is_alphanumeric())
            .unwrap_or(rest.len());
        at = end.max(from + word.max(1));
    }
}

/// The end of up to four words of a name that begin at `from`.
fn name_end(line: &str, from: usize) -> usize {
    let mut end = from;
    for (number, word) in line[from..].split(' ').take(4).enumerate() {
        let bare = word.trim_end_matches([',', '.', ':', ';', '!', '?', ')', '"', '\n', '\r', '*']);
        let bare = bare
            .strip_suffix("'s")
            .or_else(|| bare.strip_suffix("\u{2019}s"))
            .unwrap_or(bare);
        let initial = word.len() == 2 && word.ends_with('.');
        let particle = number > 0 && matches!(bare, "van" | "von" | "de" | "da" | "der" | "den");
        if !name::is_half(bare) && !particle && !initial {
            break;
        }
        let begin = if number == 0 { from } else { end + 1 };
        let closes = bare.len() < word.len() && !initial;
        end = begin + if initial { word.len() } else { bare.len() };
        if closes {
            break;
        }
    }
    end
}

/// Judges capitalised words by what they are and by what stands before them.
fn candidate(cx: &mut Cx<'_>, start: usize, line: &str, range: std::ops::Range<usize>) {
    let whole = &line[range.clone()];
    let before = line[..range.start]
        .trim_end_matches([' ', '.', ',', ':'])
        .to_lowercase();
    let follows = |list: &[&str]| {
        list.iter().any(|cue| {
            before
                .strip_suffix(cue)
                .is_some_and(|rest| !rest.ends_with(char::is_alphanumeric))
        })
    };
    // `Thanks Ada Quill`, `Dr Quill`: the cue may have a capital itself.
    if let Some((first, rest)) = whole.split_once(' ') {
        let cue = first.trim_end_matches('.').to_lowercase();
        if TITLES.contains(&cue.as_str())
            || GREETINGS.contains(&cue.as_str())
            || CUES.contains(&cue.as_str())
        {
            let skip = whole.len() - rest.len();
            return candidate(cx, start, line, range.start + skip..range.end);
        }
    }
    let span = Span::new(start + range.start, start + range.end);
    let first = whole.split([' ', '-']).next().unwrap_or_default();
    let given = lexicon::holds(GIVEN.as_bytes(), first.as_bytes());
    let told = match whole.contains(' ') {
        true => name::is_person(whole) && given || name::is_surely_person(whole) && follows(CUES),
        false => given && follows(CUES),
    };
    let addressed =
        follows(TITLES) || follows(GREETINGS) && (given || name::is_surely_person(whole));
    if told || addressed && whole.len() >= 3 {
        report(cx, span);
    }
}

fn report(cx: &mut Cx<'_>, span: Span) {
    cx.structural(span, Kind::Person, Rule::Person, Reach::Session);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::facts::Facts;

    fn people(text: &str) -> Vec<&str> {
        let facts = Facts::default();
        let mut cx = Cx::new(text, &facts);
        find(&mut cx);
        cx.findings.iter().map(|f| f.span.of(text)).collect()
    }

    #[test]
    fn people_in_letters_and_sentences() {
        assert!(GIVEN.lines().collect::<Vec<_>>().is_sorted());
        for (text, want) in [
            (
                "Hi Tilda,\n\nplease look.\n\nBest,\nEnzo Varga\n",
                &["Enzo Varga"][..],
            ),
            ("Dear Ms. Okafor,", &["Okafor"]),
            ("Hello Sophie, how are you?", &["Sophie"]),
            ("Can you ask Enzo Varga about it?", &["Enzo Varga"]),
            ("Robert Nwosu said that it fails.", &["Robert Nwosu"]),
            (
                "the plan of Jan van der Heide's team",
                &["Jan van der Heide"],
            ),
            ("Thanks Sophie!", &["Sophie"]),
            ("It was Dr. Brixton.", &["Brixton"]),
        ] {
            assert_eq!(people(text), want, "{text}");
        }
    }

    #[test]
    fn titles_code_and_products_are_no_people() {
        for text in [
            "Hello World",
            "Hi all, Hello Everyone, Dear Team",
            "# Getting Started With Visual Studio Code",
            "Thanks,\nthe team",
            "use Docker Compose and GitHub Actions with Amazon Web Services",
            "class JamesWatt extends Base",
            "Error: Connection Refused by Remote Host",
            "let x = Martin::new(y)",
            "src/Martin/a.rs",
            "from Python import Django",
        ] {
            assert_eq!(people(text), Vec::<&str>::new(), "{text}");
        }
    }
}
