// Who owns a sealed session: the process of this extension host. The build for the browser has `owner.web.ts` in this
// place.

export interface Owner {
  /** Digits. */
  readonly name: string;
  /** Whether the owner of that name is still there. When in doubt it is: a session has one owner. */
  isAlive(name: string): Promise<boolean>;
  /** Runs `work` while no other window does the like, where moving a file would not make sure of that by itself. */
  alone<T>(work: () => Promise<T>): Promise<T>;
}

export function owner(): Owner | undefined {
  return { name: String(process.pid), isAlive: (name) => Promise.resolve(isRunning(Number(name))), alone: (work) => work() };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
