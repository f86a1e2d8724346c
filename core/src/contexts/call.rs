//! Calls whose arguments are a user and a password by position: `NetworkCredential("u", "p")`,
//! `HTTPBasicAuth('u', 'p')`, `mysqli_connect(host, user, "p")`.

use super::keys::Class;
use super::verdict::{self, Form};
use super::{uri, value};
use crate::anchor::Anchor;
use crate::detect::Cx;
use crate::{Rank, Rule, Span, strength};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::word("networkcredential", first_two),
    Anchor::word("usernamepassword", first_two),
    Anchor::word("httpbasicauth", first_two),
    Anchor::word("basicauth", first_two),
    Anchor::word("basic_auth", first_two),
    Anchor::word("directoryentry", second_two),
    Anchor::word("passwordauthentication(", nth::<1>),
    Anchor::exact("auth(", nth::<1>),
    Anchor::word("authenticate(", nth::<1>),
    Anchor::exact("login(", nth::<1>),
    Anchor::exact("Login(", nth::<1>),
    Anchor::exact("bind_s(", nth::<1>),
    Anchor::exact("ldap_bind(", nth::<2>),
    Anchor::exact("ftp_login(", nth::<2>),
    Anchor::exact("ssh2_auth_password(", nth::<2>),
    Anchor::exact("imap_open(", nth::<2>),
    Anchor::exact("mysql_connect(", nth::<2>),
    Anchor::exact("mysqli_connect(", nth::<2>),
    Anchor::exact("mysql_real_connect(", nth::<3>),
    Anchor::exact("mysqli(", nth::<2>),
    Anchor::exact("PDO(", nth::<2>),
    Anchor::exact("oci_connect(", nth::<1>),
    Anchor::exact("Oracle.connect(", nth::<1>),
    Anchor::exact("oracledb.connect(", nth::<1>),
    Anchor::exact("odbc_connect(", nth::<2>),
    Anchor::exact("DBI->connect(", nth::<2>),
    Anchor::exact("dbConnect(", nth::<2>),
    Anchor::exact("getConnection(", nth::<2>),
    Anchor::exact("createConnection(", nth::<2>),
    Anchor::exact("withBasicAuth(", nth::<1>),
    Anchor::exact("setBasicAuth(", nth::<1>),
    Anchor::exact("SetBasicAuth(", nth::<1>),
    Anchor::exact("PlainAuth(", nth::<2>),
    Anchor::exact("jwt.sign(", nth::<1>),
    Anchor::exact("jwt.verify(", nth::<1>),
    Anchor::word("jwt.encode(", nth::<1>),
    Anchor::word("jwt.decode(", nth::<1>),
    Anchor::exact("createHmac(", nth::<1>),
    Anchor::exact("hmac.new(", nth::<0>),
    Anchor::exact("Fernet(", nth::<0>),
    Anchor::exact("pymysql.connect(", nth::<2>),
    Anchor::exact("MySQLdb.connect(", nth::<2>),
    Anchor::exact("createClient(", nth::<1>),
    Anchor::exact("create_client(", nth::<1>),
    Anchor::exact("WiFi.begin(", nth::<1>),
    Anchor::exact("AWSCredentials(", nth::<1>),
    Anchor::exact("BasicCredentials.create(", nth::<1>),
    Anchor::exact("client.login(", nth::<0>),
    Anchor::exact("bot.run(", nth::<0>),
    Anchor::exact("client.run(", nth::<0>),
];

/// Longest argument that is stepped over.
const LONGEST: usize = 256;

fn first_two(cx: &mut Cx<'_>, at: usize) {
    call(cx, at, 0);
}

fn second_two(cx: &mut Cx<'_>, at: usize) {
    call(cx, at, 1);
}

/// The password is the argument of number `N`, if that is a literal; those before it may be anything.
fn nth<const N: usize>(cx: &mut Cx<'_>, at: usize) {
    let line = &cx.bytes[at..cx.line_end(at)];
    let Some(open) = memchr::memchr(b'(', line) else {
        return;
    };
    let mut next = at + open;
    let mut user = None;
    for number in 0..=N {
        let literal = string(cx, next + 1);
        if number == N {
            if let Some(password) = literal.filter(|it| is_password(cx, it.span)) {
                pair(cx, user, password.span);
            }
            return;
        }
        user = literal.map(|value| value.span);
        let Some(comma) = argument_end(cx, literal.map_or(next + 1, |value| value.end)) else {
            return;
        };
        next = comma;
    }
}

