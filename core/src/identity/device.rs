//! Hardware and networks that tell a place: MAC addresses, names of wireless networks.

use super::words;
use crate::anchor::Anchor;
use crate::contexts::label;
use crate::detect::Cx;
use crate::{Kind, Rank, Reach, Rule, Span, lexicon};

pub(crate) const ANCHORS: &[Anchor] = &[
    Anchor::exact("ether ", address),
    Anchor::word("HWaddr ", address),
    Anchor::exact("link/ether ", address),
    Anchor::word("lladdr ", address),
    Anchor::word("physical address", address),
    Anchor::word("mac address", address),
    Anchor::word("mac_address", address),
    Anchor::word("macaddress", address),
    Anchor::word("mac: ", address),
    Anchor::word("mac\"", address),
    Anchor::word("mac=", address),
    Anchor::word("bssid", address),
    Anchor::exact("at ", address),
    Anchor::word("hwaddr=", address),
    Anchor::word("ssid", network),
    Anchor::exact("Current Wi-Fi Network: ", network),
    Anchor::exact("Wi-Fi Network", network),
];

/// A MAC address within a few bytes behind the word.
fn address(cx: &mut Cx<'_>, at: usize) {
    let word = words::run(cx, at, 20, |b| {
        b.is_ascii_alphabetic() || matches!(b, b'_' | b'/' | b' ')
    })
    .end;
    let from = words::run(cx, word.max(at + 2), 32, |b| {
        matches!(b, b' ' | b'.' | b':' | b'=' | b'"' | b'\t')
    })
    .end;
    // The letters of the address may have been taken for the word.
    let from = if word > at && cx.byte(from) != 0 && starts_mid(cx, from) {
        words::run_back(cx, from, 2, |b| b.is_ascii_hexdigit()).start
    } else {
        from
    };
    let by_table = cx.at(at, b"at ");
    if let Some(span) = mac(cx, from).or_else(|| short(cx, at + 3).filter(|_| by_table)) {
        cx.structural(span, Kind::Device, Rule::Device, Reach::Session);
    }
}

fn starts_mid(cx: &Cx<'_>, at: usize) -> bool {
    cx.before(at).is_ascii_hexdigit()
}

/// Six pairs that stand alone, the colon behind the first at `at`: no time, no fingerprint.
#[inline]
pub(crate) fn pairs(cx: &mut Cx<'_>, at: usize) {
    if cx.byte(at + 3) == b':' && cx.byte(at + 6) == b':' && at >= 2 {
        alone(cx, at - 2);
    }
}

#[inline(never)]
fn alone(cx: &mut Cx<'_>, at: usize) {
    let glued = matches!(cx.before(at), b':' | b'-' | b'.' | b'_');
    if let Some(span) = mac(cx, at).filter(|_| !glued) {
        let text = span.of(cx.text).as_bytes();
        let letters = text.iter().any(u8::is_ascii_alphabetic);
        if letters {
            cx.structural(span, Kind::Device, Rule::Device, Reach::Session);
        }
    }
}

/// The address as the BSDs print it, without the zeros that lead: `0:1b:a9:3:44:55`.
fn short(cx: &Cx<'_>, at: usize) -> Option<Span> {
    let span = words::run(cx, at, 18, |b| b.is_ascii_hexdigit() || b == b':');
    let text = span.of(cx.text);
    let groups = text.split(':').count();
    let plain = text.split(':').all(|group| matches!(group.len(), 1 | 2));
    let letters = text.bytes().any(|b| b.is_ascii_alphabetic());
    (groups == 6 && plain && letters && text != "ff:ff:ff:ff:ff:ff").then_some(span)
}

/// Six pairs of hexadecimal digits at `at`; no broadcast, no documentation address.
fn mac(cx: &Cx<'_>, at: usize) -> Option<Span> {
    let separator = cx.byte(at + 2);
    if !matches!(separator, b':' | b'-') {
        return None;
    }
    let pairs = (0..6).all(|pair| {
        let from = at + 3 * pair;
        cx.byte(from).is_ascii_hexdigit()
            && cx.byte(from + 1).is_ascii_hexdigit()
            && (pair == 5 || cx.byte(from + 2) == separator)
    });
    let span = Span::new(at, at + 17);
    let ends = !cx.byte(span.end).is_ascii_alphanumeric() && cx.byte(span.end) != separator;
    if !pairs || !ends || cx.before(at).is_ascii_alphanumeric() {
        return None;
    }
    let text = span.of(cx.text).to_ascii_lowercase().replace('-', ":");
    // RFC 7042 (2.1.2) keeps 00:00:5e:00:53 for documents.
    let samples = [
        "ff:ff:ff:ff:ff:ff",
        "00:00:00:00:00:00",
        "aa:bb:cc:dd:ee:ff",
        "00:11:22:33:44:55",
    ];
    let nobody = samples.contains(&text.as_str())
        || [
            "00:00:5e:00:53:",
            "01:00:5e:",
            "33:33:",
            "02:42:",
            "de:ad:be:ef:",
        ]
        .iter()
        .any(|start| text.starts_with(start));
    (!nobody).then_some(span)
}

