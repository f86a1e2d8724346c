// Entry point: what is registered, and the table of commands. Nothing is compiled or opened before it is used.

import * as l10n from '@vscode/l10n';
import * as vscode from 'vscode';
import { App } from './app.js';
import { addUpstream } from './commands/addUpstream.js';
import { checkProtection } from './commands/checkProtection.js';
import { copySanitized, pasteRebound } from './commands/clipboard.js';
import { alwaysProtect, neverProtect } from './commands/decide.js';
import { newSession } from './commands/newSession.js';
import { openSample } from './commands/openSample.js';
import { pause, resume } from './commands/pause.js';
import { previewActive, previewClipboard } from './commands/preview.js';
import { removeUpstream } from './commands/removeUpstream.js';
import { setApiKey } from './commands/setApiKey.js';
import { showLog } from './commands/showLog.js';
import { showMenu } from './commands/showMenu.js';
import { copyStandIn, explainSlot, filterSlots, forgetSlot, revealSlot } from './commands/slots.js';
import { attachCapture, copyLastOutput, openCapture } from './commands/terminal.js';
import { testUpstream } from './commands/testUpstream.js';
import { environment } from './environment.js';
import { type Config, openGuard, type Sealed } from './guard.js';
import { Keys } from './keys.js';
import { localLinks } from './localLinks.js';
import { Log } from './log.js';
import { Models } from './models.js';
import { owner } from './owner.js';
import { participant } from './participant.js';
import { registerPreviews } from './previews.js';
import { SlotGuardProvider } from './provider.js';
import { Sessions } from './sessions.js';
import { Snapshots } from './snapshots.js';
import { readSettings, type Settings } from './settings.js';
import { statusBar } from './status.js';
import { filesIn } from './storage.js';
import { registerTools } from './tools/index.js';
import { VENDOR, VendorModels } from './vendors.js';

const COMMANDS: Record<string, (app: App, ...args: unknown[]) => unknown> = {
  'slotguard.addUpstream': addUpstream,
  'slotguard.removeUpstream': removeUpstream,
  'slotguard.testUpstream': testUpstream,
  'slotguard.setApiKey': setApiKey,
  'slotguard.checkProtection': checkProtection,
  'slotguard.newSession': newSession,
  'slotguard.pause': pause,
  'slotguard.resume': resume,
  'slotguard.showMenu': showMenu,
  'slotguard.showLog': showLog,
  'slotguard.previewActive': previewActive,
  'slotguard.previewClipboard': previewClipboard,
  'slotguard.copySanitized': copySanitized,
  'slotguard.pasteRebound': pasteRebound,
  'slotguard.toggleHighlights': (app) => app.highlights.toggle(),
  'slotguard.neverProtect': neverProtect,
  'slotguard.alwaysProtect': alwaysProtect,
  'slotguard.revealSlot': revealSlot,
  'slotguard.copyStandIn': copyStandIn,
  'slotguard.forgetSlot': forgetSlot,
  'slotguard.explainSlot': explainSlot,
  'slotguard.filterSlots': filterSlots,
  'slotguard.openSample': openSample,
  'slotguard.copyLastOutput': copyLastOutput,
  'slotguard.openCapture': openCapture,
  'slotguard.attachCapture': attachCapture,
};

/** What is running, for `deactivate` alone. */
let running: App | undefined;

export async function deactivate(): Promise<void> {
  await running?.sessions.close();
}

export function activate(context: vscode.ExtensionContext): void {
  const started = performance.now();
  // For the files that know nothing of VS Code.
  l10n.config({ contents: vscode.l10n.bundle ?? {} });
  const channel = vscode.window.createOutputChannel('SlotGuard', { log: true });
  const vendors = new VendorModels();
  const app = newApp(context, new Log(channel), vendors);
  running = app;
  const provider = new SlotGuardProvider(app);
  context.subscriptions.push(
    channel,
    vendors,
    app,
    provider,
    statusBar(app),
    participant(app),
    registerTools(app),
    registerPreviews(app.previews),
    vscode.lm.registerLanguageModelChatProvider(VENDOR, provider),
    vscode.workspace.onDidChangeConfiguration((event) => settingsChanged(event, app, provider)),
    vscode.workspace.onDidChangeWorkspaceFolders(() => app.reconfigured()),
    vendors.onDidChange(() => provider.changed()),
    ...Object.entries(COMMANDS).map(([id, run]) => vscode.commands.registerCommand(id, (...args) => run(app, ...args))),
  );
  void vendors.refresh();
  app.log.write({ event: 'activated', ms: performance.now() - started });
}

function newApp(context: vscode.ExtensionContext, log: Log, vendors: VendorModels): App {
  const keys = new Keys(context.secrets);
  let current: Settings | undefined;
  context.subscriptions.push(vscode.workspace.onDidChangeConfiguration(() => (current = undefined)));
  const settings = () => (current ??= loadSettings(log));
  const read = (name: string) => vscode.workspace.fs.readFile(vscode.Uri.joinPath(context.extensionUri, 'dist', name));
  const open = async (config: Config, sealed?: Sealed) => {
    const guard = await openGuard(config, { read, links: localLinks }, sealed);
    if (sealed) {
      app.restored(guard);
    }
    return guard;
  };
  const folders = () => (vscode.workspace.workspaceFolders ?? []).map(({ uri }) => uri.fsPath);
  const sessions = new Sessions({ settings, folders, environment, open, log, snapshots: snapshotsOf(context) });
  const app = new App({ context, log, keys, settings, sessions, models: new Models(settings, keys, vendors) });
  return app;
}

/** Where there is a folder, and a way to tell whether another window on it is still there. */
function snapshotsOf({ storageUri, secrets }: vscode.ExtensionContext): Snapshots | undefined {
  const who = owner();
  return who && storageUri ? new Snapshots(filesIn(storageUri), secrets, who) : undefined;
}

function loadSettings(log: Log): Settings {
  const configuration = vscode.workspace.getConfiguration('slotguard');
  const settings = readSettings((key) => configuration.inspect(key));
  for (const setting of settings.ignored) {
    log.write({ event: 'setting-ignored', setting });
  }
  return settings;
}

function settingsChanged(event: vscode.ConfigurationChangeEvent, app: App, provider: SlotGuardProvider): void {
  if (!event.affectsConfiguration('slotguard')) {
    return;
  }
  provider.changed();
  app.reconfigured();
}
