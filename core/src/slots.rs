//! The table of a session: raw values, what stands for them, and who is who.
//!
//! A *value* is one spelling. Values that name the same thing share an *entity*, and the entity owns the
//! ordinal: `[USER_1]` is `alice`, `[USER_1b]` is `ALICE`. A secret has a surrogate instead of an ordinal.

use hashbrown::{HashMap, HashSet, HashTable};

use crate::config::Naming;
use crate::graph::grams::Grams;
use crate::graph::{fragment, names};
use crate::handle::{self, Handle, MAX_ORDINAL, Number};
use crate::keyed::SessionKey;
use crate::known::{Hit, Known, Target, glued_in_ascii};
use crate::origins::{self, Place};
use crate::paths::spelling;
use crate::{Kind, Rule, SanitizeError, Secret, Span, block};

/// One spelling of a protected value.
pub(crate) struct Value {
    pub(crate) raw: Secret,
    pub(crate) kind: Kind,
    pub(crate) rule: Rule,
    pub(crate) entity: u32,
    /// Which spelling of its entity, once issued.
    form: Option<u16>,
    /// First half of the HMAC.
    pub(crate) key: [u8; 16],
    /// What stands for a secret.
    pub(crate) surrogate: Option<Box<str>>,
    pub(crate) uses: u64,
    pub(crate) first_seen: u64,
    /// Where it came from; egress decisions ask for it.
    pub(crate) origins: Vec<Secret>,
    /// The value it was learned with, for `explain`.
    pub(crate) source: Option<u32>,
    /// Whether it is replaced wherever it stands.
    pub(crate) everywhere: bool,
    forgotten: bool,
}

struct Entity {
    kind: Kind,
    ordinal: Option<u32>,
    forms: u16,
    values: Vec<u32>,
}

/// A new value on its way into the table.
pub(crate) struct New<'a> {
    pub(crate) raw: &'a str,
    pub(crate) kind: Kind,
    pub(crate) rule: Rule,
    /// Replaced wherever it stands.
    pub(crate) everywhere: bool,
    pub(crate) source: Option<u32>,
}

/// A value as a snapshot holds it.
pub(crate) struct Record<'a> {
    pub(crate) raw: &'a str,
    pub(crate) kind: Kind,
    pub(crate) rule: Rule,
    pub(crate) everywhere: bool,
    pub(crate) forgotten: bool,
    pub(crate) source: Option<u32>,
    pub(crate) ordinal: Option<u32>,
    pub(crate) form: Option<u16>,
    pub(crate) surrogate: Option<&'a str>,
    pub(crate) uses: u64,
    pub(crate) first_seen: u64,
    pub(crate) origins: Vec<&'a str>,
}

/// All values of one session.
pub(crate) struct Table {
    key: SessionKey,
    naming: Naming,
    cap: usize,
    home: Option<String>,
    values: Vec<Value>,
    entities: Vec<Entity>,
    /// Value numbers by raw text; secrets and slots apart.
    by_raw: HashTable<u32>,
    /// Value numbers by surrogate.
    by_surrogate: HashTable<u32>,
    /// Entity numbers by canonical value.
    by_identity: HashMap<(Kind, u64), u32>,
    /// Entity numbers by kind and ordinal; `None` is taken but leads nowhere.
    by_ordinal: HashMap<(Kind, u32), Option<u32>>,
    /// Spellings that stood in a text before they were issued: they never will be.
    reserved_forms: HashSet<(Kind, u32, u16)>,
    by_key: HashMap<(Kind, [u8; handle::KEY_LEN]), u32>,
    next: [u32; Kind::ALL.len()],
    pub(crate) known: Known,
    /// The pieces of the secrets that are replaced everywhere.
    pub(crate) grams: Grams,
    /// The number of the current sanitize call.
    pub(crate) turn: u64,
}

const SECRETS: u8 = 1;
const SLOTS: u8 = 2;
const SURROGATES: u8 = 3;
const IDENTITIES: u8 = 4;

