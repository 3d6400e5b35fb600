/* Gemini's streamGenerateContent, following https://ai.google.dev/gemini-api/docs/thought-signatures: the first call
   of each step is signed, and must be sent back signed. */
import { argsText, inPieces, type Dialect, type Said } from "./dialect.ts";

type Part = {
  text?: string;
  functionCall?: Call;
  functionResponse?: { id?: string; name: string; response: unknown };
  thoughtSignature?: string;
};
type Call = { id?: string; name: string; args: unknown };
type Content = { role: string; parts: Part[] };

export function geminiPeer(): Dialect {
  const signatureOf = new Map<string, string>();

  function events(said: Said, nth: number): object[] {
    const parts: object[] = inPieces(said.thinking ?? "").map((text) => ({ text, thought: true }));
    parts.push(...inPieces(said.text ?? "").map((text) => ({ text })));
    const calls = said.calls ?? [];
    // Gemini's server parses the calls itself: an unparsable or incomplete one is never sent.
    const readable = calls.filter((call) => isObject(argsText(call))).slice(0, said.ends === "cut-call" ? -1 : undefined);
    for (const [i, call] of readable.entries()) {
      const id = said.countsAnew ? `call_${i}` : `g_${nth}_${i}`;
      if (i === 0 && !said.countsAnew) signatureOf.set(id, `sig-${nth}==`);
      const functionCall = { id, name: call.name, args: JSON.parse(argsText(call)) as unknown };
      parts.push({ functionCall, ...(i === 0 && { thoughtSignature: `sig-${nth}==` }) });
    }
    const pieces = parts.map((part) => ({ candidates: [{ content: { role: "model", parts: [part] } }] }));
    if (said.ends === "overload")
      return [...pieces, { error: { code: 503, status: "UNAVAILABLE", message: "The model is overloaded." } }];
    const isMalformed = readable.length < calls.length && said.ends === undefined;
    const finishReason =
      said.ends === "refusal"
        ? "SAFETY"
        : said.ends === "cut-call"
          ? "MAX_TOKENS"
          : isMalformed
            ? "MALFORMED_FUNCTION_CALL"
            : "STOP";
    const usageMetadata = { promptTokenCount: 50, candidatesTokenCount: 20 };
    return [...pieces, { candidates: [{ content: { role: "model", parts: [] }, finishReason }], usageMetadata }];
  }

  function mistakes(body: Record<string, unknown>): string[] {
    const wrong: string[] = [];
    const contents = body["contents"] as Content[];
    const turn = contents.findLastIndex(({ role, parts }) => role === "user" && parts.some(({ text }) => text !== undefined));
    for (const [i, { role, parts }] of contents.entries()) {
      if (parts.length === 0) wrong.push(`contents.${i}: parts must not be empty`);
      if (role !== "model") continue;
      const calls = parts.filter((part) => part.functionCall !== undefined);
      if (calls.length === 0) continue;
      const answers = (contents[i + 1]?.parts ?? []).flatMap((part) => part.functionResponse ?? []);
      if (
        answers.map(({ id, name }) => `${id} ${name}`).join() !==
        calls.map(({ functionCall: one }) => `${one!.id} ${one!.name}`).join()
      )
        wrong.push(`contents.${i}: the number of function response parts must equal that of function call parts`);
      for (const { functionCall } of calls)
        if (!isObject(JSON.stringify(functionCall!.args))) wrong.push(`contents.${i}: args is no object`);
      for (const { response } of answers)
        if (!isObject(JSON.stringify(response))) wrong.push(`contents.${i}: response is no object`);
      const first = calls[0]!;
      const expected = signatureOf.get(first.functionCall!.id ?? "");
      const isSigned = expected === undefined ? first.thoughtSignature?.startsWith("sig-") : first.thoughtSignature === expected;
      if (i > turn && !isSigned) wrong.push(`contents.${i}: Function call is missing a thought_signature`);
    }
    return wrong;
  }

  return {
    model: "gemini-3.8-flash",
    settings: (url) => ({ GOOGLE_API_KEY: "secret", GOOGLE_BASE_URL: url }),
    events,
    refusal: ({ status }) => ({
      error: { code: status, status: status === 429 ? "RESOURCE_EXHAUSTED" : "UNAVAILABLE", message: "Too much." },
    }),
    mistakes,
  };
}

function isObject(json: string): boolean {
  try {
    const value = JSON.parse(json) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  } catch {
    return false;
  }
}
