/** The last lines of a runner's output, as TAP has them; `cargo xtask test` adds them up. */
export function totals({ passed, failed, skipped = 0 }) {
  return `# pass ${passed}\n# fail ${failed}\n# skipped ${skipped}\n`;
}