/// The comma behind the argument at `from`; none if the call ends first.
fn argument_end(cx: &Cx<'_>, from: usize) -> Option<usize> {
    let mut depth = 0usize;
    for at in from..cx.bytes.len().min(from + LONGEST) {
        match cx.bytes[at] {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' if depth > 0 => depth -= 1,
            b')' | b']' | b'}' | b';' => return None,
            b',' if depth == 0 => return Some(at),
            _ => {}
        }
    }
    None
}

/// Whether an argument that stands where a password does is one: these calls have other uses.
fn is_password(cx: &Cx<'_>, span: Span) -> bool {
    let text = span.of(cx.text).as_bytes();
    verdict::has_mixture(text) && !text.contains(&b' ') && !strength::is_name(text)
}

/// `setPassword("x")`, `withToken('x')`: the name of that class is called with nothing but a literal.
pub(crate) fn only(cx: &mut Cx<'_>, class: Class, name: Span) -> bool {
    const TAKES: &[&[u8]] = &[b"set", b"with", b"use", b"add", b"put"];
    if cx.byte(name.end) != b'(' {
        return false;
    }
    let word = &cx.bytes[name.start..name.end];
    // `PlainCredentials("user", "x")`
    if matches!(class, Class::Likely | Class::Weak) && verdict::contains(word, b"credential") {
        nth::<1>(cx, name.start);
        return true;
    }
    let method = word.rsplit(|b| matches!(b, b'.' | b'>')).next();
    let takes = |word: &[u8]| {
        let starts = |verb: &&[u8]| {
            word.get(..verb.len())
                .is_some_and(|head| head.eq_ignore_ascii_case(verb))
        };
        let alone = word.eq_ignore_ascii_case(b"password") || word.eq_ignore_ascii_case(b"passwd");
        class == Class::Password && alone || TAKES.iter().any(starts)
    };
    let literal = method.filter(|word| takes(word));
    let literal = literal.and_then(|_| string(cx, name.end + 1));
    if let Some(value) = literal.filter(|value| value.closed && is_password(cx, value.span)) {
        let close = value::skip_blank(cx, value.end);
        if matches!(cx.byte(close), b')' | b'.') {
            pair(cx, None, value.span);
        }
    }
    true
}

/// The literal that a call only wraps, as the value of a name: `[]byte("x")`, `SecretString.fromString("x")`.
pub(crate) fn wrapped(cx: &Cx<'_>, value: &value::Value) -> Option<value::Value> {
    #[rustfmt::skip]
    const WRAPPERS: &[&str] = &[
        "byte", "bytes", "bytearray", "str", "string", "String", "from", "of", "new", "valueOf", "fromString", "Some",
        "Ptr", "StringPtr", "SecretStr", "SecretString", "SecretBytes", "SecureString", "Secret", "Password",
        "fromPlainText", "unsafePlainText", "plainText", "Sensitive", "secret", "b64decode", "Just", "Ok", "Optional",
        "from_str", "create", "StringValue",
    ];
    let text = value.span.of(cx.text).strip_suffix('(')?;
    let word = text
        .rsplit(|c: char| !c.is_ascii_alphanumeric() && c != '_')
        .next()?;
    if value.quoted || value.end != value.span.end || !WRAPPERS.contains(&word) {
        return None;
    }
    let literal = string(cx, value.end)?;
    let text = literal.span.of(cx.text).as_bytes();
    (literal.closed && is_password(cx, literal.span) && text.len() >= 6).then_some(literal)
}

/// The user is the argument of that number, the password the next one.
fn call(cx: &mut Cx<'_>, at: usize, number: usize) {
    let name = cx.bytes[at..]
        .iter()
        .take(48)
        .take_while(|b| b.is_ascii_alphanumeric() || **b == b'_')
        .count();
    let mut next = at + name;
    if cx.byte(next) != b'(' {
        return;
    }
    let mut last = None;
    for argument in 0..=number + 1 {
        let Some(value) = string(cx, next + 1) else {
            return;
        };
        if argument == number + 1 {
            return pair(cx, last, value.span);
        }
        last = Some(value.span);
        next = value::skip_blank(cx, value.end);
        if cx.byte(next) != b',' {
            return;
        }
    }
}

/// `("user", "password")` at `open`, as the value of a name that speaks of a log-in.
pub(crate) fn tuple(cx: &mut Cx<'_>, open: usize) {
    let Some(user) = string(cx, open + 1) else {
        return;
    };
    let comma = value::skip_blank(cx, user.end);
    let password = (cx.byte(comma) == b',')
        .then(|| string(cx, comma + 1))
        .flatten();
    let close = |value: &value::Value| {
        let end = value::skip_blank(cx, value.end);
        value.closed && matches!(cx.byte(end), b')' | b']')
    };
    if let Some(password) = password.filter(close)
        && verdict::has_mixture(password.span.of(cx.text).as_bytes())
    {
        pair(cx, Some(user.span), password.span);
    }
}

