//! The forms of a name: which other texts name the same person, organisation or project.
//!
//! Every form comes from a value with a typed source (an author line, a login, a mail address, a remote); what
//! stands alone must be no common word, no role and no tool. Words of English that are names (`Mark`, `Page`)
//! count only where the text treats them as a person.

use crate::base64::{self, Base64};
use crate::graph::common::{
    is_common, is_label, is_legal_form, is_machine, is_provider, is_role, is_service, is_stage,
    trade_of,
};
use crate::graph::form::{Form, How};
use crate::identity::slug_stem;
use crate::{Kind, Rule};

/// Longest value that is taken apart, in bytes.
const MAX_NAME: usize = 128;

/// Whether a value that was found in a text is known beyond its place: no role, no common word.
pub(crate) fn spreads(kind: Kind, raw: &str) -> bool {
    match kind {
        // A code name counts in names of code only, if it is a common word; see [`way`].
        Kind::Project => raw.len() >= 3 && !is_role(raw),
        Kind::User | Kind::Org | Kind::Person | Kind::Branch => {
            let short = raw.len() < 3;
            !short && !is_common(raw) && !is_role(raw) && !raw.bytes().all(|b| b.is_ascii_digit())
        }
        _ => true,
    }
}

/// How a name is compared with a text, if not as all of its kind.
pub(crate) fn way(kind: Kind, raw: &str) -> Option<How> {
    let words = || raw.split(' ').filter(|word| !word.is_empty());
    match kind {
        Kind::Project if words().count() == 1 && is_common(raw) => Some(How::Part),
        Kind::Person if words().all(is_common) => Some(How::Capitalised),
        _ => None,
    }
}

/// The other forms of a value that `rule` found.
pub(crate) fn forms(kind: Kind, rule: Rule, raw: &str) -> Vec<Form> {
    let mut forms = Forms {
        kind,
        list: Vec::new(),
    };
    if raw.len() <= MAX_NAME {
        match kind {
            Kind::Person => forms.person(raw),
            Kind::User => forms.login(raw),
            Kind::Email => forms.email(raw),
            Kind::Host if rule == Rule::Tenant => forms.tenant(raw),
            Kind::Host => forms.host(raw),
            Kind::Org | Kind::Project => forms.organisation(raw),
            Kind::Home => forms.home(raw),
            Kind::Branch => forms.branch(raw),
            Kind::Ip => forms.address(raw),
            Kind::Device => forms.hardware(raw),
            _ => {}
        }
    }
    forms.list
}

/// What companies put behind their name in domains and accounts, and before it.
const BRAND_ENDS: [&str; 8] = ["ai", "app", "hq", "inc", "io", "labs", "dev", "corp"];
const BRAND_STARTS: [&str; 4] = ["get", "use", "try", "my"];

struct Forms {
    kind: Kind,
    list: Vec<Form>,
}

impl Forms {
    fn push(&mut self, text: String, how: How) {
        let kind = self.kind;
        self.list.push(Form { text, how, kind });
    }

    /// As `kind` from here on.
    fn of(&mut self, kind: Kind) -> &mut Self {
        self.kind = kind;
        self
    }

    /// `feature/x` in a URI and in a string of JSON.
    fn branch(&mut self, raw: &str) {
        if raw.contains('/') {
            for slash in ["%2F", "%2f", "\\/"] {
                self.push(raw.replace('/', slash), How::Exact);
            }
        }
    }

    /// `10.1.2.3` in a host name and in the zone of a reverse look-up.
    fn address(&mut self, raw: &str) {
        let mut parts: Vec<&str> = raw.split('.').collect();
        if parts.len() == 4 {
            self.push(parts.join("-"), How::Name);
            parts.reverse();
            self.push(parts.join(".") + ".in-addr.arpa", How::AnyCase);
        }
    }

