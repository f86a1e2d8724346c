//! Where credentials turn up: one function a place. Each writes a turn around a value.

use super::keys::Key;
use crate::Origin;
use crate::judges::coding;
use crate::rng::Rng;
use crate::transcript::{Class, Page};

/// Writes a turn around one value.
pub(super) type Carrier = fn(&Key, &str, &mut Rng) -> Page;

/// `NAME=value` in all its spellings.
pub(super) const DIRECT: &[(&str, Carrier)] = &[
    ("dotenv", dotenv),
    ("shell export", export),
    ("compose yaml", compose),
    ("json config", json),
    ("toml", toml),
    ("properties", properties),
    ("terraform", terraform),
    ("php", php),
    ("npmrc and netrc", netrc),
    ("diff", diff),
];

/// Inside something larger.
pub(super) const EMBEDDED: &[(&str, Carrier)] = &[
    ("process list with a fallback", ps),
    ("curl header", curl),
    ("git remote", remote),
    ("query parameter", query),
    ("repr in a traceback", traceback),
    ("docker inspect", docker),
    ("json in json", nested),
    ("coloured log", coloured),
    ("flag", flag),
    ("kubectl describe", kubectl),
];

fn tool(command: &str) -> Page {
    let mut page = Page::new(Origin::Tool);
    page.push("$ ").push(command).push("\n");
    page
}

fn secret<'p>(page: &'p mut Page, value: &str) -> &'p mut Page {
    page.private(Class::Secret, value)
}

fn dotenv(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("cat .env.production");
    page.push("NODE_ENV=")
        .benign("production")
        .push("\nPORT=8080\n");
    page.push(key.variable).push("=");
    secret(&mut page, value).push("\nLOG_LEVEL=info\n");
    page
}

fn export(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("tail -3 ~/.zshrc");
    page.push("alias gs='git status'\nexport ")
        .push(key.variable)
        .push("=\"");
    secret(&mut page, value).push("\"\nsetopt AUTO_CD\n");
    page
}

fn compose(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("cat compose.yaml");
    page.push("services:\n  web:\n    image: ")
        .benign("nginx:1.27.4-alpine");
    page.push("\n    environment:\n      ")
        .push(key.variable)
        .push(": '");
    secret(&mut page, value).push("'\n    ports:\n      - \"8080:80\"\n");
    page
}

fn json(key: &Key, value: &str, rng: &mut Rng) -> Page {
    let mut page = tool("cat appsettings.json");
    page.push("{\n  \"build\": \"")
        .benign(&rng.hex(40))
        .push("\",\n  \"");
    page.push(&key.variable.to_lowercase()).push("\": \"");
    secret(&mut page, value).push("\",\n  \"timeout\": 30\n}\n");
    page
}

fn toml(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("cat service.toml");
    page.push("[service]\nversion = \"")
        .benign("2.14.0")
        .push("\"\n");
    page.push(&key.variable.to_lowercase()).push(" = \"");
    secret(&mut page, value).push("\"\n");
    page
}

fn properties(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("cat application.properties");
    page.push("server.port=8443\napp.")
        .push(&key.variable.to_lowercase().replace('_', "."))
        .push("=");
    secret(&mut page, value).push("\nspring.main.banner-mode=off\n");
    page
}

fn terraform(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("cat terraform.tfvars");
    page.push("region = \"").benign("eu-central-1").push("\"\n");
    page.push(&key.variable.to_lowercase()).push(" = \"");
    secret(&mut page, value).push("\"\n");
    page
}

fn php(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("cat config.php");
    page.push("<?php\ndefine('").push(key.variable).push("', '");
    secret(&mut page, value).push("');\ndefine('WP_DEBUG', false);\n");
    page
}

fn netrc(_: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("cat ~/.netrc");
    page.push("machine ")
        .benign("api.github.com")
        .push("\n  login oauth2\n  password ");
    secret(&mut page, value).push("\n");
    page
}

