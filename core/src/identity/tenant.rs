//! Tenant labels: the one part of a public service's host name that is somebody's. `acme.okta.com` is hidden as
//! `[HOST_1].okta.com`, `invoices-acme.s3.amazonaws.com` as `[HOST_1].s3.amazonaws.com`.
//!
//! Only services whose label names a customer, a database or a bucket; pages that people publish for everybody
//! (`x.vercel.app`, `x.github.io`) are public names.

use super::slug_stem;
use super::words::{run, run_back};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Kind, Reach, Rule, Span};

/// Which labels before the service are the tenant's.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Whose {
    /// The last one; a region may stand behind it.
    Last,
    /// The first one: what follows is the provider's.
    First,
    /// All: names of buckets hold dots.
    All,
}

use Whose::{All, First, Last};

/// Suffixes of host names.
#[rustfmt::skip]
const SERVICES: &[(&str, Whose)] = &[
    ("atlassian.net", Last), ("jira.com", Last), ("slack.com", Last), ("okta.com", Last), ("oktapreview.com", Last), ("okta-emea.com", Last),
    ("auth0.com", Last), ("onelogin.com", Last), ("b2clogin.com", Last), ("onmicrosoft.com", Last),
    ("sharepoint.com", Last), ("service-now.com", Last), ("zendesk.com", Last), ("freshdesk.com", Last),
    ("myshopify.com", Last), ("mybigcommerce.com", Last), ("my.salesforce.com", First),
    ("lightning.force.com", First), ("bamboohr.com", Last), ("pagerduty.com", Last), ("jfrog.io", Last),
    ("grafana.net", Last), ("snowflakecomputing.com", First), ("cloud.databricks.com", Last),
    ("azuredatabricks.net", First), ("database.windows.net", Last), ("servicebus.windows.net", Last),
    ("search.windows.net", Last), ("redis.cache.windows.net", Last), ("blob.core.windows.net", Last),
    ("queue.core.windows.net", Last), ("table.core.windows.net", Last), ("file.core.windows.net", Last),
    ("dfs.core.windows.net", Last), ("vault.azure.net", Last), ("documents.azure.com", Last),
    ("openai.azure.com", Last), ("cognitiveservices.azure.com", Last), ("azurecr.io", Last),
    ("rds.amazonaws.com", First), ("cache.amazonaws.com", First), ("elb.amazonaws.com", First),
    ("amazoncognito.com", First), ("awsapps.com", Last), ("s3.amazonaws.com", All), ("storage.googleapis.com", All),
    ("firebaseio.com", Last), ("mongodb.net", Last), ("supabase.co", Last), ("cloudant.com", Last),
    ("cloudamqp.com", Last), ("elephantsql.com", Last), ("upstash.io", Last), ("sentry.io", Last),
    ("visualstudio.com", Last), ("zoom.us", Last), ("myworkday.com", Last), ("freshservice.com", Last),
    ("signin.aws.amazon.com", Last), ("youtrack.cloud", Last), ("monday.com", Last), ("statuspage.io", Last),
    ("cloudflareaccess.com", Last), ("splunkcloud.com", Last), ("looker.com", First), ("tableau.com", Last),
    ("duosecurity.com", Last), ("greenhouse.io", Last), ("recruitee.com", Last), ("personio.de", Last),
    ("personio.com", Last), ("litmos.com", Last), ("egnyte.com", Last), ("box.com", Last), ("docusign.net", Last),
];

const COUNT: usize = SERVICES.len() + 5;

pub(crate) const ANCHORS: &[Anchor] = &anchors();

const fn anchors() -> [Anchor; COUNT] {
    let mut out = [Anchor::exact("s3-", regional); COUNT];
    let mut at = 0;
    while at < SERVICES.len() {
        out[at] = Anchor::word(SERVICES[at].0, service);
        at += 1;
    }
    out[at] = Anchor::exact("s3.", regional);
    out[at + 1] = Anchor::exact("storage.googleapis.com/", in_path);
    out[at + 2] = Anchor::exact("s3://", bucket);
    out[at + 3] = Anchor::exact("gs://", bucket);
    out
}

/// Buckets that builds of many projects fetch from.
#[rustfmt::skip]
const PUBLIC: &[&str] = &[
    "angular", "artifacts", "chrome-for-testing-public", "chromedriver", "chromium", "cloud-sdk-release",
    "dart-archive", "download", "downloads", "flutter_infra_release", "gcp-public-data", "golang", "google-cloud-sdk",
    "gvisor", "istio-release", "k8s-release", "kubernetes-release", "minikube", "static", "tensorflow", "tf-nightly",
    "public", "www", "cdn", "nltk", "aws-cli", "elasticbeanstalk", "doc", "dl", "bazel", "rust-lang-ci",
];

