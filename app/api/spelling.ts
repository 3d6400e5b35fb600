/* The user's spell checker dictionary: devices send additions and get the current state. */
import { Hono } from "hono";
import { z } from "zod";
import { problem } from "#core/workspace/problem.ts";
import { spellingChangeSchema } from "#core/requests/spelling.ts";
import { changeSpellingMemory, getSpellingMemory } from "#server/data/drafts/spelling-memory.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

export function spelling({ db }: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/spelling", async (c) => {
      const draftId = z.uuid().optional().safeParse(c.req.query("draft"));
      if (!draftId.success) throw problem("not-found");
      return c.json(await getSpellingMemory(personOf(c), db, draftId.data));
    })
    .post("/api/spelling", async (c) => {
      const me = personOf(c);
      return c.json(await changeSpellingMemory(me, db, await bodyOf(c, spellingChangeSchema)));
    });
}
