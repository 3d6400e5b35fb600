/* What a peer is told to say, and what makes it a peer of one provider. */
/** `args` as text is sent as it is, valid or not. */
export type SaidCall = { name: string; args: unknown };

export type Said = {
  thinking?: string;
  text?: string;
  calls?: readonly SaidCall[];
  /** Ids that are unique in one answer only. */
  countsAnew?: boolean;
  /** How it ends, other than well. `overload`: the server breaks down in mid-stream; `cut-call`: the limit of tokens falls into the last call. */
  ends?: "refusal" | "overload" | "cut-call";
  /** Answered with a status instead. */
  status?: number;
  retryAfter?: string;
};

export type Dialect = {
  model: string;
  settings(url: string): Record<string, string>;
  /** The events of an answer; what has to come back is remembered. */
  events(said: Said, nth: number): object[];
  refusal(said: Said): object;
  /** Why the real one would refuse to be asked this. */
  mistakes(body: Record<string, unknown>): string[];
};

/** As a model writes: a few characters at a time. */
export function inPieces(text: string, size = 9): string[] {
  return Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
}

export function argsText({ args }: SaidCall): string {
  return typeof args === "string" ? args : JSON.stringify(args);
}
