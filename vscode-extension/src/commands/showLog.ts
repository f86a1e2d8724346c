import type { App } from '../app.js';

export function showLog(app: App): void {
  app.log.show();
}