fn tag(kind: Kind) -> u8 {
    if kind == Kind::Secret { SECRETS } else { SLOTS }
}

impl Table {
    /// An empty table of at most `cap` values.
    pub(crate) fn new(key: SessionKey, naming: Naming, cap: usize, home: Option<String>) -> Self {
        let known = Known::new(key.literal_seed());
        let grams = Grams::new(key.gram_seed());
        Self {
            key,
            naming,
            cap,
            home,
            values: Vec::new(),
            entities: Vec::new(),
            by_raw: HashTable::new(),
            by_surrogate: HashTable::new(),
            by_identity: HashMap::with_hasher(Default::default()),
            by_ordinal: HashMap::with_hasher(Default::default()),
            reserved_forms: HashSet::with_hasher(Default::default()),
            by_key: HashMap::with_hasher(Default::default()),
            next: [1; Kind::ALL.len()],
            known,
            grams,
            turn: 0,
        }
    }

    /// The value of that number.
    pub(crate) fn value(&self, number: u32) -> &Value {
        &self.values[number as usize]
    }

    /// The value of that number, to count its uses.
    pub(crate) fn value_mut(&mut self, number: u32) -> &mut Value {
        &mut self.values[number as usize]
    }

    /// The number of a raw value that is known as that kind of thing: as a secret, or as a slot.
    pub(crate) fn find(&self, kind: Kind, raw: &str) -> Option<u32> {
        let hash = self.key.hash(tag(kind), raw);
        self.by_raw
            .find(hash, |&number| {
                let value = self.value(number);
                value.raw.expose() == raw && tag(value.kind) == tag(kind)
            })
            .copied()
    }

    /// The number of a value that was learned.
    ///
    /// # Errors
    /// When it was not: the table was full.
    pub(crate) fn number_of(&self, kind: Kind, raw: &str) -> Result<u32, SanitizeError> {
        self.find(kind, raw).ok_or(SanitizeError::TableFull)
    }

    /// A hash of any text under the session key.
    pub(crate) fn hash_of(&self, text: &str) -> u64 {
        self.key.hash(0, text)
    }

    /// The number of the value, known from before or new, and whether it is replaced everywhere only from now on.
    ///
    /// # Errors
    /// When the table is full.
    pub(crate) fn learn(&mut self, new: &New<'_>) -> Result<(u32, bool), SanitizeError> {
        if let Some(number) = self.find(new.kind, new.raw) {
            let fresh = new.everywhere && !self.value(number).everywhere;
            if fresh {
                self.make_known(number);
            }
            return Ok((number, fresh));
        }
        if self.values.len() >= self.cap {
            return Err(SanitizeError::TableFull);
        }
        Ok((self.insert(new), new.everywhere))
    }

    fn insert(&mut self, new: &New<'_>) -> u32 {
        let number = self.values.len() as u32;
        let entity = match new.source.map(|source| self.value(source)) {
            Some(source) if source.kind == new.kind => source.entity,
            _ => self.entity_of(new.kind, new.raw),
        };
        self.entities[entity as usize].values.push(number);
        self.values.push(Value {
            raw: Secret::new(new.raw),
            kind: new.kind,
            rule: new.rule,
            entity,
            form: None,
            key: self.key.value_key(new.kind, new.raw),
            surrogate: None,
            uses: 0,
            first_seen: self.turn,
            origins: Vec::new(),
            source: new.source,
            everywhere: false,
            forgotten: false,
        });
        let (key, values) = (&self.key, &self.values);
        let hash_of = |&number: &u32| {
            let value = &values[number as usize];
            key.hash(tag(value.kind), value.raw.expose())
        };
        self.by_raw.insert_unique(hash_of(&number), number, hash_of);
        if new.everywhere {
            self.make_known(number);
        }
        number
    }

