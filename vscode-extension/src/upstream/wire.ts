// Reading JSON that a server sent: any shape is possible, so nothing is assumed.

export type Json = unknown;

/** `value[key]`, or nothing. */
export function at(value: Json, ...path: readonly (string | number)[]): Json {
  let here = value;
  for (const key of path) {
    if (typeof here !== 'object' || here === null) {
      return undefined;
    }
    here = (here as Record<string | number, unknown>)[key];
  }
  return here;
}

/** A string, or an empty one. */
export function text(value: Json): string {
  return typeof value === 'string' ? value : '';
}

export function list(value: Json): readonly Json[] {
  return Array.isArray(value) ? value : [];
}

/** A data URL, the form in which two of the three wire formats take pictures. */
export function dataUrl(mime: string, data: Uint8Array): string {
  return `data:${mime};base64,${base64(data)}`;
}

/** In pieces, since a call takes a limited number of arguments. */
export function base64(data: Uint8Array): string {
  let binary = '';
  for (let from = 0; from < data.length; from += 0x8000) {
    binary += String.fromCharCode(...data.subarray(from, from + 0x8000));
  }
  return btoa(binary);
}

/** The address of `path` below a base that may or may not name it already. */
export function endpoint(base: string, path: string): string {
  const trimmed = base.replace(/\/+$/, '');
  return trimmed.endsWith(path) ? trimmed : trimmed + path;
}

/** `body` with the model's name, which the user gave for this very server: it is not looked into. */
export function withModel(model: string, body: string): string {
  return `{"model":${JSON.stringify(model)},${body.slice(1)}`;
}
