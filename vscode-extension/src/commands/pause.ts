import type { App } from '../app.js';

/** Paused is closed: models of SlotGuard's send nothing until it is resumed. */
export function pause(app: App): void {
  app.stats.isPaused = true;
  app.changed();
}

export function resume(app: App): void {
  app.stats.isPaused = false;
  app.changed();
}