    /// A MAC address as Windows, switches and drivers write it.
    fn hardware(&mut self, raw: &str) {
        let pairs: Vec<&str> = raw.split([':', '-']).collect();
        let hex = |pair: &&str| pair.len() == 2 && pair.bytes().all(|b| b.is_ascii_hexdigit());
        if pairs.len() != 6 || !pairs.iter().all(hex) {
            return;
        }
        for joint in [":", "-", ""] {
            self.push(pairs.join(joint), How::AnyCase);
        }
        let words: Vec<String> = pairs.chunks(2).map(<[&str]>::concat).collect();
        self.push(words.join("."), How::AnyCase);
    }

    /// A name with marks in capitals, in a URI and in a string of JSON.
    fn marked(&mut self, word: &str) {
        self.push(word.to_uppercase(), How::Exact);
        let (mut uri, mut json) = (String::new(), String::new());
        for c in word.chars() {
            if c.is_ascii() {
                uri.push(c);
                json.push(c);
                continue;
            }
            let mut utf8 = [0; 4];
            let bytes = c.encode_utf8(&mut utf8).bytes();
            uri.extend(bytes.map(|byte| format!("%{byte:02X}")));
            json.extend(
                c.encode_utf16(&mut [0; 2])
                    .iter()
                    .map(|unit| format!("\\u{unit:04x}")),
            );
        }
        self.push(uri, How::Exact);
        self.push(json, How::Exact);
    }

    /// `Ada Quill`, `Quill, Ada`, `Ada-Lena M. Quill`.
    fn person(&mut self, raw: &str) {
        let raw = raw.trim_matches(|c: char| !c.is_alphanumeric());
        let mut words: Vec<&str> = raw
            .split([' ', '\t', ',', '\u{3000}'])
            .filter(|word| word.chars().any(char::is_alphabetic))
            .collect();
        if raw.contains(',') && words.len() == 2 {
            words.swap(0, 1);
        }
        match words.as_slice() {
            [] => {}
            [one] => self.handle(one),
            [first, .., last] => {
                self.pair(&words, first, last);
                let folded: Vec<String> = words.iter().map(|word| fold(word)).collect();
                if folded
                    .iter()
                    .zip(&words)
                    .any(|(folded, word)| folded != word)
                {
                    let words: Vec<&str> = folded.iter().map(String::as_str).collect();
                    self.pair(&words, words[0], words[words.len() - 1]);
                }
            }
        }
    }

    fn pair(&mut self, words: &[&str], first: &str, last: &str) {
        // "mark page" is an order, and "Mark Page" is known as it is.
        if !words.iter().all(|word| is_common(word)) {
            if words.len() > 2 {
                self.words(words);
            }
            self.full(first, last);
        }
        for word in [first, last] {
            self.single(word);
        }
    }

    /// Forms of a first and a last name together.
    fn full(&mut self, first: &str, last: &str) {
        self.words(&[first, last]);
        self.words(&[last, first]);
        self.initials(first, last);
    }

    /// `aquill`, `A. Quill`, `quilla`.
    fn initials(&mut self, first: &str, last: &str) {
        let (Some(f), Some(l)) = (first.chars().next(), last.chars().next()) else {
            return;
        };
        let plain = |word: &str| word.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !plain(first) || !plain(last) || last.len() < 3 {
            return;
        }
        self.push(format!("{f} {last}").to_ascii_lowercase(), How::Initial);
        for login in [format!("{f}{last}"), format!("{first}{l}")] {
            if login.len() >= 5 && !is_common(&login) && !is_role(&login) {
                self.push(login.to_ascii_lowercase(), How::AnyCase);
            }
        }
    }

    fn words(&mut self, words: &[&str]) {
        if words.len() >= 2 && words[0].len() >= 3 {
            self.push(words.join(" "), How::Words);
        }
    }

    /// One word of a name by itself.
    fn single(&mut self, word: &str) {
        let length = word.chars().count();
        if !word.is_ascii() && length >= 2 {
            self.push(word.to_owned(), How::AnyCase);
            self.marked(word);
            return;
        }
        if let Some((first, rest)) = word.split_once('-')
            && length >= 5
        {
            self.words(&[first, rest]);
            return;
        }
        let capital = word.starts_with(|c: char| c.is_ascii_uppercase());
        if is_common(word) {
            if capital && length >= 3 {
                self.push(word.to_owned(), How::Cued);
            }
        } else if length >= 4 {
            self.push(word.to_owned(), How::Name);
        } else if length == 3 {
            self.push(capitalised(word), How::Capitalised);
        }
    }

