/* Searches a person's drafts and files, and the stored law. Chats have a search of their own. */
import type { FoundElsewhere, FoundFile, FoundLaw } from "#core/workspace/search.ts";
import type { Actor } from "#core/workspace/policy.ts";
import { documentUrl } from "#core/sources/stored-file.ts";
import { truncate } from "#core/sources/source.ts";
import { searchDrafts } from "../data/drafts/search-drafts.ts";
import type { Db } from "../db/database.ts";
import type { FileSearch } from "./search-files.ts";
import type { LawSearch } from "./search-law.ts";

const excerptLength = 160;

type Services = { db: Db; fileSearch: FileSearch; law: LawSearch };

/** At most `limit` of each. */
export async function searchElsewhere(
  services: Services,
  me: Actor,
  { words, limit, signal }: { words: string; limit: number; signal: AbortSignal },
): Promise<FoundElsewhere> {
  const [drafts, files, law] = await Promise.all([
    searchDrafts(me, services.db, words, limit),
    filesWith(services, me, { words, limit, signal }),
    lawWith(services, me, words, limit),
  ]);
  return { drafts, files, law };
}

async function filesWith(
  { fileSearch }: Services,
  me: Actor,
  { words, limit, signal }: { words: string; limit: number; signal: AbortSignal },
): Promise<FoundFile[]> {
  const { passages } = await fileSearch.search(me, { question: words, ids: [], everywhere: true, limit: 4 * limit }, signal);
  // The best passage of each file.
  const best = passages.filter(({ file }, at) => passages.findIndex((one) => one.file === file) === at);
  return best.slice(0, limit).flatMap(({ file, passage }) =>
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

async function lawWith({ law }: Services, me: Actor, question: string, limit: number): Promise<FoundLaw[]> {
  const jurisdictions = await law.loaded(me);
  const hits = await law.search(me, { question, jurisdictions, limit });
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
