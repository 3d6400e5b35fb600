/* What is recorded of an answer when its words go into a draft, with its model's name. */
import { anyModel } from "#core/models/model-access.ts";
import type { Person } from "#core/workspace/policy.ts";
import { findAnswerFacts, type AnswerFacts } from "#server/data/chats/answer-facts.ts";
import type { Stet } from "#server/stet.ts";

/** Null if there is no such answer, or this reader may not see it. */
export async function namedAnswerFacts(me: Person, { db, models }: Stet, messageId: string): Promise<AnswerFacts | null> {
  const facts = await findAnswerFacts(me, db, messageId);
  if (facts === null) return null;
  const found = await models.find(facts.model, anyModel);
  return { ...facts, model: "row" in found ? found.row.name : facts.model };
}