    /// A name of one word, as in `@zquill` or `Zoe`.
    fn handle(&mut self, word: &str) {
        if word.contains(['.', '_', '-']) {
            self.login(word);
        }
    }

    /// A login: `zoe.quill`, `zoe-quill`, `zquill`.
    fn login(&mut self, raw: &str) {
        if !raw.is_ascii() || is_role(raw) {
            return;
        }
        let stem = raw.trim_end_matches(|c: char| c.is_ascii_digit());
        let words: Vec<&str> = stem.split(['.', '_', '-']).collect();
        let plain = |word: &&str| !word.is_empty() && word.bytes().all(|b| b.is_ascii_alphabetic());
        let tells_nothing = |word: &&str| is_common(word) || is_role(word);
        if !words.iter().all(plain) || words.iter().all(tells_nothing) {
            return;
        }
        match words.as_slice() {
            [one] => self.initial_in(one),
            [first, last] if first.len() == 1 => {
                self.initials(&capitalised(first), &capitalised(last));
                if last.len() >= 5 {
                    self.single(&capitalised(last));
                }
            }
            [first, .., last] if words.iter().any(|word| is_role(word)) => {
                self.words(&[first, last]);
                if last.len() == 1 {
                    self.single(&capitalised(first));
                }
            }
            [first, .., last] => {
                self.full(&capitalised(first), &capitalised(last));
                for word in [first, last] {
                    self.single(&capitalised(word));
                }
            }
            [] => {}
        }
    }

    /// `zquill` is `Z. Quill`.
    fn initial_in(&mut self, login: &str) {
        if login.len() >= 5 && !is_common(login) {
            let (letter, rest) = login.split_at(1);
            self.push(
                format!("{letter} {rest}").to_ascii_lowercase(),
                How::Initial,
            );
        }
    }

    /// The local part is a login, the domain an organisation's.
    fn email(&mut self, raw: &str) {
        let Some((local, domain)) = raw.split_once('@') else {
            return;
        };
        let local = local.split('+').next().unwrap_or_default();
        if !is_role(local) {
            // As a token or a dump of it says it.
            self.push(base64::encode(raw.as_bytes(), Base64::Standard), How::Exact);
            let hex = raw.bytes().map(|byte| format!("{byte:02x}"));
            self.push(hex.collect(), How::AnyCase);
        }
        if local.len() >= 4 && local.is_ascii() && !is_role(local) && !is_common(local) {
            self.of(Kind::User).push(local.to_owned(), How::AnyCase);
            self.login(local);
        }
        self.domain(domain);
    }

    /// The label of a customer: `quarry-lane-dw` of `quarry-lane-dw.database.windows.net`.
    fn tenant(&mut self, label: &str) {
        if let Some(stem) = slug_stem(label) {
            self.of(Kind::Org).push(stem.to_owned(), How::Name);
            self.organisation(stem);
        }
    }

    /// The organisation in the name of a host, and the owner of a personal machine.
    fn host(&mut self, raw: &str) {
        let machine = raw.split('.').next().unwrap_or_default();
        self.owner(machine);
        self.domain(raw);
    }

    /// `zoes-macbook-pro`, `zoe-mbp`.
    fn owner(&mut self, machine: &str) {
        let words: Vec<&str> = machine.split('-').collect();
        let (owner, rest) = match words.as_slice() {
            // `ws-quill`
            [kind, owner] if is_machine(kind) => (owner, &words[..1]),
            [owner, rest @ ..] => (owner, rest),
            [] => return,
        };
        let personal = !rest.is_empty() && rest.iter().all(|word| is_machine(word));
        let plain = owner.len() >= 3 && owner.bytes().all(|byte| byte.is_ascii_alphabetic());
        if !personal || !plain || is_common(owner) || is_role(owner) {
            return;
        }
        self.of(Kind::User).single(&capitalised(owner));
        if let Some(stem) = owner.strip_suffix(['s', 'S'])
            && stem.len() >= 3
            && !is_common(stem)
        {
            self.single(&capitalised(stem));
        }
    }

