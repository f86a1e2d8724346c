// A browser runs no commands.

export function runCommand(): undefined {
  return undefined;
}
