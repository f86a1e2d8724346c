// The core's corpora through the npm package. `cargo xtask test` builds the package and names its place in
// SLOTGUARD_NPM.
//
// `sanitize.jsonl` is run in the terms of its own header, `rebind.jsonl` in those of core/tests/rebind.rs.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { test } from "node:test";

const require = createRequire(import.meta.url);
const { Session, rules, echo } = require(join(process.env.SLOTGUARD_NPM, "slotguard.js"));
const names = rules();

function cases(file) {
  const corpus = readFileSync(new URL(`../../core/testdata/${file}`, import.meta.url), "utf8");
  const lines = corpus.split("\n").filter((line) => line.trim() !== "" && !line.startsWith("//"));
  return lines.map((line) => JSON.parse(line.replaceAll("{{10K}}", "a/".repeat(5200))));
}

/** `SENSITIVE_DOC` in corpora is `sensitive-doc` in the contract. */
const kind = (name) => name.toLowerCase().replaceAll("_", "-");

/** Offsets are bytes of UTF-8. */
function named(safe) {
  const bytes = Buffer.from(safe.text);
  let out = "";
  let at = 0;
  for (const one of safe.replacements.filter((one) => one.kind === "secret")) {
    out += bytes.toString("utf8", at, one.output.start) + `{{${names[one.rule]}}}`;
    at = one.output.end;
  }
  return out + bytes.toString("utf8", at);
}

function config(from) {
  const { roots, literals, disabled, custom_rules: customRules, ...rest } = from;
  const rule = (rule) => ({ ...rule, kind: kind(rule.type), type: undefined });
  return {
    ...rest,
    roots: (roots ?? []).map((root) => root.path ?? root),
    literals: (literals ?? []).map((one) => ({ value: one.value ?? one[0], kind: kind(one.type ?? one[1]) })),
    disabled: (disabled ?? []).map(kind),
    customRules: (customRules ?? []).map((one) => ({ name: one.name, pattern: one.pattern, kind: kind(one.type) })),
  };
}

test("every turn comes out as the corpus says", () => {
  let session;
  for (const one of cases("sanitize.jsonl")) {
    if (one.session !== undefined) {
      session = Session.open(config(one.config));
      continue;
    }
    const turn = one.turn.replaceAll("¦", "");
    const safe = session.sanitize(turn, "tool");
    assert.equal(named(safe), one.want, turn);
    assert.equal(session.sanitizeBytes(Buffer.from(safe.text), "tool").text, safe.text, `twice: ${turn}`);
  }
});

class Fixture {
  constructor(from) {
    this.session = Session.open(config(from.config));
    for (const [tool, schema] of Object.entries(from.tools ?? {})) {
      this.session.describeTool(tool, JSON.stringify(schema));
    }
    const secrets = Object.entries(from.secrets ?? {});
    for (const [, value] of secrets) this.session.protect(value, "secret");
    for (const turn of from.turns ?? []) {
      this.session.sanitize(turn.text, turn.origin === "user" ? "user" : "tool", { file: turn.file });
    }
    if (from.policy !== undefined) this.session.setPolicy(JSON.stringify(from.policy));
    this.surrogates = this.session.slots().flatMap(({ standIn }) => {
      const raw = this.session.reveal(standIn);
      return secrets.filter(([, value]) => value === raw).map(([name]) => [name, standIn]);
    });
  }

  fill(text) {
    return this.surrogates.reduce(
      (text, [name, surrogate]) =>
        text
          .replaceAll(`{{${name}}}`, surrogate)
          .replaceAll(`{{${name}:head}}`, surrogate.slice(0, 10))
          .replaceAll(`{{${name}:upper}}`, surrogate.toUpperCase()),
      text,
    );
  }

  input(one) {
    if (one.tool !== undefined) return ["tool", this.fill(JSON.stringify(one.args))];
    if (one.argv !== undefined) return ["argv", this.fill(JSON.stringify(one.argv))];
    const field = ["path", "write", "command", "powershell", "cmd", "display"].find((field) => field in one);
    return [field, this.fill(one[field])];
  }

