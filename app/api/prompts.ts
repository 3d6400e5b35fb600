/* Saved prompts. Every response is the current list. */
import { Hono } from "hono";
import { promptSchema } from "#core/chat/prompt.ts";
import { keepPrompt, listPrompts, removePrompt } from "#server/data/chats/prompts.ts";
import type { Stet } from "#server/stet.ts";
import { bodyOf, personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function prompts({ db }: Stet) {
  return new Hono<ApiEnv>()
    .get("/api/prompts", async (c) => c.json({ prompts: await listPrompts(personOf(c), db) }))
    .post("/api/prompts", async (c) => {
      const me = personOf(c);
      await keepPrompt(me, db, (await bodyOf(c, promptSchema)).text);
      return c.json({ prompts: await listPrompts(me, db) });
    })
    .delete("/api/prompts/:id", async (c) => {
      const me = personOf(c);
      await removePrompt(me, db, idOf(c));
      return c.json({ prompts: await listPrompts(me, db) });
    });
}