/// `s3://brightloom-invoices/x`: who the name tells of.
fn bucket(cx: &mut Cx<'_>, at: usize) {
    let name = run(cx, at + 5, 64, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_')
    });
    let text = name.of(cx.text);
    let open = !matches!(cx.byte(name.end), b'$' | b'{' | b'<' | b'.' | b'*');
    let sample = text.starts_with("your") || text.starts_with("my") || PUBLIC.contains(&text);
    if open && !sample && text.contains(['-', '_']) && slug_stem(text).is_some() {
        report(cx, name);
    }
}

/// The bucket at the beginning of a path: `storage.googleapis.com/brightloom-invoices/x`.
fn in_path(cx: &mut Cx<'_>, at: usize) {
    let host = run(cx, at, 64, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'.')
    });
    let known = [".amazonaws.com", ".googleapis.com"]
        .iter()
        .any(|end| host.of(cx.text).ends_with(end));
    if !known || cx.before(at) == b'.' || cx.byte(host.end) != b'/' {
        return;
    }
    let bucket = run(cx, host.end + 1, 64, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.')
    });
    let name = bucket.of(cx.text);
    let open = matches!(
        cx.byte(bucket.end),
        0..=b' ' | b'/' | b'"' | b'\'' | b'`' | b')' | b'?'
    );
    let shaped = name.len() >= 3 && name.bytes().any(|b| matches!(b, b'-' | b'_'));
    if open && shaped && !name.starts_with("your") && !PUBLIC.contains(&name) {
        report(cx, bucket);
    }
}

/// The suffix of a service may stand at `at`.
fn service(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at) != b'.' {
        return;
    }
    let rest = &cx.bytes[at..];
    let found = SERVICES.iter().find(|(suffix, _)| {
        rest.len() >= suffix.len() && rest[..suffix.len()].eq_ignore_ascii_case(suffix.as_bytes())
    });
    if let Some((suffix, whose)) = found {
        tenant(cx, at, at + suffix.len(), *whose);
    }
}

/// `.s3.eu-west-1.amazonaws.com`, `.s3-us-west-2.amazonaws.com`
fn regional(cx: &mut Cx<'_>, at: usize) {
    let rest = &cx.bytes[at + 3..];
    let region = rest
        .iter()
        .take(24)
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'-')
        .count();
    let behind = b".amazonaws.com";
    if cx.before(at) != b'.' {
        return in_path(cx, at);
    }
    if rest[region..].starts_with(behind) {
        tenant(cx, at, at + 3 + region + behind.len(), All);
    }
}

/// Hides what belongs to the tenant before the service at `at..end`.
fn tenant(cx: &mut Cx<'_>, at: usize, end: usize, whose: Whose) {
    let goes_on = cx.byte(end).is_ascii_alphanumeric()
        || matches!(cx.byte(end), b'-' | b'_')
        || cx.byte(end) == b'.' && cx.byte(end + 1).is_ascii_alphanumeric();
    let belongs = |b: u8| b.is_ascii_alphanumeric() || matches!(b, b'-' | b'_' | b'.');
    let mut name = run_back(cx, at - 1, 128, belongs);
    if cx.before(name.start) == b'%' {
        name.start = (name.start + 2).min(name.end);
    }
    while name.start < name.end && !cx.byte(name.start).is_ascii_alphanumeric() {
        name.start += 1;
    }
    let span = match whose {
        All => name,
        First => Span::new(
            name.start,
            name.start + first_label(&cx.bytes[name.start..name.end]),
        ),
        Last => last_label(cx, name),
    };
    let open = !matches!(
        cx.before(name.start),
        b'$' | b'{' | b'}' | b'>' | b']' | b'*'
    );
    let label = span.of(cx.text);
    let bucket = whose == All && label.len() >= 3 && !label.starts_with("your");
    if !goes_on && open && (bucket || is_somebody(label)) {
        report(cx, span);
    }
}

/// A label that names its customer is known from here on.
fn report(cx: &mut Cx<'_>, label: Span) {
    let telling = slug_stem(label.of(cx.text)).is_some();
    let reach = if telling { Reach::Session } else { Reach::Here };
    cx.structural(label, Kind::Host, Rule::Tenant, reach);
}

fn first_label(name: &[u8]) -> usize {
    memchr::memchr(b'.', name).unwrap_or(name.len())
}