    fn make_known(&mut self, number: u32) {
        let value = &mut self.values[number as usize];
        value.everywhere = true;
        // A place is found by its components, in every spelling: `/x/loom` is no part of `/x/loom-old`.
        if value.kind.is_root() && spelling::is_path(value.raw.expose()) {
            return;
        }
        let (raw, kind) = (value.raw.expose(), value.kind);
        // What somebody named on purpose counts everywhere.
        match names::way(kind, raw).filter(|_| value.rule != Rule::Literal) {
            Some(how) => self.known.add_raw(raw, how, kind, number),
            None => self.known.add(raw, kind, Target::Raw(number)),
        };
        for form in names::forms(value.kind, value.rule, value.raw.expose()) {
            self.known.add_form(&form, number);
        }
        self.add_pieces(number);
    }

    /// Makes the pieces of a secret findable, once it has both: a surrogate, and reason to.
    fn add_pieces(&mut self, number: u32) {
        let value = &self.values[number as usize];
        let raw = value.raw.expose();
        let original = value.source.is_none() && value.everywhere && value.surrogate.is_some();
        if original && raw.len() >= fragment::MIN_FRAGMENT {
            let variable = fragment::variable(value.rule, raw);
            let from = variable.start.saturating_sub(2);
            self.grams.add(number, raw.as_bytes(), from, variable.end);
        }
    }

    /// Takes a value and its forms out of the index. A form that another value shares goes on standing for
    /// that one.
    fn unlink(&mut self, number: u32) {
        let value = &mut self.values[number as usize];
        value.everywhere = false;
        self.known.remove(value.raw.expose(), Target::Raw(number));
        let forms = names::forms(value.kind, value.rule, value.raw.expose());
        if forms.is_empty() {
            return;
        }
        for form in &forms {
            self.known.remove_form(form, number);
        }
        for (other, value) in self.values.iter().enumerate().filter(|(_, v)| v.everywhere) {
            for form in names::forms(value.kind, value.rule, value.raw.expose()) {
                self.known.add_form(&form, other as u32);
            }
        }
    }

    fn entity_of(&mut self, kind: Kind, raw: &str) -> u32 {
        let identity = identity(kind, raw, self.home.as_deref());
        let hash = self.key.hash(IDENTITIES, &identity);
        let fresh = self.entities.len() as u32;
        let entity = *self.by_identity.entry((kind, hash)).or_insert(fresh);
        if entity == fresh {
            self.entities.push(Entity {
                kind,
                ordinal: None,
                forms: 0,
                values: Vec::new(),
            });
        }
        entity
    }

    /// The handle of a structural value, issued now if it was not before.
    ///
    /// # Errors
    /// When all 9,999 ordinals of the kind are taken.
    pub(crate) fn issue(&mut self, number: u32) -> Result<Handle, SanitizeError> {
        let kind = self.value(number).kind;
        if self.naming == Naming::Keyed {
            let key = handle::key_of(&self.value(number).key);
            self.by_key.insert((kind, key), number);
            let number = Number::Key(key);
            return Ok(Handle { kind, number });
        }
        let entity = self.value(number).entity;
        let ordinal = self.ordinal_of(entity)?;
        let form = self.form_of(number);
        let number = Number::Ordinal(ordinal, form);
        Ok(Handle { kind, number })
    }

    fn ordinal_of(&mut self, entity: u32) -> Result<u32, SanitizeError> {
        let Entity { kind, ordinal, .. } = self.entities[entity as usize];
        if let Some(ordinal) = ordinal {
            return Ok(ordinal);
        }
        let next = &mut self.next[kind as usize];
        while self.by_ordinal.contains_key(&(kind, *next)) {
            *next += 1;
        }
        if *next > MAX_ORDINAL {
            return Err(SanitizeError::TableFull);
        }
        self.by_ordinal.insert((kind, *next), Some(entity));
        self.entities[entity as usize].ordinal = Some(*next);
        Ok(*next)
    }

