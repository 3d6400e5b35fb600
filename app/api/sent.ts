/* The request record of an answer: what the model was given. */
import { Hono } from "hono";
import { getSent } from "#server/data/chats/sent-requests.ts";
import type { Stet } from "#server/stet.ts";
import { personOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";
import { idOf } from "./runs.ts";

export function sent(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/messages/:id/sent", async (c) => c.json(await getSent(personOf(c), stet.db, idOf(c))));
}
