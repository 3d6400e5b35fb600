/* Searches a person's drafts and files, and the stored law. */
import { Hono } from "hono";
import { z } from "zod";
import { searchElsewhere } from "#server/knowledge/search-elsewhere.ts";
import type { Stet } from "#server/stet.ts";
import { personOf, queryOf } from "./edge.ts";
import type { ApiEnv } from "./context.ts";

const searchSchema = z.object({ query: z.string().trim().min(1).max(200) });
const mostOfEach = 5;

export function search(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/search", async (c) => {
    const { query } = queryOf(c, searchSchema);
    return c.json(await searchElsewhere(stet, personOf(c), { words: query, limit: mostOfEach, signal: c.req.raw.signal }));
  });
}