    fn domain(&mut self, domain: &str) {
        if let Some(label) = organisation_of(domain) {
            self.of(Kind::Org).organisation(label);
        }
    }

    /// `quarry-lane`, `Quarry Lane GmbH`, `quarry-lane-prod`, `QuarryLane`.
    fn organisation(&mut self, raw: &str) {
        let all = words_of(raw);
        let core = all.len()
            - all
                .iter()
                .rev()
                .take_while(|word| is_legal_form(word))
                .count();
        let named = core
            - all[..core]
                .iter()
                .rev()
                .take_while(|word| is_stage(word))
                .count();
        let stem = match named {
            0 => &all[..],
            _ => &all[..named],
        };
        for words in [&all[..], &all[..core], stem] {
            self.words(words);
        }
        let Some(first) = all.first() else { return };
        let distinct = first.len() >= 4 && !is_common(first) && !is_role(first) && !is_label(first);
        if distinct && !first.bytes().all(|byte| byte.is_ascii_digit()) {
            self.push((*first).to_owned(), How::Name);
            let folded = fold(first);
            if folded != *first {
                self.push(folded, How::Name);
            }
            if all.len() == 1 {
                self.brand(first);
            } else if core == all.len() && raw.bytes().all(|b| b.is_ascii_alphanumeric()) {
                // `QuarryLane` is a brand of one word.
                self.brand(raw);
            }
        }
    }

    /// `quarrylane` is also `Quarry Lane`, `quarrylaneai`, `getquarrylane`; `quarrylaneai` is also `quarrylane`.
    fn brand(&mut self, word: &str) {
        let word = word.to_ascii_lowercase();
        if !word.is_ascii() || word.len() < 5 {
            return;
        }
        if let Some((name, trade)) = trade_of(&word) {
            self.words(&[name, trade]);
        }
        let stems = BRAND_ENDS.iter().filter_map(|end| word.strip_suffix(end));
        let stem = stems
            .map(|stem| stem.trim_end_matches('-'))
            .find(|stem| stem.len() >= 5 && !is_common(stem) && trade_of(stem).is_none());
        if let Some(stem) = stem {
            self.push(stem.to_owned(), How::Name);
        }
        for base in stem.into_iter().chain([word.as_str()]) {
            for end in BRAND_ENDS
                .iter()
                .filter(|_| stem.is_none_or(|stem| stem == base))
            {
                self.push(format!("{base}{end}"), How::AnyCase);
            }
            for start in BRAND_STARTS {
                self.push(format!("{start}{base}"), How::AnyCase);
            }
        }
    }

    fn home(&mut self, raw: &str) {
        let user = raw.trim_end_matches(['/', '\\']).rsplit(['/', '\\']).next();
        if let Some(user) = user.filter(|user| spreads(Kind::User, user)) {
            self.of(Kind::User).push(user.to_owned(), How::AnyCase);
            self.login(user);
        }
    }
}

/// The words of a name: at separators and at the humps of `QuarryLane`.
fn words_of(raw: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for part in raw.split(|c: char| !c.is_alphanumeric()) {
        let bytes = part.as_bytes();
        let mut from = 0;
        for at in 1..bytes.len() {
            if bytes[at].is_ascii_uppercase() && bytes[at - 1].is_ascii_lowercase() {
                words.push(&part[from..at]);
                from = at;
            }
        }
        words.push(&part[from..]);
    }
    words.retain(|word| !word.is_empty());
    words
}

