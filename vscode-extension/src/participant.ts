// `@slotguard` in the chat: the model the user chose, through the boundary, and commands that show what it does.

import * as vscode from 'vscode';
import type { App } from './app.js';
import { ask } from './ask.js';
import { chatHistory } from './history.js';
import type { Kind } from './guard.js';
import { kindName } from './kinds.js';
import type { Model } from './models.js';
import type { Protected } from './outbound.js';
import { refusedText, withSignal } from './provider.js';
import { readReferences } from './references.js';
import { Refusals } from './refusals.js';
import type { ModelRequest, Turn } from './turns.js';
import { VENDOR, vendorUpstream } from './vendors.js';

type Handler = (app: App, request: vscode.ChatRequest, context: vscode.ChatContext, stream: vscode.ChatResponseStream, token: vscode.CancellationToken) => Promise<void>;

const HANDLERS: Record<string, Handler> = { preview, slots, explain };

export function participant(app: App): vscode.Disposable {
  const made = vscode.chat.createChatParticipant('slotguard.chat', async (request, context, stream, token) => {
    const handle = HANDLERS[request.command ?? ''] ?? answer;
    try {
      await handle(app, request, context, stream, token);
      return {};
    } catch (error) {
      return { errorDetails: { message: error instanceof Error ? error.message : vscode.l10n.t('SlotGuard failed, and nothing was sent.') } };
    }
  });
  made.iconPath = new vscode.ThemeIcon('shield');
  made.followupProvider = {
    provideFollowups: () => [
      { prompt: '', command: 'slots', label: vscode.l10n.t('What is hidden?') },
    ],
  };
  return made;
}

const answer: Handler = async (app, request, context, stream, token) => {
  const refusals = new Refusals();
  let sent: Protected | undefined;
  const asked = { model: chosen(app, request.model), request: await toModelRequest(request, context), refusals };
  await withSignal(token, async (signal) => {
    for await (const event of ask(app, { ...asked, signal, onSend: (what) => (sent = what) })) {
      if (event.type !== 'tool-call') {
        stream.markdown(event.type === 'text' ? event.text : refusedText(event));
      }
    }
  });
  if (sent && sent.standIns.size > 0) {
    // A button rather than words: words would be sent to the model with the next turn.
    stream.button({ command: 'slotguard.slots.focus', title: summary(sent.standIns) });
  }
};

/** What would leave, and why; nothing is sent. */
async function preview(app: App, request: vscode.ChatRequest, context: vscode.ChatContext, stream: vscode.ChatResponseStream): Promise<void> {
  const guard = await app.sessions.current();
  const last = (await toModelRequest(request, context)).turns.at(-1)?.parts ?? [];
  const words = last.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n\n');
  const { text, hits } = guard.sanitize(words, 'tool');
  const standIns = new Map(hits.map(({ standIn, kind }) => [standIn, kind]));
  stream.markdown(`${vscode.l10n.t('This would leave, and nothing was sent:')}\n\n${fence(text)}\n\n`);
  if (standIns.size === 0) {
    stream.markdown(vscode.l10n.t('Nothing in it had to be hidden.'));
    return;
  }
  // The chat is too narrow for a table.
  stream.markdown([...standIns].map(([standIn, kind]) => `- \`${standIn}\` ${kindName(kind)}, ${vscode.l10n.t('rule {0}', guard.explain(standIn)?.rule ?? '')}`).join('\n'));
}

async function slots(app: App, _request: vscode.ChatRequest, _context: vscode.ChatContext, stream: vscode.ChatResponseStream): Promise<void> {
  const all = (await app.sessions.current()).slots().filter(({ uses }) => uses > 0);
  if (all.length === 0) {
    stream.markdown(vscode.l10n.t('Nothing has been hidden in this session yet.'));
    return;
  }
  stream.markdown(all.map(({ standIn, kind, rule, uses }) => `- \`${standIn}\` ${kindName(kind)}, ${vscode.l10n.t('rule {0}, used {1}×', rule, uses)}`).join('\n'));
}

async function explain(app: App, request: vscode.ChatRequest, _context: vscode.ChatContext, stream: vscode.ChatResponseStream): Promise<void> {
  const standIn = request.prompt.trim();
  const reasons = standIn === '' ? undefined : (await app.sessions.current()).explain(standIn);
  if (!reasons) {
    stream.markdown(vscode.l10n.t('Name a stand-in of this session, such as `@slotguard /explain [EMAIL_1]`.'));
    return;
  }
  stream.markdown(`\`${standIn}\`: **${kindName(reasons.kind)}**\n\n${reasons.chain.map((line) => `- ${line}`).join('\n')}`);
}

/** The model of the picker: one of ours as it is, another vendor's behind the boundary. */
function chosen(app: App, model: vscode.LanguageModelChat): Pick<Model, 'route' | 'images' | 'connect'> {
  const ours = model.vendor === VENDOR ? app.models.byId(model.id) : undefined;
  return ours ?? { route: 'vendor', images: false, connect: () => Promise.resolve(vendorUpstream(model)) };
}

async function toModelRequest(request: vscode.ChatRequest, context: vscode.ChatContext): Promise<ModelRequest> {
  const attached = await readReferences(request.references);
  const last: Turn = { role: 'user', parts: [{ type: 'text', text: request.prompt }, ...attached] };
  return { turns: [...chatHistory(context), last], tools: [], toolRequired: false, options: {} };
}

/** "Hidden on the way out: e-mail addresses (2), workspace roots (1)" */
export function summary(standIns: ReadonlyMap<string, Kind>): string {
  const counts = new Map<Kind, number>();
  for (const kind of standIns.values()) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return vscode.l10n.t('Hidden on the way out: {0}', [...counts].map(([kind, count]) => `${kindName(kind)} (${count})`).join(', '));
}

function fence(text: string): string {
  return `~~~text\n${text.replaceAll('~~~', '~ ~ ~')}\n~~~`;
}
