//! Tenants and projects in the names of namespaces, workspaces, profiles and cloud projects:
//! `kubectl -n quarry-prod`, `--profile quarry`, `project = quarry-prod-1234`.

use super::{name, words};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("kubectl ", flagged),
    Anchor::exact("helm ", flagged),
    Anchor::exact("oc ", flagged),
    Anchor::exact("stern ", flagged),
    Anchor::exact("namespace", keyed),
    Anchor::exact("current-context:", keyed),
    Anchor::exact("AWS_PROFILE", keyed),
    Anchor::exact("GOOGLE_CLOUD_PROJECT", keyed),
    Anchor::exact("GCP_PROJECT", keyed),
    Anchor::exact("CLOUDSDK_CORE_PROJECT", keyed),
    Anchor::exact("project = ", keyed),
    Anchor::exact("project_id", keyed),
    Anchor::exact("projectId", keyed),
    Anchor::exact("svc.cluster.local", service),
];

/// The stem of a name, if it tells whose it is.
pub(super) fn report(cx: &mut Cx<'_>, span: Span) {
    if let Some(stem) = name::slug_stem(span.of(cx.text)) {
        let span = Span::new(span.start, span.start + stem.len());
        cx.structural(span, Kind::Org, Rule::Org, Reach::Session);
    }
}

fn is_slug(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_')
}

/// `-n x`, `--namespace=x`, `--profile x`, `--project x` on the line of a command.
fn flagged(cx: &mut Cx<'_>, at: usize) {
    let end = cx.line_end(at).min(at + 512);
    for flag in [
        &b" -n"[..],
        b" --namespace",
        b" --context",
        b" --kube-context",
    ] {
        let Some(found) = memchr::memmem::find(&cx.bytes[at..end], flag) else {
            continue;
        };
        let from = at + found + flag.len();
        if matches!(cx.byte(from), b' ' | b'=') {
            let span = words::run(cx, from + 1, 64, is_slug);
            if !matches!(cx.byte(span.end), b'$' | b'{' | b'/' | b'.' | b'[') {
                report(cx, span);
            }
        }
    }
}

/// `namespace: x`, `AWS_PROFILE=x`, `project = x`, `"project_id": "x"`.
fn keyed(cx: &mut Cx<'_>, at: usize) {
    let key = words::run(cx, at, 24, is_slug);
    let quote = |b: u8| matches!(b, b'"' | b'\'');
    let sign = words::run(cx, key.end, 3, |b| quote(b) || b == b' ').end;
    let equals = cx.byte(sign) == b'=' && cx.byte(sign + 1) != b'=';
    let colon = cx.byte(sign) == b':' && matches!(cx.byte(sign + 1), b' ' | b'"');
    if cx.before(at).is_ascii_alphanumeric() || !equals && !colon {
        return;
    }
    let from = words::run(cx, sign + 1, 3, |b| quote(b) || b == b' ').end;
    let span = words::run(cx, from, 64, is_slug);
    let code = matches!(
        cx.byte(span.end),
        b'(' | b'.' | b'/' | b'[' | b'$' | b'{' | b':' | b';' | b'\\'
    );
    let quoted = quote(cx.before(from));
    let lower = !span
        .of(cx.text)
        .bytes()
        .any(|b| b.is_ascii_uppercase() || b == b'_');
    if !code && lower && (quoted || is_last(cx, span)) {
        report(cx, span);
    }
}

/// Whether nothing but a blank or a comma stands behind the value.
fn is_last(cx: &Cx<'_>, span: Span) -> bool {
    matches!(cx.byte(span.end), 0 | b'\n' | b'\r' | b',' | b'"')
        || cx.byte(span.end) == b' ' && matches!(cx.byte(span.end + 1), b'#' | 0 | b'\n')
}

/// `api.quarry-prod.svc.cluster.local`.
fn service(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) == b'.' {
        let span = words::run_back(cx, at - 1, 64, is_slug);
        report(cx, span);
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::Org;
    use crate::testing::found;

    #[track_caller]
    fn orgs(text: &str, want: &[&str]) {
        let orgs = found(text).into_iter().filter(|(_, kind)| *kind == Org);
        assert_eq!(
            orgs.map(|(part, _)| part).collect::<Vec<_>>(),
            want,
            "{text}"
        );
    }

    #[test]
    fn names_of_places_tell_whose_they_are() {
        for text in [
            "kubectl -n brightloom-prod get pods",
            "helm upgrade x --namespace=brightloom .",
            "  namespace: brightloom-eu1\n",
            "export AWS_PROFILE=brightloom-dev\n",
            "project = brightloom-prod-2231\n",
            "{\"project_id\": \"brightloom-prod\"}",
            "api.brightloom-prod.svc.cluster.local",
        ] {
            orgs(text, &["brightloom"]);
        }
    }

    #[test]
    fn names_of_platforms_and_code_do_not() {
        for text in [
            "kubectl -n kube-system get pods",
            "kubectl -n $NS get pods",
            "namespace: default\n",
            "namespace: monitoring\n",
            "namespace Quarrylane;",
            "namespace = config.namespace",
            "project = get_project()",
            "project_id: int,",
            "project = client.project",
        ] {
            orgs(text, &[]);
        }
    }
}
