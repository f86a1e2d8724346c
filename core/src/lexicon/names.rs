//! The words of names that promise a credential, and of names that do not.

use super::set::Set;

/// Words that name a password, alone or at the end of a glued word (`dbpassword`).
#[rustfmt::skip]
pub(crate) static PASSWORDS: Set = Set::new(&[
    "password", "passwd", "passphrase", "passcode", "passwort", "kennwort", "contrasena", "contraseña",
    "senha", "wachtwoord", "пароль", "密码", "パスワード", "passwrd", "userpass", "dbpass", "mypass", "adminpass",
    "rootpass", "smtppass", "mailpass", "ftppass", "sudopass", "sshpass", "keypass", "storepass",
    "mysqlpass", "httppass", "redispass", "bindpw", "userpw", "rootpw", "adminpw", "dbpw", "mypw",
    "userpwd", "dbpwd", "mysqlpwd", "mypwd", "adminpwd", "rootpwd", "motdepasse", "passw", "hasło", "haslo", "heslo",
    "lösenord", "losenord", "passord", "adgangskode", "salasana", "şifre", "sifre", "비밀번호", "암호", "密碼",
    "parola", "parolă", "Şifre", "şifreniz", "Şifreniz", "sifreniz", "Пароль", "ПАРОЛЬ", "пароля", "лозинка", "jelszó", "jelszo",
    "lozinka", "geslo", "slaptažodis", "slaptazodis", "κωδικός", "Κωδικός", "סיסמה", "المرور", "รหัสผ่าน", "khẩu", "sandi", "पासवर्ड",
    "口令", "wagwoord", "fjalëkalimi", "salasõna", "parool", "palavra-passe",
]);

/// Words that name a secret of a program, alone or at the end of a glued word.
pub(crate) static SECRETS: Set = Set::new(&["secret", "secreto", "geheimnis"]);

/// Words that name a password only when they stand alone.
pub(crate) static SHORT_PASSWORDS: Set = Set::new(&[
    "pass", "pwd", "pw", "psw", "pword", "parol", "clave", "passe",
]);

/// Words before `pass` that make it a password in names of any case: `dbPass`, but neither `renderPass` nor nginx's
/// `proxy_pass`.
#[rustfmt::skip]
pub(crate) static OWNERS: Set = Set::new(&[
    "db", "database", "sql", "mysql", "mariadb", "pg", "pgsql", "postgres", "mongo", "mongodb", "redis", "rabbit",
    "rabbitmq", "mq", "amqp", "mqtt", "broker", "smtp", "mail", "email", "imap", "ftp", "sftp", "ssh", "sudo", "ldap",
    "bind", "user", "admin", "root", "auth", "login", "account", "service", "svc", "client", "jdbc", "datasource",
    "keystore", "truststore", "key", "store", "cert", "http", "vpn", "wifi", "wp", "registry", "docker", "nexus",
    "jenkins", "git", "svn", "elastic", "neo4j", "basic", "rpc", "rcon", "oracle", "mssql", "app", "super", "become",
]);

/// Words before `PASS` that make it a stage of a program.
pub(crate) static STAGES: Set = Set::new(&[
    "render", "shader", "compute", "depth", "llvm", "opt", "test", "tests", "first", "second",
    "low", "high", "band", "by", "loop", "function", "module",
]);

#[rustfmt::skip]
pub(crate) static TOKENS_OF_ACCESS: Set = Set::new(&[
    "access", "auth", "api", "refresh", "bearer", "bot", "session", "id", "oauth", "personal", "private",
    "security", "deploy", "pat", "jwt", "secret", "admin", "vault", "client", "login", "registration",
    "web", "service", "account", "app", "root", "user", "x", "npm", "github", "gitlab", "slack", "hf",
    "pypi", "gh",
]);