/// The label of a host name that names an organisation: the one before the public suffix, unless it tells
/// what the machine does.
fn organisation_of(domain: &str) -> Option<&str> {
    let domain = domain.trim_end_matches('.');
    let domain = domain.strip_suffix(".home.arpa").unwrap_or(domain);
    let labels: Vec<&str> = domain.split('.').collect();
    let [.., second, top] = labels.as_slice() else {
        return None;
    };
    // `co.uk` and its kin.
    let suffix = second.len() <= 3 && top.len() == 2 && labels.len() > 2;
    let label = match suffix {
        true => labels[labels.len() - 3],
        false => second,
    };
    // `quarry.slack.com`: the service's customer.
    let label = match is_service(label) && labels.len() > 2 {
        true => labels[0],
        false => label,
    };
    let machine = labels.len() == 2 && matches!(*top, "local" | "lan");
    let telling = label.bytes().any(|byte| byte.is_ascii_alphabetic());
    let private = telling && !machine && !is_label(label) && !is_provider(label);
    (private && !is_sample(label, top)).then_some(label)
}

/// `example.com` and its kin (RFC 2606).
fn is_sample(label: &str, top: &str) -> bool {
    label == "example" && matches!(top, "com" | "org" | "net" | "edu")
}

fn capitalised(word: &str) -> String {
    let mut text = word.to_ascii_lowercase();
    if let Some(first) = text.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    text
}

/// Latin letters without their marks: `Jesús` is also `Jesus`, `Øster` is also `Oster`.
fn fold(word: &str) -> String {
    let mut text = String::with_capacity(word.len());
    for c in word.chars() {
        match plain(c) {
            Some(letters) => text.push_str(letters),
            None => text.push(c),
        }
    }
    text
}

