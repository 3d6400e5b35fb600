/* The clauses of a workspace and of Stet that are like a text. */
import type { z } from "zod";
import type { similarSchema } from "#core/requests/library.ts";
import { readClause } from "#core/templates/clause-file.ts";
import type { LibraryStatus, SimilarClause } from "#core/templates/library.ts";
import type { Person } from "#core/workspace/policy.ts";
import { eachFile } from "../data/library/templates.ts";
import type { Db } from "../db/database.ts";
import { builtInItems } from "./built-in-items.ts";
import { rankSimilar, type Candidate } from "./similar-clauses.ts";

/** The newest are compared, up to so many and so many characters of their files. */
const most = { clauses: 500, characters: 1_000_000 };

type Asked = z.infer<typeof similarSchema>;
type Compared = Candidate & { status?: LibraryStatus };

export async function findSimilarClauses(me: Person, db: Db, asked: Asked): Promise<SimilarClause[]> {
  const all = [...(await ownClauses(me, db)), ...builtInClauses()].filter(
    ({ clause }) =>
      (asked.language === undefined || clause.language === asked.language) &&
      (asked.jurisdiction === undefined || clause.jurisdiction === asked.jurisdiction),
  );
  const byId = new Map(all.map((one) => [one.id, one]));
  return rankSimilar(asked.text, all).map(({ id, variant, excerpt }) => {
    const { clause, status } = byId.get(id)!;
    const { name, summary, jurisdiction, language } = clause;
    const found: SimilarClause = { id, name, summary, kind: "clause", jurisdiction, language, variant, excerpt };
    return status === undefined ? found : Object.assign(found, { status });
  });
}

async function ownClauses(me: Person, db: Db): Promise<Compared[]> {
  const found: Compared[] = [];
  let characters = 0;
  for await (const { id, source, status } of eachFile(me, db, "clause", "desc")) {
    characters += source.length;
    if (found.length === most.clauses || characters > most.characters) break;
    const read = readClause(source);
    if ("clause" in read) found.push({ id, clause: read.clause, status });
  }
  return found;
}

function builtInClauses(): Compared[] {
  return builtInItems().flatMap(({ id, item }) => (item.shelf === "clauses" ? [{ id, clause: item.clause }] : []));
}
