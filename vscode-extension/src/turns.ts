// One shape for a conversation, between VS Code's parts and the three wire formats. Plain data: nothing here has
// been checked or hidden by itself; `outbound.ts` makes what may leave.

export type Role = 'system' | 'user' | 'assistant';

export interface TextPart {
  readonly type: 'text';
  readonly text: string;
}

export interface ImagePart {
  readonly type: 'image';
  readonly mime: string;
  readonly data: Uint8Array;
}

export interface ToolCallPart {
  readonly type: 'tool-call';
  readonly id: string;
  readonly name: string;
  /** A JSON object as text. */
  readonly args: string;
}

export interface ToolResultPart {
  readonly type: 'tool-result';
  readonly id: string;
  readonly text: string;
  readonly images: readonly ImagePart[];
  readonly isError?: boolean;
}

export type Part = TextPart | ImagePart | ToolCallPart | ToolResultPart;

export interface Turn {
  readonly role: Role;
  readonly parts: readonly Part[];
}

export interface Tool {
  readonly name: string;
  readonly description: string;
  /** JSON schema of the arguments. */
  readonly schema: object;
}

export interface ModelRequest {
  readonly turns: readonly Turn[];
  readonly tools: readonly Tool[];
  /** Whether the model must call a tool. */
  readonly toolRequired: boolean;
  /** Temperature and the like: numbers and switches only, so no text rides along. */
  readonly options: Readonly<Record<string, number | boolean>>;
}

/** What a model streams, whatever wire it came over. */
export type ModelEvent =
  | { readonly type: 'text'; readonly text: string }
  /** A call whose arguments are complete, though not necessarily valid JSON. */
  | { readonly type: 'tool-call'; readonly id: string; readonly name: string; readonly args: string };

/** A model that can be asked. */
export interface Upstream {
  /** The request in this server's format: plain data, in which nothing is hidden yet. */
  body(request: ModelRequest): object;
  /**
   * Sends a body, as JSON text, which leaves the machine as it is.
   *
   * @throws {UpstreamError} with a message that says what to do next.
   */
  stream(body: string, signal: AbortSignal): AsyncIterable<ModelEvent>;
}
