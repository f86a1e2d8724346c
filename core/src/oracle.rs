//! What must hold for every text and every session, as functions that property tests and fuzz targets share.
//!
//! Each returns the name of what was broken and never the text, so that a failing run leaks nothing.

use crate::json::{self, Reader};
use crate::rebind::display;
use crate::{
    Context, Encoding, Origin, RebindStream, Replacement, SanitizeError, SanitizeStream, Sanitized,
    Session,
};

/// What was broken.
pub type Broken = &'static str;

/// Checks everything that one text in one session must satisfy.
///
/// # Errors
/// The first property that does not hold.
pub fn outbound(session: &mut Session, text: &str) -> Result<(), Broken> {
    let Ok(first) = sanitize(session, text) else {
        // At a limit the session fails closed: nothing leaves.
        return Ok(());
    };
    ranges_agree(text, &first)?;
    if text.matches('\n').count() != first.text.matches('\n').count() {
        return Err("the number of lines changed");
    }
    let again = sanitize(session, text).map_err(|_| "the same text failed the second time")?;
    if again.text != first.text {
        return Err("the same text gave other bytes");
    }
    let twice = sanitize(session, &first.text).map_err(|_| "sanitized text failed")?;
    if twice.text != first.text {
        return Err("sanitizing twice is not sanitizing once");
    }
    Ok(())
}

/// Checks that none of `values` (known to the session) stands in what leaves.
///
/// # Errors
/// If one does.
pub fn hides(session: &mut Session, text: &str, values: &[&str]) -> Result<(), Broken> {
    let Ok(out) = sanitize(session, text) else {
        return Ok(());
    };
    match values.iter().any(|value| stands_as_token(&out.text, value)) {
        true => Err("a known value left"),
        false => Ok(()),
    }
}

/// Checks that display gives back what was sanitized, where nothing of it was a secret or had to be withheld.
///
/// # Errors
/// If it does not.
pub fn display_round_trip(session: &mut Session, text: &str) -> Result<(), Broken> {
    let Ok(out) = sanitize(session, text) else {
        return Ok(());
    };
    let secret = |r: &Replacement| r.kind == crate::Kind::Secret;
    // Where display may withhold: in what could be a link, a bare `name.tld/` too.
    let marks = ["//", "\\\\", "](", "][", "]:", "<"];
    let marked = |mark: &&str| out.text.contains(*mark) || text.contains(*mark);
    let lower = text.to_ascii_lowercase();
    let scheme = |name: &&str| lower.contains(name);
    let link = marks.iter().any(marked)
        || display::NAMED.iter().any(scheme)
        || text.contains('.') && text.contains('/');
    let shown = session.rebind_display(&out.text);
    let withheld = link && shown.restored.len() < out.replacements.len();
    // Text that may have held stand-ins already: what display withheld of them in the text, it may restore in the output.
    let own = text.contains('[') || lower.contains("slot");
    // What was invisible inside a value went with it.
    let unseen = |r: &Replacement| {
        let part = &text[r.input.start..r.input.end];
        crate::view::View::of(part).text() != part
    };
    let lost = out.replacements.iter().any(|r| secret(r) || unseen(r));
    if lost || withheld || own {
        return Ok(());
    }
    match shown.text == text {
        true => Ok(()),
        false => Err("display did not give the text back"),
    }
}

/// Checks what rebinding gives for any output of a model: no secret in display, in the text of a command or in a
/// refusal, and no path outside every scope. The session passes secrets in variables, as it does by default.
///
/// # Errors
/// What does not hold.
pub fn inbound(session: &Session, output: &str, values: &[&str]) -> Result<(), Broken> {
    let shows = |text: &str| {
        let mut values = values.iter();
        values.any(|value| text.contains(value) && !output.contains(value))
    };
    let shown = session.rebind_display(output);
    if shows(&shown.text) {
        return Err("display restored a secret");
    }
    for access in [crate::config::Access::Read, crate::config::Access::Write] {
        match session.rebind_path(output, access) {
            Ok(done) if !lies_in_scope(session, &done.text, access) => {
                return Err("a path outside every scope was accepted");
            }
            Err(refusal) if shows(&format!("{refusal:?}")) => {
                return Err("a refusal shows a secret");
            }
            _ => {}
        }
    }
    for shell in [
        crate::Shell::Posix,
        crate::Shell::PowerShell,
        crate::Shell::Cmd,
    ] {
        let said = match session.rebind_command(output, shell) {
            Ok(done) => match done.words {
                crate::Words::Text(text) => text,
                crate::Words::Argv(words) => words.join(" "),
            },
            Err(refusal) => format!("{refusal:?}"),
        };
        if shows(&said) {
            return Err("a secret stands in a command or a refusal");
        }
    }
    let _ = session.rebind_argv(&[output]);
    let _ = session.rebind_argv(&["bash", "-c", output]);
    let mut args = String::from("{\"command\": \"");
    crate::json::encode(output, &mut args);
    args.push_str("\", \"content\": \"");
    crate::json::encode(output, &mut args);
    args.push_str("\"}");
    for tool in ["Bash", "Write", "apply_patch", "some_tool", "WebFetch"] {
        let said = match session.rebind_tool_call(tool, &args) {
            Ok(done) => done.args,
            Err(refusal) => format!("{refusal:?}"),
        };
        if shows(&said) {
            return Err("a secret stands in the arguments of a tool or in a refusal");
        }
    }
    let _ = session.rebind_tool_call("Bash", output);
    in_pieces(session, output, &shown.text)?;
    answer(session, output, &shown.text)
}