/// `SSID: Quarry Guest`, `ssid="..."`, `SSID 1 : x`, and `SSID "x" password "y"`, where no sign stands between.
fn network(cx: &mut Cx<'_>, at: usize) {
    if cx.before(at).is_ascii_alphanumeric() && !cx.at(at, b"SSID") {
        return;
    }
    let word = words::run(cx, at, 24, |b| {
        b.is_ascii_alphanumeric() || matches!(b, b'_' | b'-' | b' ')
    })
    .end;
    let quote = words::run(cx, word, 1, |b| b == b'"').end;
    let gap = words::run(cx, quote, 24, |b| matches!(b, b' ' | b'\t' | b'*')).end;
    if matches!(cx.byte(gap), b':' | b'=') && cx.byte(gap + 1) != b'=' {
        return named(cx, gap + 1, false);
    }
    let word = words::run(cx, at, 5, |b| b.is_ascii_alphabetic()).end;
    let spoken = cx.byte(word) == b' ' && word == at + 4;
    let cell = words::run(cx, word, 24, |b| matches!(b, b' ' | b'*')).end;
    match cx.byte(cell) {
        b'|' if spoken => named(cx, cell + 1, true),
        _ if spoken => named(cx, word, !matches!(cx.byte(word + 1), b'"' | b'\'')),
        _ => {}
    }
}

/// `WiFi: Quarry / x`, behind the sign that ends at `from`; and what a QR code holds: `WIFI:T:WPA;S:Quarry;P:x;;`.
pub(crate) fn wireless(cx: &mut Cx<'_>, from: usize) {
    let line = Span::new(from, cx.line_end(from).min(from + 159));
    let text = &cx.bytes[line.start..line.end.max(line.start)];
    let coded = text.starts_with(b"T:") || text.starts_with(b"S:");
    if !coded {
        return named(cx, from, true);
    }
    for (mark, kind) in [(&b"S:"[..], Kind::Device), (b"P:", Kind::Secret)] {
        let mut start = line.start;
        for field in text.split(|b| *b == b';') {
            let value = cx.between(start + 2, start + field.len());
            match kind {
                _ if !field.starts_with(mark) || value.is_empty() => {}
                Kind::Secret => cx.secret(value, Rank::Context, Rule::Statement),
                _ => cx.structural(value, kind, Rule::Device, Reach::Session),
            }
            start += field.len() + 1;
        }
    }
}

/// The name of a network that begins behind the blanks at `at`; some are names only beside a key.
fn named(cx: &mut Cx<'_>, at: usize, with_key: bool) {
    let from = words::run(cx, at, 8, |b| {
        matches!(b, b' ' | b'"' | b'\'' | b'`' | b'*' | b'\t')
    })
    .end;
    let quoted = matches!(cx.before(from), b'"' | b'\'' | b'`');
    let span = words::run(cx, from, 96, |b| {
        !matches!(
            b,
            b'"' | b'\''
                | b'`'
                | b'\n'
                | b'\r'
                | b'\t'
                | b','
                | b'<'
                | b'\\'
                | b';'
                | b'('
                | b'{'
                | b'|'
        )
    });
    let joint = [" / ", " - ", " \u{2013} ", " \u{2014} ", "  "];
    let text = span.of(cx.text);
    let end = joint.iter().filter_map(|joint| text.find(joint)).min();
    let span = Span::new(from, end.map_or(span.end, |end| from + end));
    let label = label::inside(cx, span, true).map_or(span.end, |(label, _)| label);
    let span = words::trim_end(cx, Span::new(from, label), b" -/:=");
    let key = label::behind(cx, span.end, true).or_else(|| beside(cx, span.end, with_key));
    let text = span.of(cx.text);
    let code = !quoted
        && key.is_none()
        && (cx.byte(span.end) != b'\n' && span.end < cx.bytes.len() || text.contains(['.', '$']));
    let plain = [
        "any",
        "none",
        "null",
        "off",
        "string",
        "ssid",
        "true",
        "false",
        "<redacted>",
    ];
    if text.len() >= 2
        && span.len() <= 32
        && !(code || with_key && key.is_none())
        && !plain.iter().any(|plain| plain.eq_ignore_ascii_case(text))
        && !text.contains('[')
    {
        // The label was looked for already.
        let rank = Rank::Structural;
        cx.push(span, Kind::Device, rank, Rule::Device, Reach::Session);
        if let Some(key) = key {
            cx.secret(key, Rank::Context, Rule::Statement);
        }
    }
}

