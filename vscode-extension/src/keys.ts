// API keys, in VS Code's secret storage. A key belongs to a server's address, not to its name: an upstream that is
// pointed elsewhere does not take the key along.

import type { SecretStorage } from 'vscode';

interface Server {
  readonly name: string;
  readonly url: string;
}

export class Keys {
  constructor(private readonly secrets: Pick<SecretStorage, 'get' | 'store' | 'delete'>) {}

  async get(server: Server): Promise<string | undefined> {
    return this.secrets.get(place(server));
  }

  async set(server: Server, key: string): Promise<void> {
    await this.secrets.store(place(server), key);
  }

  async remove(server: Server): Promise<void> {
    await this.secrets.delete(place(server));
  }
}

function place({ name, url }: Server): string {
  return `upstream:${name}:${new URL(url).origin}`;
}
