// A model that says what it was sent, and keeps it.
const vscode = require('vscode');

exports.activate = (context) => {
  const seen = [];
  const provider = {
    provideLanguageModelChatInformation: () => [
      { id: 'parrot', name: 'Parrot', family: 'parrot', version: '1', maxInputTokens: 50_000, maxOutputTokens: 5000, capabilities: { toolCalling: true } },
    ],
    provideLanguageModelChatResponse: async (_model, messages, _options, progress) => {
      seen.push(JSON.stringify(messages));
      const last = messages.at(-1).content.map((part) => part.value ?? '').join('');
      for (const word of `You said: ${last}`.split(/(?= )/)) {
        progress.report(new vscode.LanguageModelTextPart(word));
      }
    },
    provideTokenCount: async () => 1,
  };
  context.subscriptions.push(vscode.lm.registerLanguageModelChatProvider('othervendor', provider));
  return { seen };
};
