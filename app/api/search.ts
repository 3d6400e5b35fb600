/* Searches a person's drafts and files, and the stored law. Chats have a search of their own. */
import { Hono } from "hono";
import { z } from "zod";
import type { FoundElsewhere, FoundFile, FoundLaw } from "#core/workspace/search.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { documentUrl } from "#core/sources/stored-file.ts";
import { truncate } from "#core/sources/source.ts";
import { searchDrafts } from "#server/data/drafts/search-drafts.ts";
import type { Stet } from "#server/stet.ts";
import { personOf, queryOf, type ApiEnv } from "./edge.ts";

const searchSchema = z.object({ query: z.string().trim().min(1).max(200) });
const mostOfEach = 5;
const excerptLength = 160;

export function search(stet: Stet) {
  return new Hono<ApiEnv>().get("/api/search", async (c) => {
    const me = personOf(c);
    const { query } = queryOf(c, searchSchema);
    const [drafts, files, law] = await Promise.all([
      searchDrafts(me, stet.db, query, mostOfEach),
      filesWith(me, stet, query, c.req.raw.signal),
      lawWith(me, stet, query),
    ]);
    return c.json({ drafts, files, law } satisfies FoundElsewhere);
  });
}

async function filesWith(me: Actor, { fileSearch }: Stet, question: string, signal: AbortSignal): Promise<FoundFile[]> {
  const { passages } = await fileSearch.search(me, { question, ids: [], everywhere: true, limit: 4 * mostOfEach }, signal);
  // The best passage of each file.
  const best = passages.filter(({ file }, at) => passages.findIndex((one) => one.file === file) === at);
  return best.slice(0, mostOfEach).flatMap(({ file, passage }) =>
    file.documentId === undefined
      ? []
      : {
          id: file.documentId,
          name: file.name,
          url: documentUrl(file.documentId),
          excerpt: oneLine(file.document.text.slice(passage.start, passage.end)),
        },
  );
}

async function lawWith(me: Actor, { law }: Stet, question: string): Promise<FoundLaw[]> {
  const jurisdictions = await law.loaded(me);
  const hits = await law.search(me, { question, jurisdictions, limit: mostOfEach });
  return hits.map(({ ref, label, heading, url, text, act }) => ({
    ref,
    name: `${label} ${act.title}`,
    heading,
    url,
    excerpt: oneLine(text),
  }));
}

function oneLine(text: string): string {
  return truncate(text.replaceAll(/\s+/g, " ").trim(), excerptLength);
}