/// Whether a path that was accepted is absolute in a scope, or relative and does not climb.
fn lies_in_scope(session: &Session, path: &str, access: crate::config::Access) -> bool {
    let path = path.strip_prefix("file://").unwrap_or(path);
    let bytes = path.as_bytes();
    let drive = bytes.len() > 1 && bytes[0].is_ascii_alphabetic() && bytes[1] == b':';
    let absolute = drive || path.starts_with(['/', '\\']);
    if absolute {
        let allowed = session.bounds.access(path);
        return allowed.is_some_and(|allowed| allowed >= access);
    }
    !path.split(['/', '\\']).any(|part| part == "..")
}

/// The same words in pieces are shown as the whole is, as text and inside a JSON string.
fn in_pieces(session: &Session, output: &str, shown: &str) -> Result<(), Broken> {
    let mut raw = String::new();
    json::encode(output, &mut raw);
    let plain = pieces_shown(session, Encoding::Text, output);
    let quoted = pieces_shown(session, Encoding::JsonString, &raw);
    match plain == shown && json::decode(&quoted) == shown {
        true => Ok(()),
        false => Err("the split changed what is shown"),
    }
}

fn pieces_shown(session: &Session, encoding: Encoding, text: &str) -> String {
    let mut stream = RebindStream::new(encoding);
    let mut out = String::new();
    let mut rest = text;
    // Where the cuts fall depends on the text, so that a fuzzer can move them.
    while let Some(first) = rest.bytes().next() {
        let end = (usize::from(first % 7) + 1..=rest.len()).find(|&at| rest.is_char_boundary(at));
        let (piece, after) = rest.split_at(end.unwrap_or(rest.len()));
        out += &stream.push(session, piece).text;
        rest = after;
    }
    out + &stream.finish(session).text
}

/// The words of an answer are shown as text is, and what it calls leaves it JSON.
fn answer(session: &Session, output: &str, shown: &str) -> Result<(), Broken> {
    let mut raw = String::new();
    json::encode(output, &mut raw);
    let said = format!("{{\"content\":\"{raw}\"}}");
    let mut want = String::from("{\"content\":\"");
    json::encode(shown, &mut want);
    want.push_str("\"}");
    // Escapes that may be written in two ways are the model's where nothing was restored.
    let meant = |text: &str| json::decode(text).into_owned();
    match session.rebind_json(&said) {
        Ok(done) if meant(&done.text) == meant(&want) => {}
        _ => return Err("an answer is not shown as its words are"),
    }
    for calls in [
        format!("{{\"name\":\"Bash\",\"input\":{{\"command\":\"{raw}\"}}}}"),
        format!("[{{\"arguments\":\"{raw}\",\"name\":\"Read\"}}]"),
    ] {
        let done = session.rebind_json(&calls);
        if done.is_ok_and(|done| tokens(&done.text) != tokens(&calls)) {
            return Err("an answer with calls is not JSON any more");
        }
    }
    Ok(())
}

/// How many tokens a document has; `None` if it is no JSON.
fn tokens(text: &str) -> Option<usize> {
    let events: Result<Vec<_>, _> = Reader::new(text).collect();
    events.ok().map(|all| all.len())
}