/// The plain letters of the marked ones of Latin-1 and Latin Extended-A that names have.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'À'..='Å' | 'Ā' | 'Ă' | 'Ą' => "A",
        'à'..='å' | 'ā' | 'ă' | 'ą' => "a",
        'Æ' => "Ae",
        'æ' => "ae",
        'Ç' | 'Ć' | 'Ĉ' | 'Ċ' | 'Č' => "C",
        'ç' | 'ć' | 'ĉ' | 'ċ' | 'č' => "c",
        'Ð' | 'Ď' | 'Đ' => "D",
        'ð' | 'ď' | 'đ' => "d",
        'È'..='Ë' | 'Ē' | 'Ĕ' | 'Ė' | 'Ę' | 'Ě' => "E",
        'è'..='ë' | 'ē' | 'ĕ' | 'ė' | 'ę' | 'ě' => "e",
        'Ĝ' | 'Ğ' | 'Ġ' | 'Ģ' => "G",
        'ĝ' | 'ğ' | 'ġ' | 'ģ' => "g",
        'Ì'..='Ï' | 'Ĩ' | 'Ī' | 'Į' | 'İ' => "I",
        'ì'..='ï' | 'ĩ' | 'ī' | 'į' | 'ı' => "i",
        'Ķ' => "K",
        'ķ' => "k",
        'Ĺ' | 'Ļ' | 'Ľ' | 'Ł' => "L",
        'ĺ' | 'ļ' | 'ľ' | 'ł' => "l",
        'Ñ' | 'Ń' | 'Ņ' | 'Ň' => "N",
        'ñ' | 'ń' | 'ņ' | 'ň' => "n",
        'Ò'..='Ö' | 'Ø' | 'Ō' | 'Ŏ' | 'Ő' => "O",
        'ò'..='ö' | 'ø' | 'ō' | 'ŏ' | 'ő' => "o",
        'Œ' => "Oe",
        'œ' => "oe",
        'Ŕ' | 'Ř' => "R",
        'ŕ' | 'ř' => "r",
        'Ś' | 'Ŝ' | 'Ş' | 'Š' | 'Ș' => "S",
        'ś' | 'ŝ' | 'ş' | 'š' | 'ș' => "s",
        'ß' => "ss",
        'Ţ' | 'Ť' | 'Ț' => "T",
        'ţ' | 'ť' | 'ț' => "t",
        'Ù'..='Ü' | 'Ũ' | 'Ū' | 'Ŭ' | 'Ů' | 'Ű' | 'Ų' => "U",
        'ù'..='ü' | 'ũ' | 'ū' | 'ŭ' | 'ů' | 'ű' | 'ų' => "u",
        'Ý' | 'Ÿ' => "Y",
        'ý' | 'ÿ' => "y",
        'Ź' | 'Ż' | 'Ž' => "Z",
        'ź' | 'ż' | 'ž' => "z",
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn texts(kind: Kind, raw: &str) -> Vec<String> {
        let forms = forms(kind, Rule::Literal, raw).into_iter();
        forms.map(|form| form.text).collect()
    }

    #[test]
    fn a_person_has_logins_initials_and_words() {
        let forms = texts(Kind::Person, "Zoe Querfurt");
        for wanted in ["Zoe Querfurt", "zquerfurt", "z querfurt", "Querfurt", "Zoe"] {
            assert!(forms.iter().any(|form| form == wanted), "{wanted}");
        }
    }

    #[test]
    fn addresses_and_marked_names_have_other_spellings() {
        for (kind, raw, wanted) in [
            (Kind::Ip, "10.8.3.21", "10-8-3-21"),
            (Kind::Ip, "10.8.3.21", "21.3.8.10.in-addr.arpa"),
            (Kind::Device, "3c:22:fb:9a:71:0e", "3c-22-fb-9a-71-0e"),
            (Kind::Device, "3C-22-FB-9A-71-0E", "3C22.FB9A.710E"),
            (Kind::Person, "Ada Køhn", "KØHN"),
            (Kind::Person, "Ada Køhn", "K%C3%B8hn"),
            (Kind::Person, "Ada Køhn", "K\\u00f8hn"),
            (Kind::Email, "zoe@querfurt.io", "em9lQHF1ZXJmdXJ0Lmlv"),
            (
                Kind::Email,
                "zoe@querfurt.io",
                "7a6f654071756572667572742e696f",
            ),
        ] {
            assert!(
                texts(kind, raw).iter().any(|form| form == wanted),
                "{wanted}"
            );
        }
        assert!(texts(Kind::Ip, "fe80::1").is_empty());
    }

    #[test]
    fn marks_are_folded() {
        let forms = texts(Kind::Person, "Jürgen Køhn");
        for wanted in ["Jürgen", "Jurgen", "jkohn", "Kohn"] {
            assert!(forms.iter().any(|form| form == wanted), "{wanted}");
        }
    }

    #[test]
    fn common_words_and_roles_stand_for_nobody() {
        for form in forms(Kind::Person, Rule::Person, "Rose Stone") {
            let alone = !form.text.contains(' ') && form.how != How::Cued;
            assert!(!alone || form.text == "rstone" || form.text == "roses");
        }
        for (kind, raw) in [
            (Kind::User, "root"),
            (Kind::User, "build-bot"),
            (Kind::Email, "noreply@github.com"),
            (Kind::Email, "admin@example.com"),
            (Kind::Host, "db.internal"),
            (Kind::Host, "nas.local"),
            (Kind::Host, "prod-db01.internal"),
        ] {
            assert!(texts(kind, raw).is_empty(), "{raw}");
        }
    }

    #[test]
    fn a_domain_names_its_organisation() {
        for (domain, wanted) in [
            ("db01.prod.querfurt-air.example", Some("querfurt-air")),
            ("querfurt.internal", Some("querfurt")),
            ("mail.querfurt.co.uk", Some("querfurt")),
            ("gmail.com", None),
            ("example.com", None),
            ("db.internal", None),
        ] {
            assert_eq!(organisation_of(domain), wanted, "{domain}");
        }
    }

    #[test]
    fn an_organisation_sheds_its_stage_and_its_legal_form() {
        assert!(
            texts(Kind::Project, "querfurt-lane-prod")
                .iter()
                .any(|form| form == "querfurt lane")
        );
        assert!(
            texts(Kind::Org, "Querfurt Energi AS")
                .iter()
                .any(|form| form == "Querfurt")
        );
        assert!(
            !texts(Kind::Org, "Marble & Sons")
                .iter()
                .any(|form| form == "Marble")
        );
    }
}
