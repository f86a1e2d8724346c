//! Project directories whose separators were made dashes.

use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::identity::{user, words};
use crate::{Kind, Reach, Rule};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("Users-", encoded),
    Anchor::exact("home-", encoded),
];

/// `-Users-zoe-Source-x`, `-home-zoe-x`: how agents name the directory of a project.
fn encoded(cx: &mut Cx<'_>, at: usize) {
    let Some(start) = at.checked_sub(1).filter(|_| cx.before(at) == b'-') else {
        return;
    };
    let mac = cx.byte(at) == b'U';
    let opens = match cx.before(start) {
        b'/' | b'\\' => true,
        // A removed line of a diff may begin with `-home-`.
        0 | b'\n' | b' ' | b'"' | b'\'' | b'`' => mac,
        _ => false,
    };
    let span = words::run(cx, start, 512, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_') || b >= 0x80
    });
    let first = at + if mac { 6 } else { 5 };
    let name = words::run(cx, first, 64, |b| b.is_ascii_alphanumeric() || b == b'_');
    if !opens || name.is_empty() || name.end + 2 > span.end {
        return;
    }
    cx.structural(span, Kind::Dir, Rule::EncodedPath, Reach::Session);
    if user::is_telling(name.of(cx.text)) {
        cx.imply(name, Kind::User, Rule::User);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::Dir;
    use crate::testing::parts_of as of;

    #[test]
    fn encoded_directories() {
        let dir = "-Users-tilda-Source-loom";
        assert_eq!(of(Dir, &format!("~/.claude/projects/{dir}/x.jsonl")), [dir]);
        assert_eq!(of(Dir, &format!("{dir}\n")), [dir]);
        assert_eq!(of(Dir, "projects/-home-tilda-loom/"), ["-home-tilda-loom"]);
        for text in [
            "-home-page-x: 1",
            "--home-dir",
            "Users-guide-x",
            "x-Users-a-b",
            "-Users-",
        ] {
            assert_eq!(of(Dir, text), Vec::<String>::new(), "{text}");
        }
    }
}
