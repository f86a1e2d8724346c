//! The rules by name. A replacement tells which rule made it; nothing else of the detector is visible.

use crate::formats;

macro_rules! rules {
    ($($(#[doc = $doc:literal])+ $variant:ident = $name:literal,)+) => {
        /// The rule behind a finding.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub enum Rule {
            /// A row of [`formats::all`], by its index there.
            Format(u16),
            $($(#[doc = $doc])+ $variant,)+
        }

        const NAMED: &[(Rule, &str)] = &[$((Rule::$variant, $name),)+];
    };
}

rules! {
    /// A stand-in of this session, left as it is.
    StandIn = "stand-in",
    /// A value known from before.
    Known = "known",
    /// A value of the configuration or of `protect`.
    Literal = "literal",
    /// A proposal of the second tier that was verified.
    Proposal = "proposal",
    /// A rule of the user's configuration.
    Custom = "custom",
    /// Another form of a name that is known.
    Derived = "derived",
    /// A piece of a secret that is known.
    Fragment = "fragment",
    /// A known secret in another encoding, backwards, or in another case.
    Encoded = "encoded",
    /// A shortened display of a known secret: its beginning and its end.
    Preview = "preview",
    /// A value that is written in several pieces.
    Joined = "joined",
    /// `KEY=value` and its kin, where the key says that the value grants access.
    Assignment = "assignment",
    /// `${VAR:-fallback}` and its kin.
    Expansion = "expansion",
    /// A command-line flag that takes a credential.
    Flag = "flag",
    /// An HTTP header that carries a credential.
    Header = "header",
    /// User information of a URI.
    UriUserinfo = "uri-userinfo",
    /// A query parameter that grants access.
    UriQuery = "uri-query",
    /// A field of a connection string.
    ConnectionString = "connection-string",
    /// Key material: PEM, OpenSSH, PGP, PPK, JWK.
    KeyBlock = "key-block",
    /// An entry of a credential file (.netrc, .npmrc, ...).
    CredentialFile = "credential-file",
    /// A command of a wire protocol that logs in (`AUTH`, `PASS`).
    Protocol = "protocol",
    /// A password in SQL or a shell-like statement.
    Statement = "statement",
    /// A bare value near a provider's name.
    ProviderKeyword = "provider-keyword",
    /// A payment card, by its check digit.
    Card = "card",
    /// An IBAN, by its check digits.
    Iban = "iban",
    /// A national or phone number in a typed context.
    PersonalNumber = "personal-number",
    /// A configured or learned root.
    Root = "root",
    /// A home directory.
    HomePath = "home-path",
    /// A directory that names somebody.
    PrivateDir = "private-dir",
    /// A dash-encoded project directory (`-Users-x-p`).
    EncodedPath = "encoded-path",
    /// A document whose name tells what is in it.
    SensitiveName = "sensitive-name",
    /// An e-mail address.
    Email = "email",
    /// A host name.
    Host = "host",
    /// The label of a customer in the host name of a public service.
    Tenant = "tenant",
    /// An IP address.
    Ip = "ip",
    /// A MAC address or SSID.
    Device = "device",
    /// A login name.
    User = "user",
    /// A branch name.
    Branch = "branch",
    /// The owner of a remote or another organisation.
    Org = "org",
    /// A person.
    Person = "person",
    /// A project.
    Project = "project",
}

impl Rule {
    /// The rule's stable name: a format's id, or one of the names above.
    pub fn name(self) -> &'static str {
        if let Rule::Format(index) = self {
            return formats::get(index).id;
        }
        NAMED
            .iter()
            .find(|(rule, _)| *rule == self)
            .map_or("", |(_, name)| name)
    }

    /// The rule of that name.
    pub fn from_name(name: &str) -> Option<Rule> {
        let named = NAMED.iter().find(|(_, other)| *other == name);
        let format = || {
            formats::running()
                .iter()
                .position(|format| format.id == name)
        };
        named
            .map(|(rule, _)| *rule)
            .or_else(|| format().map(|index| Rule::Format(index as u16)))
    }

    /// A number for this rule, stable within one build: formats come after the named rules.
    pub fn id(self) -> u16 {
        match self {
            Rule::Format(index) => NAMED.len() as u16 + index,
            _ => NAMED
                .iter()
                .position(|(rule, _)| *rule == self)
                .unwrap_or(0) as u16,
        }
    }

    /// Every rule's name, in the order of [`Rule::id`].
    pub fn names() -> impl Iterator<Item = &'static str> {
        let named = NAMED.iter().map(|(_, name)| *name);
        named.chain(formats::running().iter().map(|format| format.id))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_list_of_names_follows_the_numbers() {
        let names: Vec<_> = Rule::names().collect();
        for (rule, name) in NAMED {
            assert_eq!(names[usize::from(rule.id())], *name);
        }
        for index in 0..formats::all().len() {
            let rule = Rule::Format(index as u16);
            assert_eq!(names[usize::from(rule.id())], rule.name());
        }
    }
}
