//! Secrets in a command: as variables, or inline, or not at all.

use super::detours;
use super::posix::Posix;
use crate::config::SecretsInCommands;
use crate::locate::Located;
use crate::rebind::shell::{Place, Quote};
use crate::rebind::{Local, egress, quote, refuse};
use crate::{Refusal, RefusalKind, Span};

impl<'a> Posix<'a> {
    pub(super) fn secret(
        &self,
        number: u32,
        found: &Located,
        place: Place,
        env: &mut Vec<(String, String)>,
        out: &mut String,
    ) -> Result<(), Refusal> {
        let word = self.script.words.get(place.word);
        let Some(word) =
            word.filter(|_| !matches!(place.quote, Quote::Backtick | Quote::Inside | Quote::Name))
        else {
            return refuse(RefusalKind::SecretEgress, found.span, quote::EXPANDED);
        };
        if !self.local.permits(number, found.span)? {
            egress::in_command(self, number, word, found.span)?;
            if self.gives_secrets_away() {
                return refuse(RefusalKind::SecretEgress, found.span, detours::ELSEWHERE);
            }
        }
        let raw = self.local.raw(number);
        if place.ticks || !quote::is_plain(raw) && !self.is_inert(raw, found, place) {
            let message = "this value would be read again after the shell; pass the secret to the program itself";
            return refuse(RefusalKind::SecretEgress, found.span, message);
        }
        match self.local.bounds.secrets {
            SecretsInCommands::Refuse => refuse(
                RefusalKind::SecretEgress,
                found.span,
                "this host passes no secrets to commands; ask the user to run it, or to allow secrets inline",
            ),
            SecretsInCommands::Inline => {
                quote::posix(self.local.raw(number), self.spot(word, found, place), out)
            }
            SecretsInCommands::Env => {
                let name = variable_for(self.local, number, env);
                reference(&name, place.quote, found.span, out)
            }
        }
    }
}

/// The variable that carries a secret, new or from before.
pub(crate) fn variable_for(
    local: Local<'_>,
    number: u32,
    env: &mut Vec<(String, String)>,
) -> String {
    let raw = local.raw(number);
    if let Some((name, _)) = env.iter().find(|(_, value)| value == raw) {
        return name.clone();
    }
    let name = format!("SLOTGUARD_{}", env.len() + 1);
    env.push((name.clone(), raw.to_owned()));
    name
}

/// A reference to a variable that expands where it stands, as one word.
fn reference(name: &str, quote: Quote, range: Span, out: &mut String) -> Result<(), Refusal> {
    let (before, after) = match quote {
        Quote::Bare => ("\"", "\""),
        Quote::Single => ("'\"", "\"'"),
        Quote::Ansi => ("'\"", "\"$'"),
        Quote::Double | Quote::Here { quoted: false } => ("", ""),
        _ => {
            let message = "nothing expands in a quoted here-document; use one without quotes around its delimiter";
            return refuse(RefusalKind::SecretEgress, range, message);
        }
    };
    for part in [before, "${", name, "}", after] {
        out.push_str(part);
    }
    Ok(())
}