/// Checks a provider request: what was JSON stays JSON with the same tokens, and twice is once.
///
/// # Errors
/// What does not hold.
pub fn request(session: &mut Session, text: &str) -> Result<(), Broken> {
    let Ok(out) = session.sanitize_json(text) else {
        return Ok(());
    };
    ranges_agree(text, &out)?;
    if tokens(text) != tokens(&out.text) {
        return Err("JSON in is not JSON out");
    }
    match session.sanitize_json(&out.text) {
        Ok(twice) if twice.text == out.text => Ok(()),
        Ok(_) => Err("a request sanitized twice is not sanitized once"),
        Err(_) => Err("a sanitized request failed"),
    }
}

/// Checks that `bytes` in pieces of `sizes` (in turn) come out of a stream as they do in one piece.
///
/// # Errors
/// If they do not.
pub fn stream(session: impl Fn() -> Session, bytes: &[u8], sizes: &[u8]) -> Result<(), Broken> {
    let run = |pieces: &[&[u8]]| {
        let mut session = session();
        let mut stream = SanitizeStream::default();
        let mut out = String::new();
        for piece in pieces {
            out += &stream.push(&mut session, piece).unwrap_or_default();
        }
        out + &stream.finish(&mut session).unwrap_or_default()
    };
    let mut pieces = Vec::new();
    let mut rest = bytes;
    for size in sizes.iter().cycle().take(bytes.len()) {
        let (piece, after) = rest.split_at(rest.len().min(usize::from(*size) + 1));
        pieces.push(piece);
        rest = after;
    }
    pieces.push(rest);
    match run(&pieces) == run(&[bytes]) {
        true => Ok(()),
        false => Err("the split changed the output"),
    }
}

fn sanitize(session: &mut Session, text: &str) -> Result<Sanitized, SanitizeError> {
    session.sanitize(text, Origin::Tool, &Context::default())
}

/// The output is the input with the replaced ranges exchanged and nothing else.
fn ranges_agree(text: &str, out: &Sanitized) -> Result<(), Broken> {
    let (mut from_in, mut from_out) = (0, 0);
    for replacement in &out.replacements {
        let kept_in = text.get(from_in..replacement.input.start);
        let kept_out = out.text.get(from_out..replacement.output.start);
        if kept_in.is_none() || kept_in != kept_out {
            return Err("a replacement's range is wrong");
        }
        from_in = replacement.input.end;
        from_out = replacement.output.end;
    }
    match text.get(from_in..) == out.text.get(from_out..) {
        true => Ok(()),
        false => Err("the rest of the text changed"),
    }
}

