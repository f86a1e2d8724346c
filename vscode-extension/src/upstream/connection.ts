// What every wire format needs to know about the server it talks to.

export interface Connection {
  /** Its name, for messages. */
  readonly name: string;
  /** Base address, such as `https://api.openai.com/v1`. */
  readonly url: string;
  /** Model id, as the server knows it. */
  readonly model: string;
  /** Absent for servers that ask for none. */
  readonly key?: string | undefined;
  readonly maxOutputTokens: number;
  /** Milliseconds of silence after which the server counts as gone. */
  readonly patience: number;
}
