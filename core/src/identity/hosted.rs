//! Hosts of services that companies run for themselves: `nexus.quarry.io`, `registry.quarry.dev/web:1`.

use super::host;
use super::words::{run, trim_end};
use crate::anchor::Anchor;
use crate::contexts::uri;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

/// First labels of such hosts.
#[rustfmt::skip]
const LABELS: &[&str] = &[
    "argocd.", "artifactory.", "bitbucket.", "confluence.", "git.", "gitea.", "gitlab.", "grafana.", "harbor.",
    "jenkins.", "jira.", "keycloak.", "kibana.", "maven.", "nexus.", "npm.", "pypi.", "reg.", "registry.",
    "sonar.", "sonarqube.", "stash.", "teamcity.", "vault.", "vpn.",
];

pub(crate) const ANCHORS: &[Anchor] = &anchors();

const fn anchors() -> [Anchor; LABELS.len()] {
    let mut out = [Anchor::exact(LABELS[0], service); LABELS.len()];
    let mut at = 0;
    while at < out.len() {
        out[at] = Anchor::exact(LABELS[at], service);
        at += 1;
    }
    out
}

/// Last labels that no code puts behind a dot.
const PLAIN_TOP: &[&str] = &[
    "ai", "at", "au", "ch", "co", "com", "cz", "de", "dev", "dk", "es", "eu", "fi", "fr", "io",
    "jp", "net", "nl", "org", "pl", "pt", "se", "tech", "uk",
];

fn service(cx: &mut Cx<'_>, at: usize) {
    let before = cx.before(at);
    let in_uri = uri::scheme_before(cx.bytes, at).is_some() || before == b'@';
    let glued =
        before.is_ascii_alphanumeric() || matches!(before, b'.' | b'-' | b'_' | b'/' | b'$');
    if glued && !in_uri {
        return;
    }
    let name = run(cx, at, 253, |b| {
        b.is_ascii_lowercase() || b.is_ascii_digit() || matches!(b, b'-' | b'.')
    });
    let name = trim_end(cx, name, b".-");
    let text = name.of(cx.text);
    let last = text.rsplit('.').next().unwrap_or_default();
    let open = !cx.byte(name.end).is_ascii_alphanumeric()
        && !matches!(cx.byte(name.end), b'(' | b'_' | b'[' | b'$' | b'=' | b'{');
    // Projects for everybody have such hosts below `.org`.
    let open = open && !matches!(last, "org" | "edu");
    let shaped = text.bytes().filter(|b| *b == b'.').count() >= 2 && !text.contains("..");
    if open && shaped && (in_uri || PLAIN_TOP.contains(&last)) && host::is_of_company(text) {
        cx.structural(
            Span::new(at, name.end),
            Kind::Host,
            Rule::Host,
            Reach::Session,
        );
    }
}

#[cfg(test)]
mod tests {
    use crate::Kind::Host;
    use crate::testing::parts_of;

    #[test]
    fn services_of_companies() {
        for (text, name) in [
            (
                "GET https://nexus.brightloom.io/repository/x",
                "nexus.brightloom.io",
            ),
            (
                "fatal: could not read from 'https://git.brightloom.tech'",
                "git.brightloom.tech",
            ),
            ("reg.brightloom.net/ingest/worker:2.3", "reg.brightloom.net"),
            (
                "go: git.brightloom.dev/infra/limit@v0.4.2: unknown",
                "git.brightloom.dev",
            ),
            (
                "Connect to artifactory.brightloom.co.uk:443 failed",
                "artifactory.brightloom.co.uk",
            ),
            (
                "https://grafana.ops.brightloom.cloud/d/x",
                "grafana.ops.brightloom.cloud",
            ),
        ] {
            assert_eq!(parts_of(Host, text), [name], "{text}");
        }
    }

    #[test]
    fn public_services_and_code() {
        for text in [
            "https://registry.npmjs.org/left-pad",
            "registry.k8s.io/pause:3.9",
            "registry.hub.docker.com/library/x",
            "registry.terraform.io/hashicorp/aws",
            "https://gitlab.gnome.org/GNOME/gtk",
            "https://git.kernel.org/pub/scm",
            "https://git.savannah.gnu.org/cgit",
            "Source: http://git.brightloom.org/c/x.git",
            "https://gitlab.com/x/y",
            "https://jira.example.com/x",
            "maven.compiler.source",
            "npm.config.get('x')",
            "vault.kv.data",
            "grafana.dashboards.io(x)",
            "src/git.rs git.io/x",
            "org.git.quarry.com.x",
            "https://grafana.com/docs",
            "pypi.org",
        ] {
            assert!(parts_of(Host, text).is_empty(), "{text}");
        }
    }
}
