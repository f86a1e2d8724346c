// JSON objects in the text of models.

/** The object that `json` is; nothing if it does not parse, or is something else. */
export function parseObject(json: string): object | undefined {
  try {
    const value: unknown = JSON.parse(json);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}
