/* One question to a model outside of any chat, answered as a whole: for a menu's deed, not for a conversation. */
import { mayUseModel } from "#core/plans.ts";
import type { Person } from "#core/policy.ts";
import { problem } from "#core/problem.ts";
import type { Models } from "../models/index.ts";

export type Asking = { instructions: string; text: string; maxCharacters: number; signal: AbortSignal };

const limitMs = 60_000;

/** Null where only the built-in editor is there: it follows rules, and has to be asked in its own way. */
export async function askOnce(models: Models, me: Person, chosen: string | undefined, asking: Asking): Promise<string | null> {
  const found = await models.find(chosen ?? (await models.defaultModel(me.plan)));
  if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
  if (!mayUseModel(me.plan, found.row.id)) throw problem("model-not-in-plan");
  if (found.row.provider === "builtin") return null;
  const { instructions, text, maxCharacters, signal } = asking;
  const tooLong = new AbortController();
  let said = "";
  const end = await found.model.ask(
    {
      model: found.row.providerModel,
      instructions,
      messages: [{ role: "user", parts: [{ type: "text", text }] }],
      tools: [],
      reasoningEffort: "off",
    },
    (event) => {
      if (event.kind === "text") said += event.text;
      if (said.length > maxCharacters) tooLong.abort();
    },
    AbortSignal.any([signal, tooLong.signal, AbortSignal.timeout(limitMs)]),
  );
  if (end.reason === "problem") throw problem(end.code, end.detail);
  if (end.reason === "length" || said.length > maxCharacters) throw problem("model-cut-off");
  return said.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/gu, "").trim();
}
