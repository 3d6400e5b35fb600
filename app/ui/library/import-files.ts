/* Files that are imported into the library: Markdown, a file for each item, and tables of clauses. */
import { templateLimits } from "#core/templates/template.ts";
import { decoded } from "#core/text/decoded.ts";
import { ask, problemIn, ProblemError, sentenceOf } from "../ask.ts";
import { showToast } from "../kit/toast.tsx";

const largestTable = 8_000_000;
/** A request holds so many clauses, of so many characters. */
const atOnce = { clauses: 50, characters: 400_000 };
/** How many lines are named that did not come in. */
const mostNamed = 4;

/** The ids of what came in. A notice says what did not. */
export async function importFiles(files: readonly File[], takesTables: boolean): Promise<string[]> {
  const ids: string[] = [];
  let isTable = false;
  for (const file of files) {
    const isOne = takesTables && /\.csv$/i.test(file.name);
    isTable ||= isOne;
    ids.push(...(isOne ? await importTable(file) : await importFile(file)));
  }
  // A table has said how many.
  if (ids.length > 0 && !isTable)
    showToast({ kind: "success", text: ids.length === 1 ? "File imported" : `${ids.length} files imported` });
  return ids;
}

async function importFile(file: File): Promise<string[]> {
  try {
    if (file.size > templateLimits.source * 4) throw new Error("This file is too long for the library.");
    return [(await ask<{ id: string }>("/api/library/templates", { body: { source: await file.text() } })).id];
  } catch (error) {
    sayRefused(`${file.name} was not imported. ${reasonOf(error)}`);
    return [];
  }
}

async function importTable(file: File): Promise<string[]> {
  const ids: string[] = [];
  try {
    if (file.size > largestTable) throw new Error("This table is too long for the library. Divide it.");
    const [{ readClauseTable }, { writeClause }] = await Promise.all([
      import("#core/templates/clause-table.ts"),
      import("#core/templates/clause-file.ts"),
    ]);
    const { clauses, refused } = readClauseTable(decoded(new Uint8Array(await file.arrayBuffer())));
    for (const sources of inParts(clauses.map(writeClause)))
      ids.push(...(await ask<{ ids: string[] }>("/api/library/templates", { body: { sources } })).ids);
    const named = refused.slice(0, mostNamed).map(({ sentence }) => sentence);
    const more = refused.length - named.length;
    if (more > 0) named.push(`${more} more ${more === 1 ? "line was" : "lines were"} left out.`);
    if (ids.length === 0) sayRefused([`${file.name} was not imported.`, ...named].join(" "));
    else if (refused.length === 0) showToast({ kind: "success", text: `${countOf(ids.length)} imported` });
    else showToast({ kind: "info", text: [`${countOf(ids.length)} imported.`, ...named].join(" "), duration: 20_000 });
  } catch (error) {
    const done = ids.length === 0 ? `${file.name} was not imported.` : `Only the first ${countOf(ids.length)} were imported.`;
    sayRefused(`${done} ${reasonOf(error)}`);
  }
  return ids;
}

function inParts(sources: readonly string[]): string[][] {
  const parts: string[][] = [];
  let length = Infinity;
  for (const source of sources) {
    const last = parts.at(-1);
    length += source.length;
    if (last !== undefined && last.length < atOnce.clauses && length <= atOnce.characters) last.push(source);
    else {
      parts.push([source]);
      length = source.length;
    }
  }
  return parts;
}

const countOf = (count: number) => (count === 1 ? "1 clause" : `${count} clauses`);

function reasonOf(error: unknown): string {
  return error instanceof Error && !(error instanceof ProblemError) ? error.message : sentenceOf(problemIn(error));
}

function sayRefused(text: string): void {
  showToast({ kind: "error", text, duration: 20_000 });
}