  run(one) {
    const [field, text] = this.input(one);
    const session = this.session;
    switch (field) {
      case "tool":
        return session.rebindToolCall(one.tool, text).args;
      case "argv":
        return JSON.stringify(session.rebindArgv(JSON.parse(text)).argv);
      case "path":
        return session.rebindPath(text, "read").text;
      case "write":
        return session.rebindPath(text, "write").text;
      case "command":
        return session.rebindCommand(text, "posix").text;
      case "powershell":
        return session.rebindCommand(text, "power-shell").text;
      case "cmd":
        return session.rebindCommand(text, "cmd").text;
      default:
        return session.rebindDisplay(text).text;
    }
  }
}

/** Objects by value, other text as it is. */
function comparable(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

test("every answer is rebound or refused as the corpus says", () => {
  const fixtures = new Map();
  for (const one of cases("rebind.jsonl")) {
    if (one.session !== undefined) {
      fixtures.set(one.session, new Fixture(one));
      continue;
    }
    const fixture = fixtures.get(one.in ?? "plain");
    const label = JSON.stringify(one).slice(0, 300);
    if (one.refused !== undefined) {
      assert.throws(() => fixture.run(one), (error) => error.payload?.kind === one.refused, label);
      continue;
    }
    const want = one.same ? fixture.input(one)[1] : fixture.fill(typeof one.want === "string" ? one.want : JSON.stringify(one.want));
    assert.deepEqual(comparable(fixture.run(one)), comparable(want), label);
  }
});

test("failures carry their record, arguments are checked", () => {
  assert.throws(() => Session.open({ roots: ["zoe/quarry"] }), (error) => error.payload.field.startsWith("roots[0]"));
  assert.throws(() => Session.open({ rootz: [] }), TypeError);
  const session = Session.open({ limits: { values: 10, text: 8 } });
  assert.throws(() => session.sanitize("more than eight", "tool"), (error) => error.payload === "too-long");
  assert.throws(() => session.sanitize("x", "nobody"), TypeError);
  assert.equal(session.sanitizeBytes(Uint8Array.of(0x61, 0xff), "tool").text, "a\u{fffd}");
  assert.equal(echo("to and fro ☕"), "to and fro ☕");
});

test("a history that is resent is replayed", () => {
  const session = Session.open({ onStale: "keep" });
  const message = (content) => ({ role: "user", content });
  const send = (...contents) => session.sanitizeJson(JSON.stringify({ messages: contents.map(message) })).text;
  const names = "origin git@git.tern.internal:kestrel/x.git (fetch)";
  send("by kestrel");
  assert.ok(send("by kestrel", names).includes("by kestrel"));
  assert.deepEqual(session.stale(), [{ standIn: "[ORG_1]", kind: "org", message: 0 }]);
});

test("requests, streams, snapshots and policies", () => {
  const session = Session.open({ roots: ["/home/zoe/quarry"], user: "zoe" });
  assert.equal(session.sanitizeJson('{"content":"hi zoe"}').text, '{"content":"hi [USER_1]"}');
  assert.throws(() => session.sanitizeJson("{"), (error) => error.payload === "not-json");
  assert.equal(session.rebindJson('{"content":"hi [USER_1]"}').text, '{"content":"hi zoe"}');

  const out = session.sanitizeStream("tool");
  assert.equal(out.push(Buffer.from("user zo")) + out.push(Buffer.from("e\n")) + out.finish(), "user [USER_1]\n");
  const shown = session.rebindStream("json-string");
  assert.equal(shown.push("\\u005bUS").text + shown.push("ER_1]").text + shown.flush().text + shown.finish().text, "zoe");
  assert.throws(() => shown.push("x"));

  const key = new Uint8Array(32).fill(9);
  const { bytes, counter } = session.snapshot(key);
  const moved = Session.restore({}, key, bytes, counter);
  assert.equal(moved.rebindPath("[REPO_ROOT_1]/a.rs", "read").text, "/home/zoe/quarry/a.rs");
  assert.throws(() => Session.restore({}, key, bytes, counter + 1n), (error) => error.payload.tag === "rolled-back");
  assert.throws(() => session.snapshot(key.subarray(1)), (error) => error.payload.tag === "key-length");

  moved.setPolicy('{"version":1,"rules":[{"tool":"Read","type":"REPO_ROOT","action":"ask"}]}');
  const call = () => moved.rebindToolCall("Read", '{"file_path":"[REPO_ROOT_1]/a.rs"}');
  let question;
  assert.throws(call, (error) => (question = error.payload.ask) !== undefined);
  moved.confirm([question]);
  assert.ok(call().args.includes("/home/zoe/quarry/a.rs"));
});
