/*
 * POST /api/playground: the same as POST /v1/chat/completions, for an organization's member with a session instead of
 * a program with a key. It counts toward the organization's API usage.
 */
import { Hono } from "hono";
import { completionRequestSchema } from "#core/models/completion.ts";
import { mayMake } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Stet } from "#server/stet.ts";
import { answerCompletion } from "./completion-answer.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { createRateLimit } from "./v1/key.ts";
import { noteUse, recordUse } from "./v1/noted-use.ts";

export function playground(stet: Stet) {
  const limit = createRateLimit(stet);
  return new Hono<ApiEnv>().post("/api/playground", async (c) => {
    const me = personOf(c);
    const { organizationId } = me;
    if (organizationId === null) throw problem("not-found");
    if (!mayMake(me)) throw problem("not-allowed", "Guests can’t use the playground; it is for members.");
    noteUse(c, { organizationId, keyId: null, route: "POST /api/playground" });
    try {
      await limit(c, `${organizationId} ${me.userId}`);
      const answer = await answerCompletion(c, stet, me, await bodyOf(c, completionRequestSchema));
      if (c.get("use")?.isStreaming !== true) recordUse(stet, c, 200);
      return answer;
    } catch (thrown) {
      recordUse(stet, c, thrown instanceof Response ? thrown.status : 500);
      throw thrown;
    }
  });
}