fn diff(key: &Key, value: &str, rng: &mut Rng) -> Page {
    let mut page = tool("git diff HEAD~1 -- deploy.env");
    page.push("index ")
        .benign(&rng.hex(7))
        .push("..")
        .benign(&rng.hex(7))
        .push(" 100644\n");
    page.push("--- a/deploy.env\n+++ b/deploy.env\n@@ -1,2 +1,2 @@\n REPLICAS=3\n-")
        .push(key.variable);
    page.push("=changeme\n+").push(key.variable).push("=");
    secret(&mut page, value).push("\n");
    page
}

fn ps(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("ps -eo pid,args | grep train");
    page.push("41277 bash -c ")
        .push(key.variable)
        .push("=\"${")
        .push(key.variable)
        .push(":-");
    secret(&mut page, value).push("}\" python train.py --epochs 3\n");
    page
}

fn curl(_: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("history | tail -2");
    page.push("  501  curl -sS -H 'Authorization: Bearer ");
    secret(&mut page, value)
        .push("' ")
        .benign("https://api.example.com/v1/jobs")
        .push("\n  502  ls\n");
    page
}

fn remote(_: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("git push");
    page.push("fatal: unable to access 'https://x-access-token:");
    secret(&mut page, &coding::percent(value));
    page.push("@")
        .benign("github.com")
        .push("/acme/core.git/': The requested URL returned error: 403\n");
    page
}

fn query(_: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("tail -1 access.log");
    page.benign("192.0.2.7")
        .push(" - - \"GET /hook?room=12&access_token=");
    secret(&mut page, &coding::percent(value)).push("&page=2 HTTP/1.1\" 200 512\n");
    page
}

fn traceback(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("python sync.py");
    page.push("Traceback (most recent call last):\n  File \"")
        .benign("/usr/lib/python3.12/ssl.py");
    page.push("\", line 1107, in do_handshake\nssl.SSLError: {'retries': 3, '");
    page.push(&key.variable.to_lowercase()).push("': '");
    secret(&mut page, value).push("', 'verify': True}\n");
    page
}

fn docker(key: &Key, value: &str, rng: &mut Rng) -> Page {
    let mut page = tool("docker inspect web");
    page.push("[{\"Id\":\"sha256:")
        .benign(&rng.hex(64))
        .push("\",\"Config\":{\"Env\":[\"");
    page.benign("PATH=/usr/local/bin:/usr/bin")
        .push("\",\"")
        .push(key.variable)
        .push("=");
    secret(&mut page, value).push("\"]}}]\n");
    page
}

fn nested(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = Page::new(Origin::Tool);
    page.push(r#"{"level":"info","body":"{\"retries\":3,\""#)
        .push(&key.variable.to_lowercase());
    page.push(r#"\":\""#);
    secret(&mut page, value).push(r#"\"}"}"#).push("\n");
    page
}

fn coloured(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = Page::new(Origin::Tool);
    page.push("\u{1b}[2m2025-03-04T10:12:55Z\u{1b}[0m \u{1b}[32mDEBUG\u{1b}[0m config \u{1b}[1m");
    page.push(&key.variable.to_lowercase())
        .push("\u{1b}[0m=\u{1b}[33m");
    secret(&mut page, value).push("\u{1b}[0m retries=3\n");
    page
}

fn flag(_: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("systemctl status agent | tail -2");
    page.push("   CGroup: /system.slice/agent.service\n           └─812 ")
        .benign("/usr/local/bin/agentd");
    page.push(" --token=");
    secret(&mut page, value).push(" --verbose\n");
    page
}

fn kubectl(key: &Key, value: &str, _: &mut Rng) -> Page {
    let mut page = tool("kubectl describe pod web-7d9f");
    page.push("    Image:  ")
        .benign("registry.k8s.io/pause:3.9")
        .push("\n    Environment:\n      ");
    page.push(key.variable).push(":  ");
    secret(&mut page, value).push("\n      REPLICAS:  3\n");
    page
}
