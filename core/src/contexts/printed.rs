//! What a command printed: `echo $DB_PASSWORD`, `op read ...`, `vault kv get -field=...` show one secret and nothing
//! else, on the line below. And the marks by which a build server is told that the rest of the line is secret.

use super::keys::{self, Class};
use super::pipe;
use super::verdict::{self, Form};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span, base64};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("SecretString --output text", below),
    Anchor::exact("with-decryption", below),
    Anchor::exact("gcloud secrets versions access", below),
    Anchor::exact("op read ", below),
    Anchor::exact("pass show ", below),
    Anchor::exact("vault kv get -field", below),
    Anchor::exact("vault read -field", below),
    Anchor::exact("az keyvault secret show", below),
    Anchor::exact("find-generic-password", below),
    Anchor::exact("find-internet-password", below),
    Anchor::exact("get-login-password", below),
    Anchor::exact("gcloud auth print-", below),
    Anchor::exact("kubeadm token create", below),
    Anchor::exact("openssl rand", below),
    Anchor::exact("pwgen", below),
    Anchor::exact("run/secrets/", mounted),
    Anchor::exact("base64 -d", decoded),
    Anchor::exact("base64 --decode", decoded),
    Anchor::exact("terraform output -raw", named),
    Anchor::exact("tofu output -raw", named),
    Anchor::exact("heroku config:get", named),
    Anchor::exact("add-mask::", masked),
    Anchor::exact("issecret=true]", masked),
];

/// Shortest value that is taken for the output of such a command.
const SHORTEST: usize = 8;

const FORM: Form = Form {
    quoted: true,
    shell: false,
    alone: true,
    logged: false,
    after: 0,
    in_prose: false,
};

/// The one word on the line below the command at `at`.
fn below(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at);
    // Written to a file: nothing was printed.
    if memchr::memchr(b'>', &cx.bytes[at..end]).is_none() {
        next_line(cx, Class::Secret, end);
    }
}

/// `cat /run/secrets/db_password`: what Docker and its kin mount there is one.
fn mounted(cx: &mut Cx<'_>, at: usize) {
    if cx.ends_at(at, b"cat /") || cx.ends_at(at, b"cat /var/") {
        below(cx, at);
    }
}

/// `kubectl get secret x -o jsonpath=... | base64 -d`
fn decoded(cx: &mut Cx<'_>, at: usize) {
    let lead = cx.line_before(at, 512);
    if memchr::memmem::find(lead, b"get secret").is_some() {
        return below(cx, at);
    }
    // `echo aGk= | base64 -d`
    let Some((bar, from)) =
        memchr::memrchr(b'|', lead).and_then(|bar| Some((bar, pipe::spoken(&lead[..bar])?)))
    else {
        return;
    };
    let around = |b: &u8| b.is_ascii_whitespace() || matches!(b, b'"' | b'\'');
    let text = &lead[from..bar];
    let blank = text.iter().take_while(|b| around(b)).count();
    let len = text[blank..].iter().take_while(|b| !around(b)).count();
    let start = at - lead.len() + from + blank;
    if says_a_credential(&cx.bytes[start..start + len]) {
        cx.secret(
            Span::new(start, start + len),
            Rank::Context,
            Rule::Statement,
        );
    }
}

/// Whether base64 says `user:x7` or `password=x`.
fn says_a_credential(coded: &[u8]) -> bool {
    let Some(plain) = base64::decode(coded).and_then(|plain| String::from_utf8(plain).ok()) else {
        return false;
    };
    let Some((name, value)) = plain.trim().split_once([':', '=']) else {
        return false;
    };
    let value = value.trim_matches(['"', '\'', ' ', '\n']);
    let class = keys::judge(name.as_bytes()).unwrap_or(Class::Password);
    !name.contains([' ', '/', '{'])
        && !value.contains([' ', '/'])
        && verdict::has_mixture(value.as_bytes())
        && verdict::is_secret(class, value, FORM)
}

/// The last word of the command says what it prints.
fn named(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at);
    let command = cx.bytes[at..end].trim_ascii_end();
    let names = command.split(|byte| *byte == b' ').skip(2);
    if let Some(class) = names.filter_map(keys::judge).last() {
        next_line(cx, class, end);
    }
}