    fn form_of(&mut self, number: u32) -> u16 {
        let value = self.value(number);
        let (kind, entity) = (value.kind, value.entity as usize);
        if let Some(form) = value.form {
            return form;
        }
        let ordinal = self.entities[entity].ordinal.unwrap_or_default();
        let forms = &mut self.entities[entity].forms;
        while self.reserved_forms.contains(&(kind, ordinal, *forms)) {
            *forms += 1;
        }
        *forms += 1;
        let form = *forms - 1;
        self.values[number as usize].form = Some(form);
        form
    }

    /// Takes slot-shaped text that was never issued: neither its ordinal nor its spelling will ever lead anywhere.
    pub(crate) fn reserve(&mut self, handle: Handle) {
        if let Number::Ordinal(ordinal, form) = handle.number {
            self.reserved_forms.insert((handle.kind, ordinal, form));
            self.by_ordinal
                .entry((handle.kind, ordinal))
                .or_insert(None);
        }
    }

    /// Whether that ordinal was taken by text of the user's side.
    pub(crate) fn is_reserved(&self, handle: Handle) -> bool {
        match handle.number {
            Number::Ordinal(ordinal, _) => {
                self.by_ordinal.get(&(handle.kind, ordinal)) == Some(&None)
            }
            Number::Key(_) => false,
        }
    }

    /// The value an issued handle stands for.
    pub(crate) fn by_handle(&self, handle: Handle) -> Option<u32> {
        let number = match handle.number {
            Number::Key(key) => *self.by_key.get(&(handle.kind, key))?,
            Number::Ordinal(ordinal, form) => {
                let entity = (*self.by_ordinal.get(&(handle.kind, ordinal))?)?;
                let values = &self.entities[entity as usize].values;
                *values
                    .iter()
                    .find(|&&number| self.value(number).form == Some(form))?
            }
        };
        (!self.value(number).forgotten).then_some(number)
    }

    /// The handle of a value, if it was issued.
    pub(crate) fn handle_of(&self, number: u32) -> Option<Handle> {
        let value = self.value(number);
        let kind = value.kind;
        if self.naming == Naming::Keyed {
            let key = handle::key_of(&value.key);
            let issued = self.by_key.contains_key(&(kind, key));
            let number = Number::Key(key);
            return issued.then_some(Handle { kind, number });
        }
        let ordinal = self.entities[value.entity as usize].ordinal?;
        let number = Number::Ordinal(ordinal, value.form?);
        Some(Handle { kind, number })
    }

    /// Gives a secret its surrogate and makes that findable.
    pub(crate) fn set_surrogate(&mut self, number: u32, surrogate: String) {
        self.known
            .add(&surrogate, Kind::Secret, Target::StandIn(number));
        self.values[number as usize].surrogate = Some(surrogate.into());
        let (key, values) = (&self.key, &self.values);
        let hash_of = |&number: &u32| {
            let surrogate = values[number as usize].surrogate.as_deref();
            key.hash(SURROGATES, surrogate.unwrap_or_default())
        };
        self.by_surrogate
            .insert_unique(hash_of(&number), number, hash_of);
        self.add_pieces(number);
    }

    /// Whether a text is a surrogate or a secret already.
    pub(crate) fn is_taken(&self, text: &str) -> bool {
        self.by_surrogate(text).is_some() || self.find(Kind::Secret, text).is_some()
    }

    /// The secret that exactly this surrogate stands for.
    pub(crate) fn by_surrogate(&self, text: &str) -> Option<u32> {
        let hash = self.key.hash(SURROGATES, text);
        self.by_surrogate
            .find(hash, |&number| {
                self.value(number).surrogate.as_deref() == Some(text)
            })
            .copied()
            .filter(|&number| !self.value(number).forgotten)
    }

    /// The surrogate whose first letter or digit stands at `at`, as a whole token.
    pub(crate) fn surrogate_at(&self, text: &str, at: usize) -> Option<(Span, u32)> {
        let mut hit = None;
        let word = block::word_at(text.as_bytes(), at);
        self.known.at(text, at, word, |first| {
            hit.get_or_insert(*first);
        });
        let hit: Hit = hit?;
        match hit.target {
            Target::StandIn(number) => {
                let glued = glued_in_ascii(text.as_bytes(), hit.span.start, hit.span.end);
                (!glued).then_some((hit.span, number))
            }
            Target::Raw(_) | Target::Derived(_) => None,
        }
    }