#[rustfmt::skip]
pub(crate) static TOKENS_OF_OTHER_KINDS: Set = Set::new(&[
    "next", "page", "continuation", "start", "end", "eof", "eos", "bos", "pad", "unk", "mask", "sep", "cls",
    "csrf", "xsrf", "csrfmiddleware", "cancellation", "cancel", "stop", "special", "max", "min", "num",
    "total", "prompt", "completion", "input", "output", "per", "cached", "reasoning", "sync", "prev",
    "previous", "first", "last", "type", "current", "public", "keyword", "punctuation", "operator",
    "pagination", "resume", "idempotency", "antiforgery", "forgery", "design", "image", "audio", "text",
    "word", "each", "lexer", "comment", "invalid", "expected", "unexpected", "string", "verification",
    "marker", "delimiter",
]);

#[rustfmt::skip]
pub(crate) static KEYS_OF_ACCESS: Set = Set::new(&[
    "api", "secret", "access", "private", "auth", "master", "encryption", "signing", "license", "licence",
    "shared", "preshared", "account", "storage", "subscription", "integration", "function", "server",
    "webhook", "app", "application", "deploy", "insert", "query", "service", "admin", "client", "token",
    "jwt", "hmac", "crypt", "crypto", "aes", "psk", "wpa", "root", "session", "user", "developer", "dev",
    "decryption", "unseal", "activation", "product", "rest", "ingest", "ingestion", "write", "mgmt",
    "management", "ssh", "rsa", "tls", "ssl", "cipher",
]);

#[rustfmt::skip]
pub(crate) static KEYS_OF_OTHER_KINDS: Set = Set::new(&[
    "public", "pub", "primary", "foreign", "sort", "partition", "cache", "idempotency", "object", "s",
    "row", "schema", "sequence", "bucket", "hot", "host", "hash", "keyboard", "map", "i", "dict", "index",
    "group", "range", "lookup", "composite", "unique", "natural", "surrogate", "translation", "locale",
    "message", "publishable", "site", "react", "list", "item", "data", "config", "metric", "routing", "row",
    "column", "field", "label", "tag", "attribute", "attr", "property", "prop", "registry", "accelerator",
    "shortcut", "modifier", "enter", "arrow", "escape", "function", "any", "press", "which", "selector",
    "file", "issue", "project", "known", "pair", "tracking", "restore", "dedup", "dedupe", "parent",
    "child", "socket",
]);

/// Names whose value must look random by itself.
#[rustfmt::skip]
pub(crate) static WEAK: Set = Set::new(&[
    "access", "auth", "salt", "cred", "creds", "credential", "credentials", "jwt", "seed", "passkey", "login", "api",
    "hmac", "sas", "otp", "sid", "pat", "restricted", "license", "licence", "pin", "totp", "session",
    "webhook", "cookie", "psk", "keystore", "pfx", "pkcs", "npmrc", "netrc", "kubeconfig",
    "dockerconfigjson",
]);

/// Words that may stand behind the credential word without changing what the value is.
#[rustfmt::skip]
pub(crate) static NEUTRAL: Set = Set::new(&[
    "prod", "production", "dev", "development", "staging", "stage", "test", "testing", "qa", "uat", "live",
    "local", "default", "old", "new", "current", "main", "secondary", "backup", "string", "str", "value",
    "val", "b", "base", "plain", "raw", "data", "confirmation", "confirm", "repeat", "again", "primary",
    "encoded", "literal", "override", "fallback", "one", "two", "a", "v", "nonprod", "sandbox",
    "part", "half", "piece", "segment", "chunk",
]);

/// Words that make a name speak about a credential instead of holding it.
#[rustfmt::skip]
pub(crate) static ABOUT: Set = Set::new(&[
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
]);

/// Ends of the names above that are spelled out in code.
#[rustfmt::skip]
pub(crate) static OTHER_ENDS: Set = Set::new(&[
    "secret", "secreto", "token", "key", "authorization", "cookie", "bearer", "mnemonic", "_pw", "-pw",
    ".pw", " pw", "\npw", "\tpw", "{pw", ",pw", "\"pw", "'pw", "$pw", "phrase", "hash", "geheimnis",
    "&sig", "?sig", ";sig", "signature", "wifi", "wi-fi", "wlan", "n code", "y code", "e code", "h code",
]);

/// Names of string types that stand between a name and `=` in declarations.
pub(crate) static TYPES: Set = Set::new(&["string", "str", "text", "auto", "char"]);