/// The string literal at the next place that is no blank or line break.
fn string(cx: &Cx<'_>, at: usize) -> Option<value::Value> {
    let blank = cx
        .bytes
        .get(at..)?
        .iter()
        .take(96)
        .take_while(|b| b.is_ascii_whitespace())
        .count();
    let (quote, inside) = value::opening(cx, value::skip_prefix(cx, at + blank))?;
    value::quoted(cx, quote, inside)
}

fn pair(cx: &mut Cx<'_>, user: Option<Span>, password: Span) {
    if verdict::is_secret(Class::Password, password.of(cx.text), Form::QUOTED) {
        cx.secret(password, Rank::Context, Rule::Statement);
        if let Some(user) = user {
            uri::user(cx, user, Rule::Statement);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::contexts::{found, users};

    #[test]
    fn calls() {
        let text = "new NetworkCredential(\"mkrause\", \"orchid77\")";
        assert_eq!(
            (found(text), users(text)),
            (vec!["orchid77"], vec!["mkrause"])
        );
        assert_eq!(found("HTTPBasicAuth('zoe', 'orchid77')"), ["orchid77"]);
        assert_eq!(
            found("DirectoryEntry(\"LDAP://x\",\n  \"A\\\\B\",\n  \"orchid77\")"),
            ["orchid77"]
        );
        for text in [
            "db.auth('zoe', 'orchid77')",
            "pika.PlainCredentials('zoe', 'orchid77')",
            "Credentials.basic(\"zoe\", \"orchid77\")",
            "smtp.login(user, \"orchid77\")",
            "mysqli_connect(\"localhost\", $u, 'orchid77', 'shop')",
            "new PDO($dsn, 'zoe', 'orchid77')",
            "DriverManager.getConnection(url(), \"zoe\", \"orchid77\")",
            "$dbh = DBI->connect($dsn, 'zoe', 'orchid77')",
            "conn.simple_bind_s(\"cn=x,dc=y\", \"orchid77\")",
            "smtp.PlainAuth(\"\", u, \"orchid77\", host)",
            "req.SetBasicAuth(\"zoe\", \"orchid77\")",
            "new PasswordAuthentication(u, \"orchid77\".toCharArray())",
            "ds.setPassword(\"orchid77\");",
            "cfg.withApiToken('orchid77').build()",
            "signingKey := []byte(\"orchid77\")",
            "SecretString password = SecretString.fromString(\"orchid77\");",
            "let api_key = String::from(\"orchid77\");",
            "password: Some(\"orchid77\".to_string()),",
            "apiKey: aws.String(\"orchid77\"),",
            "password: SecretStr = SecretStr(\"orchid77\")",
            "env.str(\"DB_PASSWORD\", default=\"orchid77\")",
            "const t = jwt.sign({ id: u.id, n: f(1) }, 'orchid77', { expiresIn: '1h' });",
            "jwt.encode(claims, \"orchid77\", algorithm=\"HS256\")",
            "createHmac('sha256', 'orchid77').update(body)",
            "hmac.new(b\"orchid77\", body, hashlib.sha256)",
            "pymysql.connect('db', 'app', 'orchid77', 'shop')",
            "createClient('https://x.io', 'orchid77')",
            "WiFi.begin(\"Loom\", \"orchid77\");",
            "new BasicAWSCredentials(id, \"orchid77\")",
        ] {
            assert_eq!(found(text), ["orchid77"], "{text}");
        }
        for text in [
            "auth(\"zoe\", scopes)",
            "login(\"/v2/users\", \"post\")",
            "getConnection(url, \"a\", props)",
            "getPassword(\"db7\")",
            "setPassword(newPassword2)",
            "env.getToken('CI_TOKEN2')",
            "password = vault.read(\"db7/x\")",
            "token = t(\"login.token2\")",
            "password = screen.getByLabelText(\"Password1\")",
            "api_key = os.getenv(\"SERVICE_KEY_2\")",
            "field.setPassword(\"\")",
            "jwt.sign(claims, key, { algorithm: 'RS256' })",
            "createHmac('sha256', key)",
            "hmac.new(key, b\"body77x\", 'sha256')",
            "Fernet(key)",
            "createClient({ url: 'redis://x:6379/2' })",
            "WiFi.begin(ssid, password);",
            "client.run(\"build\", { n: 2 })",
        ] {
            assert!(found(text).is_empty(), "{text}: {:?}", found(text));
        }
        assert!(found("basic_auth(user, password)").is_empty());
        assert!(found("basicAuth(\"user\", \"password\")").is_empty());
    }
}