    /// How many secrets have a surrogate.
    pub(crate) fn surrogates(&self) -> usize {
        self.by_surrogate.len()
    }

    /// Whether any secret has a surrogate.
    pub(crate) fn has_surrogates(&self) -> bool {
        !self.by_surrogate.is_empty()
    }

    /// Whether the value was not forgotten.
    pub(crate) fn is_live(&self, number: u32) -> bool {
        !self.value(number).forgotten
    }

    /// The numbers of the secrets that have a surrogate.
    pub(crate) fn secrets(&self) -> impl Iterator<Item = u32> {
        self.by_surrogate.iter().copied()
    }

    /// Wipes a value. What was issued for it stays taken and leads nowhere.
    pub(crate) fn forget(&mut self, number: u32) {
        let hash = {
            let value = self.value(number);
            self.key.hash(tag(value.kind), value.raw.expose())
        };
        if let Ok(entry) = self.by_raw.find_entry(hash, |&other| other == number) {
            entry.remove();
        }
        self.unlink(number);
        let value = &mut self.values[number as usize];
        value.raw = Secret::new("");
        value.forgotten = true;
        value.origins.clear();
    }

    /// Remembers a place that a secret was seen at.
    pub(crate) fn add_origin(&mut self, number: u32, place: Place, text: &str) {
        let origins = &mut self.values[number as usize].origins;
        let same = |kept: &Secret| kept.expose().strip_prefix(place.tag()) == Some(text);
        if origins.len() < origins::MOST && text.len() <= 4096 && !origins.iter().any(same) {
            origins.push(Secret::new(&[place.tag(), text].concat()));
        }
    }

    /// Whether a value that is replaced everywhere, or a surrogate, begins with some end of `open`.
    pub(crate) fn begins_with_end_of(&self, open: &str) -> bool {
        let ends = open.char_indices().map(|(at, _)| &open.as_bytes()[at..]);
        let begins = |text: &str, end: &[u8]| {
            let start = text.as_bytes().get(..end.len());
            start.is_some_and(|start| start.eq_ignore_ascii_case(end))
        };
        let ends: Vec<&[u8]> = ends.filter(|end| end.len() >= 3).collect();
        self.values.iter().any(|value| {
            let surrogate = value.surrogate.as_deref().unwrap_or_default();
            let raw = value.raw.expose();
            let known = |end: &&[u8]| begins(raw, end) || begins(surrogate, end);
            value.everywhere && ends.iter().any(known)
        })
    }

    /// The name of a message behind those that `prefix` names.
    pub(crate) fn key_of_message(&self, prefix: u128, text: &str) -> u128 {
        self.key.message(prefix, text)
    }

    /// The numbers of the values that are not forgotten.
    pub(crate) fn live(&self) -> impl Iterator<Item = u32> {
        (0..self.values.len() as u32).filter(|&number| !self.value(number).forgotten)
    }

    /// The other issued spellings of the same entity.
    pub(crate) fn siblings(&self, number: u32) -> impl Iterator<Item = u32> {
        let entity = &self.entities[self.value(number).entity as usize];
        debug_assert_eq!(entity.kind, self.value(number).kind);
        entity
            .values
            .iter()
            .copied()
            .filter(move |&other| other != number && !self.value(other).forgotten)
    }

    /// The session key.
    pub(crate) fn raw_key(&self) -> &[u8; 32] {
        self.key.raw()
    }

    /// A public name of the session.
    pub(crate) fn id(&self) -> [u8; 16] {
        self.key.id()
    }