/// The key of a network without a label, behind the slash after the name: eight characters at least (IEEE 802.11, J.4).
/// Where the name may be no network's (`wifi: driver / firmware-79`), the key must look chosen.
fn beside(cx: &Cx<'_>, end: usize, strict: bool) -> Option<Span> {
    let from = [&b" / "[..], b" | "]
        .into_iter()
        .find(|sign| cx.at(end, sign))?;
    let span = words::run(cx, end + from.len(), 64, |b| {
        b.is_ascii_graphic() && !matches!(b, b'"' | b'|')
    });
    let span = words::trim_end(cx, span, b".,;)");
    let text = span.of(cx.text).as_bytes();
    let ends = matches!(
        cx.byte(span.end),
        b'\n' | b'\r' | b'"' | b'.' | b',' | b')' | b' ' | 0
    );
    let drawn = text.iter().any(u8::is_ascii_digit) && text.iter().any(u8::is_ascii_alphabetic);
    let stem = text.len() - text.iter().rev().take_while(|b| b.is_ascii_digit()).count();
    let cases = text.iter().any(u8::is_ascii_uppercase) && text.iter().any(u8::is_ascii_lowercase);
    let chosen = !strict || cases && !lexicon::is_word(&text[..stem]);
    (text.len() >= 8 && drawn && chosen && ends).then_some(span)
}

#[cfg(test)]
mod tests {
    use crate::Kind::Device;
    use crate::testing::found;

    #[track_caller]
    fn devices(text: &str, want: &[&str]) {
        let devices = found(text).into_iter().filter(|(_, kind)| *kind == Device);
        assert_eq!(
            devices.map(|(part, _)| part).collect::<Vec<_>>(),
            want,
            "{text}"
        );
    }

    #[test]
    fn addresses_of_hardware() {
        for text in [
            "\tether 3c:22:fb:9a:71:0e \n",
            "    link/ether 3c:22:fb:9a:71:0e brd ff:ff:ff:ff:ff:ff",
            "HWaddr 3c:22:fb:9a:71:0e",
            "? (192.168.1.7) at 3c:22:fb:9a:71:0e on en0",
            "{\"mac\": \"3c:22:fb:9a:71:0e\"}",
            "192.168.1.7 dev eth0 lladdr 3c:22:fb:9a:71:0e REACHABLE",
            "BSSID: 3c:22:fb:9a:71:0e",
            "wlp2s0: authenticate with 3c:22:fb:9a:71:0e\n",
        ] {
            devices(text, &["3c:22:fb:9a:71:0e"]);
        }
        devices(
            "x.lan (192.168.1.7) at 0:1b:a9:3:44:55 on en0",
            &["0:1b:a9:3:44:55"],
        );
        devices(
            "Physical Address. . . . . . . . . : 3C-22-FB-9A-71-0E\n",
            &["3C-22-FB-9A-71-0E"],
        );
    }

    #[test]
    fn names_of_networks() {
        devices("     SSID: Loom Guest\n", &["Loom Guest"]);
        devices("ssid=\"Loom-5G\"", &["Loom-5G"]);
        devices("Current Wi-Fi Network: Loom-5G\n", &["Loom-5G"]);
        devices("    SSID                   : Loom-5G\n", &["Loom-5G"]);
    }

    #[test]
    fn networks_beside_their_keys() {
        for text in [
            "SSID: Loom-5G / PSK: amber-Otter-41",
            "ssid=Loom-5G psk=amber-Otter-41",
            "SSID \"Loom-5G\" password \"amber-Otter-41\"",
            "WiFi: Loom-5G / amber-Otter-41",
            "SSID: Loom-5G; WPA2 key: amber-Otter-41",
            "The guest network is SSID Loom-5G, PSK amber-Otter-41.",
            "- SSID: `Loom-5G`\n- Key: `amber-Otter-41`\n",
            "| SSID | Loom-5G |\n| PSK | amber-Otter-41 |\n",
            "  wpa-ssid Loom-5G\n  wpa-psk amber-Otter-41\n",
            "WIFI:T:WPA;S:Loom-5G;P:amber-Otter-41;;",
        ] {
            devices(text, &["Loom-5G"]);
            assert_eq!(crate::contexts::found(text), ["amber-Otter-41"], "{text}");
        }
        for text in [
            "wifi: intel-ax211 / iwlwifi-79",
            "Wi-Fi: Enabled / Connected2",
            "wlan: wlan0 / up / 300Mb",
            "ssid = cfg.ssid; password = cfg.password;",
        ] {
            devices(text, &[]);
            assert!(crate::contexts::found(text).is_empty(), "{text}");
        }
    }

    #[test]
    fn nothing_else() {
        for text in [
            "at 10:00:00",
            "MD5:3c:22:fb:9a:71:0e:3c:22:fb:9a:71:0e:3c:22:fb:9a",
            "took 00:01:02:03:04:05",
            "[fe80::3c:22:fb:9a:71:0e]:80",
            "at 1:2:3",
            "look at ab:cd",
            "ether 00:00:00:00:00:00",
            "ssid: string;",
            "ssid = config.ssid",
            "const ssid = getSsid();",
            "at ",
        ] {
            devices(text, &[]);
        }
    }
}
