//! The words of names that promise a credential, and of names that do not.

/// Words that name a password, alone or at the end of a glued word (`dbpassword`).
#[rustfmt::skip]
pub(crate) const PASSWORDS: &[&str] = &[
    "password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "contrasena", "contraseña",
    "senha", "wachtwoord", "пароль", "密码", "パスワード", "passwrd", "userpass", "dbpass", "mypass", "adminpass",
    "rootpass", "smtppass", "mailpass", "ftppass", "sudopass", "sshpass", "keypass", "storepass",
    "mysqlpass", "httppass", "redispass", "bindpw", "userpw", "rootpw", "adminpw", "dbpw", "mypw",
    "userpwd", "dbpwd", "mysqlpwd", "mypwd", "adminpwd", "rootpwd", "motdepasse", "passw",
];

/// Words that name a password only when they stand alone.
pub(crate) const SHORT_PASSWORDS: &[&str] =
    &["pass", "pwd", "pw", "psw", "pword", "parol", "clave"];

#[rustfmt::skip]
pub(crate) const TOKENS_OF_ACCESS: &[&str] = &[
    "access", "auth", "api", "refresh", "bearer", "bot", "session", "id", "oauth", "personal", "private",
    "security", "deploy", "pat", "jwt", "secret", "admin", "vault", "client", "login", "registration",
    "web", "service", "account", "app", "root", "user", "x", "npm", "github", "gitlab", "slack", "hf",
    "pypi", "gh",
];

#[rustfmt::skip]
pub(crate) const TOKENS_OF_OTHER_KINDS: &[&str] = &[
    "next", "page", "continuation", "start", "end", "eof", "eos", "bos", "pad", "unk", "mask", "sep", "cls",
    "csrf", "xsrf", "csrfmiddleware", "cancellation", "cancel", "stop", "special", "max", "min", "num",
    "total", "prompt", "completion", "input", "output", "per", "cached", "reasoning", "sync", "prev",
    "previous", "first", "last", "type", "current", "public", "keyword", "punctuation", "operator",
    "pagination", "resume", "idempotency", "antiforgery", "forgery", "design", "image", "audio", "text",
    "word", "each", "lexer", "comment", "invalid", "expected", "unexpected", "string", "verification",
    "marker", "delimiter",
];

#[rustfmt::skip]
pub(crate) const KEYS_OF_ACCESS: &[&str] = &[
    "api", "secret", "access", "private", "auth", "master", "encryption", "signing", "license", "licence",
    "shared", "preshared", "account", "storage", "subscription", "integration", "function", "server",
    "webhook", "app", "application", "deploy", "insert", "query", "service", "admin", "client", "token",
    "jwt", "hmac", "crypt", "crypto", "aes", "psk", "wpa", "root", "session", "user", "developer", "dev",
    "decryption", "unseal", "activation", "product", "rest", "ingest", "ingestion", "write", "mgmt",
    "management", "ssh", "rsa", "tls", "ssl", "cipher",
];

#[rustfmt::skip]
pub(crate) const KEYS_OF_OTHER_KINDS: &[&str] = &[
    "public", "pub", "primary", "foreign", "sort", "partition", "cache", "idempotency", "object", "s",
    "row", "schema", "sequence", "bucket", "hot", "host", "hash", "keyboard", "map", "i", "dict", "index",
    "group", "range", "lookup", "composite", "unique", "natural", "surrogate", "translation", "locale",
    "message", "publishable", "site", "react", "list", "item", "data", "config", "metric", "routing", "row",
    "column", "field", "label", "tag", "attribute", "attr", "property", "prop", "registry", "accelerator",
    "shortcut", "modifier", "enter", "arrow", "escape", "function", "any", "press", "which", "selector",
    "file", "issue", "project", "known", "pair", "tracking", "restore", "dedup", "dedupe", "parent",
    "child",
];

/// Names whose value must look random by itself.
#[rustfmt::skip]
pub(crate) const WEAK: &[&str] = &[
    "access", "auth", "salt", "cred", "creds", "credential", "credentials", "jwt", "seed", "passkey", "login", "api",
    "hmac", "sas", "otp", "sid", "pat", "restricted", "license", "licence", "pin", "totp", "session",
    "webhook", "cookie", "psk", "keystore", "pfx", "pkcs", "npmrc", "netrc", "kubeconfig",
    "dockerconfigjson",
];

/// Words that may stand behind the credential word without changing what the value is.
#[rustfmt::skip]
pub(crate) const NEUTRAL: &[&str] = &[
    "prod", "production", "dev", "development", "staging", "stage", "test", "testing", "qa", "uat", "live",
    "local", "default", "old", "new", "current", "main", "secondary", "backup", "string", "str", "value",
    "val", "b", "base", "plain", "raw", "data", "confirmation", "confirm", "repeat", "again", "primary",
    "encoded", "literal", "override", "fallback", "one", "two", "a", "nonprod", "sandbox",
];

/// Words that make a name speak about a credential instead of holding it.
#[rustfmt::skip]
pub(crate) const ABOUT: &[&str] = &[
    "id", "ids", "name", "names", "file", "files", "filename", "path", "paths", "dir", "url", "urls", "uri",
    "endpoint", "host", "port", "type", "types", "kind", "length", "len", "size", "count", "limit",
    "budget", "max", "min", "expiry", "expires", "expiration", "expire", "ttl", "age", "timeout", "policy",
    "rule", "rules", "field", "fields", "label", "hint", "prompt", "message", "msg", "error", "errors",
    "title", "text", "description", "placeholder", "header", "headers", "prefix", "suffix", "format",
    "regex", "pattern", "validator", "validation", "required", "enabled", "disabled", "valid", "invalid",
    "mode", "store", "manager", "provider", "service", "handler", "helper", "util", "utils", "class",
    "method", "algorithm", "alg", "version", "rotation", "arn", "ref", "reference", "index", "column",
    "table", "param", "params", "option", "options", "variable", "var", "env", "input", "output", "form",
    "page", "link", "reset", "change", "generator", "strength", "score", "request", "response", "status",
    "state", "result", "usage", "used", "rate", "cost", "window", "chars", "charset", "settings", "map",
    "list", "array", "cache", "scope", "scopes", "issuer", "audience", "subject", "lifetime", "duration",
    "date", "time", "at", "on", "created", "updated", "digest", "checksum", "sha", "fingerprint",
    "thumbprint", "parameter", "event", "source", "location", "attempts", "tries", "protected", "less",
    "auth", "authentication", "ize", "izer",
];

/// Ends of the names above that are spelled out in code.
#[rustfmt::skip]
pub(crate) const OTHER_ENDS: &[&str] = &[
    "secret", "secreto", "token", "key", "authorization", "cookie", "bearer", "mnemonic", "_pw", "-pw",
    ".pw", " pw", "\npw", "\tpw", "{pw", ",pw", "\"pw", "'pw", "$pw", "phrase", "hash", "geheimnis",
];

/// Names of string types that stand between a name and `=` in declarations.
pub(crate) const TYPES: &[&str] = &["string", "str", "text", "auto", "char"];