/// Whether `echo` or `printenv` stands before the variable; what it printed is reported.
pub(crate) fn variable(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    let shown = is_shown(cx, name.start);
    let closed = usize::from(matches!(cx.byte(name.end), b'"' | b'}'));
    let end = name.end + closed;
    let ends = cx.byte(end) == b'\n' || closed == 1 && cx.at(end, b"\"\n");
    if shown && ends {
        next_line(cx, class, cx.line_end(end));
    }
    shown && ends
}

/// Whether the name at `start` is the operand of a command that prints a variable.
pub(crate) fn is_shown(cx: &Cx<'_>, start: usize) -> bool {
    [
        &b"echo $"[..],
        b"echo \"$",
        b"echo ${",
        b"echo \"${",
        b"printenv ",
    ]
    .iter()
    .any(|lead| cx.ends_at(start, lead))
}

fn next_line(cx: &mut Cx<'_>, class: Class, end: usize) {
    if cx.byte(end) == b'\n' {
        report(cx, class, Span::new(end + 1, cx.line_end(end + 1)));
    }
}

/// The rest of the line behind the mark at `at`.
fn masked(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at);
    let mark = match cx.bytes[at] {
        b'a' => b"add-mask::".len(),
        _ => b"issecret=true]".len(),
    };
    report(cx, Class::Password, Span::new(at + mark, end));
}

/// A line or its rest, if it is one word of letters and digits.
fn report(cx: &mut Cx<'_>, class: Class, line: Span) {
    let Some(text) = cx.text.get(line.start..line.end) else {
        return;
    };
    let word = text.trim_end_matches(['\r', '"', '\'']);
    let one = word.len() >= SHORTEST && !word.contains([' ', '\t', '{', '$', '(']);
    if one && verdict::has_mixture(word.as_bytes()) && verdict::is_secret(class, word, FORM) {
        let span = Span::new(line.start, line.start + word.len());
        cx.secret(span, Rank::Context, Rule::Statement);
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::found;

    #[test]
    fn output_of_commands() {
        for text in [
            "$ echo $DB_PASSWORD\nOrchid77Fog\n$ ls\n",
            "$ echo \"${DB_PASSWORD}\"\nOrchid77Fog\n",
            "$ printenv API_TOKEN\nOrchid77Fog\n",
            "$ op read \"op://infra/db/field\"\nOrchid77Fog\n",
            "$ pass show infra/db\nOrchid77Fog\n",
            "$ vault kv get -field=value kv/app\nOrchid77Fog\n",
            "$ gcloud secrets versions access latest --secret=db\nOrchid77Fog\n",
            "$ aws ssm get-parameter --name /x --with-decryption --output text\nOrchid77Fog\n",
            "$ az keyvault secret show -n db --query value -o tsv\nOrchid77Fog\n",
            "$ security find-generic-password -wa loom\nOrchid77Fog\n",
            "$ openssl rand -base64 9\nOrchid77Fog\n",
            "$ docker exec web cat /run/secrets/db\nOrchid77Fog\n",
            "$ kubectl get secret db -o jsonpath='{.data.x}' | base64 -d\nOrchid77Fog\n",
            "$ terraform output -raw db_password\nOrchid77Fog\n",
            "$ heroku config:get API_TOKEN -a loom\nOrchid77Fog\n",
            "echo \"::add-mask::Orchid77Fog\"\n",
            "##vso[task.setvariable variable=X;issecret=true]Orchid77Fog\n",
        ] {
            assert_eq!(found(text), ["Orchid77Fog"], "{text}");
        }
    }

    #[test]
    fn encoded_arguments() {
        let coded = "cGFzc3dvcmQ9b3JjaGlkNzc=";
        assert_eq!(found(&format!("echo {coded} | base64 -d")), [coded]);
        assert!(found("echo aGVsbG8gd29ybGQ6IGZpbmU= | base64 -d").is_empty());
    }

    #[test]
    fn other_output() {
        for text in [
            "$ echo $DB_PASSWORD\n$ ls src2/\n",
            "$ pass show infra/db > out.txt\nOrchid77Fog\n",
            "$ echo $API_TOKEN\n\nlib2.rs\n",
            "::add-mask::$TOKEN\n",
            "$ terraform output -raw vpc_name\nlarch77net\n",
            "$ echo Zm9nNw== | base64 -d\nfog7larch\n",
            "op read failed\nsee page2 below\n",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
    }
}