/// The last label of `name`, or the one before a region.
fn last_label(cx: &Cx<'_>, name: Span) -> Span {
    let label = |end: usize| {
        let part = &cx.bytes[name.start..end];
        let start = memchr::memrchr(b'.', part).map_or(0, |dot| dot + 1);
        Span::new(name.start + start, end)
    };
    let last = label(name.end);
    let region = matches!(
        last.of(cx.text),
        "us" | "eu" | "au" | "jp" | "ca" | "sandbox" | "privatelink"
    );
    if region && last.start > name.start {
        label(last.start - 1)
    } else {
        last
    }
}

/// Whether the label is no name of the provider's own and no example.
fn is_somebody(label: &str) -> bool {
    #[rustfmt::skip]
    const OWN: &[&str] = &[
        "accounts", "admin", "api", "app", "apps", "assets", "auth", "blog", "cdn", "community", "console",
        "dashboard", "demo", "dev", "developer", "developers", "docs", "download", "downloads", "events", "example",
        "get", "go", "help", "id", "img", "investor", "login", "mail", "manage", "media", "my", "partner",
        "partners", "portal", "public", "releases", "sample", "samples", "static", "status", "store", "support",
        "tenant", "test", "trust", "us", "www", "eu", "signin", "sso", "yourdomain", "yourcompany", "company",
        "domain", "account", "instance", "cluster", "hooks", "files", "join", "edgeapi", "wss-primary", "workspace",
        "ingest", "browser", "marketplace", "code", "vsrm", "vstmr", "boards", "job-boards", "online", "us02web",
        "us04web", "us05web", "us06web", "cloud", "update", "upload", "prod", "vscode", "harvest", "press", "team", "shop", "jobs", "careers", "calendar", "beta", "mobile", "web", "video", "oauth",
    ];
    let plain = label.len() >= 3 && label.bytes().any(|b| b.is_ascii_alphabetic());
    let asks = ["your", "my-", "example.", "<"]
        .iter()
        .any(|start| label.starts_with(start));
    plain && !asks && !OWN.contains(&label)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tenants(text: &str) -> Vec<&str> {
        let facts = crate::facts::Facts::default();
        let mut cx = Cx::new(text, &facts);
        crate::detect::detect(&mut cx, &crate::known::Known::new(7));
        let findings = crate::resolve::resolve(text, cx.findings);
        findings
            .iter()
            .filter(|f| f.kind == Kind::Host)
            .map(|f| f.span.of(text))
            .collect()
    }

    #[test]
    fn the_label_and_not_the_service() {
        for (suffix, _) in SERVICES {
            let text = format!("see https://brightloom.{suffix}/x and brightloom.{suffix}.");
            assert_eq!(tenants(&text), ["brightloom", "brightloom"], "{text}");
        }
        assert_eq!(tenants("store.brightloom.myshopify.com"), ["brightloom"]);
        assert_eq!(tenants("brightloom.eu.auth0.com"), ["brightloom"]);
        assert_eq!(
            tenants("ledger.c9x2.eu-west-1.rds.amazonaws.com"),
            ["ledger"]
        );
        assert_eq!(
            tenants("a.brightloom.dev.s3.eu-west-1.amazonaws.com/k"),
            ["a.brightloom.dev"]
        );
        assert_eq!(
            tenants("https://s3.eu-west-1.amazonaws.com/brightloom-logs/x"),
            ["brightloom-logs"]
        );
        assert_eq!(
            tenants("storage.googleapis.com/brightloom_logs"),
            ["brightloom_logs"]
        );
        assert_eq!(
            tenants("aws s3 cp s3://brightloom-logs/x ."),
            ["brightloom-logs"]
        );
        assert_eq!(
            tenants("http%3A%2F%2Fbrightloom.s3-us-west-2.amazonaws.com"),
            ["brightloom"]
        );
    }

    #[test]
    fn names_of_the_provider_and_examples() {
        for text in [
            "https://developer.okta.com/docs",
            "support.zendesk.com www.atlassian.net",
            "https://s3.amazonaws.com/x/y",
            "https://storage.googleapis.com/chromium/x",
            "${ACCOUNT}.blob.core.windows.net",
            "your-domain.okta.com <tenant>.sharepoint.com",
            "brightloom.okta.company",
            "*.s3.amazonaws.com",
            "s3://my-bucket/key s3://bucket/x gs://${BUCKET}/x s3://your-bucket-name/x gs://gcp-public-data/x",
            "https://storage.googleapis.com/kubernetes-release/x",
            "s3.json/some-file s3-utils/some-file",
        ] {
            assert!(tenants(text).is_empty(), "{text}: {:?}", tenants(text));
        }
    }
}