    /// Every value in its order, for a snapshot.
    pub(crate) fn records(&self) -> impl Iterator<Item = Record<'_>> {
        self.values.iter().map(|value| Record {
            raw: value.raw.expose(),
            kind: value.kind,
            rule: value.rule,
            everywhere: value.everywhere,
            forgotten: value.forgotten,
            source: value.source,
            ordinal: self.entities[value.entity as usize].ordinal,
            form: match self.naming {
                Naming::Ordinal => value.form,
                // A keyed handle has no spelling: this only tells that it was issued.
                Naming::Keyed => self.is_issued_by_key(value).then_some(0),
            },
            surrogate: value.surrogate.as_deref(),
            uses: value.uses,
            first_seen: value.first_seen,
            origins: value.origins.iter().map(Secret::expose).collect(),
        })
    }

    fn is_issued_by_key(&self, value: &Value) -> bool {
        let key = handle::key_of(&value.key);
        self.by_key.contains_key(&(value.kind, key))
    }

    /// Takes back what [`Table::records`] gave, in the same order; `None` if it makes no sense.
    pub(crate) fn load(&mut self, record: &Record<'_>) -> Option<()> {
        let source = record
            .source
            .filter(|source| !record.forgotten && *source < self.values.len() as u32);
        let number = self.insert(&New {
            raw: record.raw,
            kind: record.kind,
            rule: record.rule,
            everywhere: record.everywhere && !record.forgotten,
            source,
        });
        if let Some(surrogate) = record.surrogate {
            self.set_surrogate(number, surrogate.to_owned());
        }
        let value = &mut self.values[number as usize];
        value.form = record.form.filter(|_| self.naming == Naming::Ordinal);
        value.uses = record.uses;
        value.first_seen = record.first_seen;
        value.origins = record
            .origins
            .iter()
            .map(|origin| Secret::new(origin))
            .collect();
        let entity = value.entity;
        if record.form.is_some() && self.naming == Naming::Keyed {
            let key = handle::key_of(&self.value(number).key);
            self.by_key.insert((record.kind, key), number);
        }
        if let Some(ordinal) = record.ordinal {
            self.load_ordinal(entity, ordinal, record.form)?;
        }
        if record.forgotten {
            self.forget(number);
        }
        Some(())
    }

    fn load_ordinal(&mut self, entity: u32, ordinal: u32, form: Option<u16>) -> Option<()> {
        let kind = self.entities[entity as usize].kind;
        let owner = *self
            .by_ordinal
            .entry((kind, ordinal))
            .or_insert(Some(entity));
        // A forgotten value does not tell whose spelling it was: its ordinal stays with the first owner.
        if owner == Some(entity) {
            let entity = &mut self.entities[entity as usize];
            entity.ordinal = Some(ordinal);
            entity.forms = match form {
                Some(form) => entity.forms.max(form.checked_add(1)?),
                None => entity.forms,
            };
        }
        Some(())
    }

    /// Ordinals and spellings that were quoted before they were issued.
    pub(crate) fn reserved(&self) -> impl Iterator<Item = (Kind, u32, Option<u16>)> {
        let ordinals = self
            .by_ordinal
            .iter()
            .filter(|(_, entity)| entity.is_none());
        let ordinals = ordinals.map(|((kind, ordinal), _)| (*kind, *ordinal, None));
        let forms = self.reserved_forms.iter();
        ordinals.chain(forms.map(|(kind, ordinal, form)| (*kind, *ordinal, Some(*form))))
    }

    /// Takes back what [`Table::reserved`] gave.
    pub(crate) fn load_reserved(&mut self, kind: Kind, ordinal: u32, form: Option<u16>) {
        match form {
            Some(form) => {
                self.reserved_forms.insert((kind, ordinal, form));
            }
            None => {
                self.by_ordinal.entry((kind, ordinal)).or_insert(None);
            }
        }
    }
}

/// What two spellings of one thing have in common.
fn identity(kind: Kind, raw: &str, home: Option<&str>) -> String {
    match kind {
        Kind::RepoRoot | Kind::Home | Kind::Dir => spelling::canonical(raw, home),
        Kind::Secret | Kind::Branch | Kind::SensitiveDoc => raw.to_owned(),
        _ => raw.to_lowercase(),
    }
}