/// Whether `value` stands in `text` with no letter or digit glued to it.
fn stands_as_token(text: &str, value: &str) -> bool {
    text.match_indices(value).any(|(start, _)| {
        let glued = |c: Option<char>| c.is_some_and(char::is_alphanumeric);
        let before = glued(text[..start].chars().next_back()) && glued(value.chars().next());
        let after =
            glued(text[start + value.len()..].chars().next()) && glued(value.chars().next_back());
        !before && !after
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Kind;
    use crate::testing::zoe;
    use proptest::prelude::*;

    /// Pieces that detectors, handles and grammars care about, in any order.
    fn hostile() -> impl Strategy<Value = String> {
        let piece = prop_oneof![
            4 => proptest::sample::select(vec![
                "/home/zoe/quarry", "/home/zoe", "~/quarry", "C:\\Users\\zoe\\quarry", "C:\\\\Users\\\\zoe", "/Users/", "/root/",
                "zoe", "ZOE", "zoe@quarry.internal", "@", "10.1.2.3", "db.quarry.internal", "legal/layoff_plan.pdf",
                "PASSWORD", "token", "api_key", "secret", "Authorization: Bearer ", "-----BEGIN RSA PRIVATE KEY-----",
                "-----END RSA PRIVATE KEY-----", "ghp_", "sk-ant-", "AKIA", "eyJ", "https://", "postgres://u:", "${X:-", "--password",
                "[REPO_ROOT_1]", "[USER_1b]", "repo-root-slot-1", "[EMAIL_7]", "USER_SLOT_1", "[", "]", "Rauhreif-4711-Feld",
            ]).prop_map(str::to_owned),
            4 => proptest::sample::select(vec!["=", ":", " ", "\n", "\"", "'", "/", "\\", "_", "-", ".", ",", "{", "}", "(", ")", "\t", "\r\n", ": ", "=\""])
                .prop_map(str::to_owned),
            2 => "[a-zA-Z0-9]{1,24}",
            1 => "[A-Za-z0-9+/]{30,80}={0,2}",
            1 => any::<char>().prop_map(String::from),
            1 => proptest::sample::select(vec!["\u{1b}[31m", "\u{200b}", "é", "田中", "\u{202e}", "\0"]).prop_map(str::to_owned),
        ];
        proptest::collection::vec(piece, 0..40).prop_map(|pieces| pieces.concat())
    }

    const SECRET: &str = "Rauhreif-4711-Feld";

    fn knowing() -> Session {
        let mut session = zoe();
        session.protect(SECRET, Kind::Secret).expect("room for one");
        session
    }

    /// What a second pass once read otherwise than the first.
    #[test]
    fn twice_is_once() {
        for text in [
            // A value that reads as drawn only with a handle in it.
            "Authorization: Bearer _C:\\\\Users\\\\zoe~/quarry",
            "Authorization: Bearer \"db.quarry.internal/\u{10000}",
            "Authorization: Bearer =00AaAaaa/aA0aaa+0AaAA+0aA0aaA0¡10.1.2.3",
            "Authorization: Bearer a#0AAa\u{1b}/Users/10.1.2.3=",
            "PASSWORD: 0AA0alegal/layoff_plan.pdf",
            "zoePASSWORD\tA\nPASSWORD/home/zoe/quarry",
            "=PASSWORD\t0a0AA/a0a+a+0aAAaAaAA0+/a+B/+b=zoe@quarry.internal/home/zoe/quarry",
            // A handle that becomes a part of a name, or hides one.
            "PASSWORD /home/zoe/quarry: a00a",
            "Authorization: Bearer /home/zoe/quarry: 00Aa0a",
            "\"zoe--password: PASSWORD/ 0",
            "zoe@quarry.internalapi_key\t\r\naaaa0Aac0a02A3b4/Users/",
            // A password that ends the reach of the sign before the host.
            "postgres://u:~/quarryzoe@quarry.internal_",
            "postgres://u:A\u{820}@0aaA",
            "postgres://u:zoe/Users/@0Aaa",
            "postgres://u:\u{10000}@-----BEGIN RSA PRIVATE KEY-----",
            // The text of a slot inside a secret, and alone.
            "Authorization: Bearer [EMAIL_7][REPO_ROOT_1]aA0a [EMAIL_7]/home/zoe/quarry",
            "Authorization: Bearer [USER_1b]0aaAa\"a[USER_1b]C:\\Users\\zoe\\quarry",
            // A known secret that something touches.
            "Authorization: Bearer A0a\u{20000}\u{20000}Rauhreif-4711-Feld",
            "ghp_AAAA00aARauhreif-4711-Felda",
            // Characters for what is no text.
            "Authorization: Bearer \u{fffd}\u{fffd}\u{fffd}sk-ant,\u{fffd}h-token {{API_TOKEN}} \u{fffd}\u{fffd}\u{fffd}",
            // A known secret over a seam of colours.
            "Rauhreif-4711-Feldzoe@quarry.internal\u{1b}[31ma++AaaaAA+aAa0A0aa0+0AAaA+a000",
            "Rauhreif-4711-Felddb.quarry.internal\u{1b}[31mlegal/layoff_plan.pdf",
            "C:\\\\Users\\\\zoe\u{202e}10.1.2.3Rauhreif-4711-Feld",
            "PASSWORD\u{200b}zoeRauhreif-4711-Feld0~/quarry",
            // The mark of a key block as a value.
            "¡Authorization: Bearer -----BEGIN RSA PRIVATE KEY-----\nAAaa0aa0AA0AaAaa",
            // A stand-in where a path, a name or a value ended before.
            "W/root/zoe@quarry.internal: @Ed47",
            "/Users/田'legal/layoff_plan.pdf田",
            "Fzoe@quarry.internal-zoe.4",
            ".: @tUSER_SLOT_1\t10.1.2.3",
            "postgres://u:https://@2fmQ",
            "--password\u{200b}田中]=𓤰==",
            "AKIAzoe@quarry.internalRauhreif-4711-FeldC:\\Users\\zoe\\quarry",
            "-----BEGIN RSA PRIVATE KEY-----KHloX+6nA4wYQMB8iKT/FVvQG3r1heWcXeOixf==\"-----END RSA PRIVATE KEY-----lUqAuthorization: Bearer ",
            // A piece of a secret that ends at a stand-in.
            "ZOEC:\\Users\\zoe\\quarrypostgres://u:--password:ϮC:\\Users\\zoe\\quarry",
            "eC:\\Users\\zoe\\quarrysecret=fC:\\Users\\zoe\\quarry",
            // A piece of a secret that hangs on more of a word.
            "Authorization: Bearer Rauhreif-4711-Feldapi_key",
            "ghp_tokenvqtRauhreif-4711-Feld",
            "--password: db.quarry.internalAuthorization: Bearer rsK1EQAdb.quarry.internal",
            "AKIA\\[USER_1b]@postgres://u:zoe@quarry.internal[USER_1b]@",
            // Two secrets that touch.
            "secret:0C:\\Users\\zoe\\quarryC:\\\\Users\\\\zoe",
            "hkBTt7ZOERauhreif-4711-FeldéRauhreif-4711-Feldzoe@quarry.internalé",
            // A name that only a stand-in makes one, or that is one.
            "C:\\\\Users\\\\zoeγ\u{ea341}zoe@bDH5v8iatehD2dXP(",
            "C:\\\\Users\\\\zoe田中db.quarry.internal/home/zoeAuthorization: Bearer db.quarry.internaleyJ.\u{12}",
            // A bracket would complete a control sequence.
            "--password\u{1b}/home/zoe",
            // A stand-in inside a key block.
            "-----BEGIN RSA PRIVATE KEY-----\\+Gbcyvs2t\r\n+npJK1gYNO==\"",
            // Handles that stood there from the beginning.
            "Authorization: Bearer sa)USER_SLOT_1\u{202e}zoe࿉zoe@quarry.internalPASSWORD",
            "Authorization: Bearer [REPO_ROOT_1]AEmJ76+yBZZKKOTKr=db.quarry.internal\nAuthorization: Bearer /home/zoe/quarry6C6=",
            "C:\\\\Users\\\\zoeérepo-root-slot-1ͷRauhreif-4711-Feld",
            "Authorization: Bearer d/root/10.1.2.3[REPO_ROOT_1]",
            "api_key 90eiHB[REPO_ROOT_1]legal/layoff_plan.pdf",
            "Authorization: Bearer USER_SLOT_1中Xdb.quarry.internal)Rauhreif-4711-Feld",
            "/home/zoe/quarryhttps://:[repo-root-slot-1é@4hEJ",
        ] {
            assert_eq!(outbound(&mut knowing(), text), Ok(()), "{text:?}");
        }
    }

    /// The same with what an earlier text taught.
    #[test]
    fn twice_is_once_in_later_texts() {
        for texts in [
            [
                "token:sk-ant-C:\\Users\\zoe\\quarry",
                "tokenC:\\Users\\zoe\\quarryé",
            ],
            ["token=O~/quarry", "db.quarry.internal~/quarrytoken"],
            [
                "Authorization: Bearer USER_SLOT_1zsIC:\\\\Users\\\\zoe",
                "USER_SLOT_1zoe@quarry.internalUSER_SLOT_1",
            ],
        ] {
            let mut session = knowing();
            for text in texts {
                assert_eq!(outbound(&mut session, text), Ok(()), "{text:?}");
            }
        }
    }

    proptest! {
        #[test]
        fn outbound_holds(texts in proptest::collection::vec(hostile(), 1..4)) {
            let mut session = knowing();
            for text in texts {
                prop_assert_eq!(outbound(&mut session, &text), Ok(()));
            }
        }

        #[test]
        fn known_values_never_leave(text in hostile()) {
            let mut session = knowing();
            prop_assert_eq!(hides(&mut session, &text, &[SECRET, "zoe", "/home/zoe"]), Ok(()));
        }

        #[test]
        fn display_gives_the_text_back(text in hostile()) {
            let mut session = zoe();
            prop_assert_eq!(display_round_trip(&mut session, &text), Ok(()));
        }

        #[test]
        fn requests_hold(text in hostile()) {
            let mut body = String::from("{\"messages\":[{\"role\":\"user\",\"content\":\"");
            crate::json::encode(&text, &mut body);
            body.push_str("\"}]}");
            prop_assert_eq!(request(&mut knowing(), &body), Ok(()));
        }

        #[test]
        fn inbound_holds_in_a_fresh_session(output in hostile()) {
            prop_assert_eq!(inbound(&knowing(), &output, &[SECRET]), Ok(()));
        }

        #[test]
        fn inbound_holds(text in hostile(), output in hostile()) {
            let mut session = knowing();
            prop_assert_eq!(outbound(&mut session, &text), Ok(()));
            prop_assert_eq!(inbound(&session, &output, &[SECRET]), Ok(()));
        }
    }
}
