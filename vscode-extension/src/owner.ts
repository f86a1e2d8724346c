// Who owns a sealed session: the process of this extension host. The build for the browser has `owner.web.ts` in this
// place.

export interface Owner {
  /** Digits. */
  readonly name: string;
  /** Whether the owner of that name is still there. When in doubt it is: a session has one owner. */
  isAlive(name: string): boolean;
}

export function owner(): Owner | undefined {
  return { name: String(process.pid), isAlive: (name) => isRunning(Number(name)) };
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH');
  }
}
