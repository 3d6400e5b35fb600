/* A single model request outside any chat, returned as a whole: for menu actions. */
import { isCounted } from "#core/account/plans.ts";
import { modelAccess } from "#core/models/model-access.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { countTokens, refuseBeyondTokens } from "../data/accounts/plan-usage.ts";
import { placeOfDraft } from "../data/pseudonyms/pseudonym-lists.ts";
import type { Db } from "../db/database.ts";
import { secrecyAt } from "../models/secrecy.ts";
import type { Models } from "../models/index.ts";

export type AskServices = { models: Models; db: Db };
export type Asking = {
  /** What the request is about; null for text outside of drafts. */ draftId: string | null;
  instructions: string;
  text: string;
  maxCharacters: number;
  signal: AbortSignal;
};

const limitMs = 60_000;

/** Null if only the built-in editor is available: it is rule-based and called differently. */
export async function askOnce(
  { models, db }: AskServices,
  me: Person,
  chosen: string | undefined,
  asking: Asking,
): Promise<string | null> {
  const access = modelAccess(me);
  const found = await models.find(chosen ?? (await models.defaultModel(access)), access);
  if ("problem" in found) throw problem(found.problem.code, found.problem.detail);
  if (found.row.provider === "builtin") return null;
  if (isCounted(found.row.id)) await refuseBeyondTokens(me, db);
  const { draftId, instructions, text, maxCharacters, signal } = asking;
  const model = found.reach(secrecyAt(db, () => placeOfDraft(me, db, draftId)));
  const tooLong = new AbortController();
  let said = "";
  let used = { inputTokens: 0, outputTokens: 0 };
  const end = await model.ask(
    {
      model: found.row.providerModel,
      instructions,
      messages: [{ role: "user", parts: [{ type: "text", text }] }],
      tools: [],
      reasoningEffort: "off",
    },
    (event) => {
      if (event.kind === "text") said += event.text;
      if (event.kind === "usage") used = event;
      if (said.length > maxCharacters) tooLong.abort();
    },
    AbortSignal.any([signal, tooLong.signal, AbortSignal.timeout(limitMs)]),
  );
  await countTokens(me, db, { usage: used, model: found.row, about: draftId === null ? null : { draftId } });
  if (end.reason === "problem") throw problem(end.code, end.detail);
  if (end.reason === "length" || said.length > maxCharacters) throw problem("model-cut-off");
  return said.replaceAll(/<think>[\s\S]*?(?:<\/think>|$)/gu, "").trim();
}
