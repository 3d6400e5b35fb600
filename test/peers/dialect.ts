/* A scripted response, and what makes a peer a specific provider. */
/** `args` given as text is sent as is, valid or not. */
export type SaidCall = { name: string; args: unknown };

export type Said = {
  thinking?: string;
  text?: string;
  calls?: readonly SaidCall[];
  /** Ids that are unique within one answer only. */
  countsAnew?: boolean;
  /**
   * How it ends, if not normally. `overload`: the server fails mid-stream; `cut-call`: the token limit falls into the
   * last call.
   */
  ends?: "refusal" | "overload" | "cut-call";
  /** Responds with this status instead. */
  status?: number;
  retryAfter?: string;
};

export type Dialect = {
  model: string;
  settings(url: string): Record<string, string>;
  /** The events of an answer; the peer remembers what must be sent back. */
  events(said: Said, nth: number): object[];
  refusal(said: Said): object;
  /** Why the real provider would refuse this request. */
  mistakes(body: Record<string, unknown>): string[];
};

/** As a model writes: a few characters at a time. */
export function inPieces(text: string, size = 9): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

export function argsText({ args }: SaidCall): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}
