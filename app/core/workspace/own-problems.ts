/*
 * The problems a browser may have to name itself: what happens without an answer from Stet, and how a run ended, of
 * which it has the code. The sentences of all others come with the answer (problem.ts).
 */
/** The RFC 9457 fields Stet sends. `detail` may add to `title`, but never a secret. */
export type ProblemOf<Code extends string> = {
  type: "about:blank";
  code: Code;
  status: number;
  title: string;
  detail?: string;
  requestId?: string;
};

export const ownProblems = {
  "not-signed-in": [401, "Your session has ended. Sign in to continue; nothing you typed is lost."],
  "account-suspended": [403, "This account is suspended. Contact your administrator."],
  "not-found": [404, "This doesn’t exist, or you don’t have access to it."],
  "not-allowed": [403, "You don’t have permission to do this."],
  "took-too-long": [503, "This took longer than Stet allows. Try again in a moment; nothing you typed is lost."],
  "too-many-answers": [429, "Too many of your answers are being written at the same time. Wait until one has finished."],
  "too-many-requests": [429, "Too many attempts. Wait a moment and try again."],
  "chat-changed": [409, "This chat was changed in another tab. It has been reloaded; your text is still here."],
  "text-changed": [409, "This text was changed in another tab. It has been reloaded; please try again."],
  "draft-unreadable": [500, "This draft can’t be shown. It is stored unchanged; nothing has been overwritten."],
  "cannot-delete-chat": [500, "Failed to delete chat. Please try again."],
  "agent-limit": [409, "The agent has reached one of its limits."],
  "model-unknown": [400, "This model is not in the catalogue."],
  "model-not-allowed": [403, "This model may not be used in this organization. Choose another."],
  "model-not-in-plan": [403, "Your plan does not include this model."],
  "plan-used-up": [403, "You have reached a limit of your plan."],
  "model-not-configured": [409, "This model has no key yet."],
  "model-key-refused": [502, "The model’s provider refused the key. Check it in the settings."],
  "model-rate-limited": [429, "The model’s provider is limiting requests. Try again in a moment."],
  "model-overloaded": [503, "The model’s provider is overloaded or down. Try again in a moment."],
  "model-unreachable": [502, "The model’s server could not be reached. Check its address and that it is running."],
  "model-silent": [504, "The model stopped answering."],
  "model-cut-off": [502, "The connection to the model was lost."],
  "answer-too-long": [502, "The answer reached the maximum of a million characters and was stopped."],
  "answer-took-too-long": [504, "The answer took longer than 15 minutes and was stopped."],
  "model-event-too-long": [502, "The model’s server sent a message larger than Stet accepts."],
  "model-nonsense": [502, "The model’s server sent an invalid response."],
  "model-context-full": [
    400,
    "This chat is longer than the model can read. Choose a model with a larger window, or start a new chat.",
  ],
  "model-refused": [400, "The model’s provider refused the request."],
  "model-only-calls": [502, "The model kept calling tools without writing an answer. Ask again, or choose another model."],
  "model-filtered": [200, "The provider’s content filter stopped this answer."],
  "disk-full": [
    507,
    "This server’s disk is full. You can still read everything, but nothing can be saved until space is freed. Your text stays on this device.",
  ],
  "database-unavailable": [503, "The database is restarting. Try again in a moment; nothing you typed is lost."],
  "server-stopping": [503, "Stet is restarting. Try again in a moment."],
  "no-connection": [503, "Stet could not be reached. Check your connection and try again; nothing you typed is lost."],
  "too-busy": [503, "Stet is busy at the moment. Try again in a few seconds; nothing you typed is lost."],
  "something-went-wrong": [500, "Something went wrong. It has been noted; nothing you typed is lost."],
} as const satisfies Record<string, readonly [number, string]>;

export type OwnCode = keyof typeof ownProblems;

export function ownProblem<Code extends OwnCode>(code: Code): ProblemOf<Code> {
  const [status, title] = ownProblems[code];
  return { type: "about:blank", code, status, title };
}

/** The sentence for a code; undefined if only Stet's answer has it. */
export function ownSentence(code: string | undefined): string | undefined {
  return code !== undefined && Object.hasOwn(ownProblems, code) ? ownProblems[code as OwnCode][1] : undefined;
}

/** Stet's own answer, and not one of a proxy on the way. */
export function isProblem<Code extends string>(value: unknown): value is ProblemOf<Code> {
  const { code, status, title } = (value ?? {}) as Partial<Record<string, unknown>>;
  return typeof code === "string" && typeof status === "number" && typeof title === "string";
}

/** To throw, like `problem`. */
export function problemResponse(body: ProblemOf<string>): Response {
  return new Response(JSON.stringify(body), { status: body.status, headers: { "content-type": "application/json" } });
}
