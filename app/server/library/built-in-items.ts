/* What comes with Stet in the library: the files of content, read when first needed. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { contentOf, readLibraryFile, type LibraryItem } from "#core/templates/library-file.ts";

const content = join(import.meta.dirname, "../../../content");
const folders = ["templates", "clauses", "prompts", "playbooks", "questions", "workflows"] as const;

/** `id` is the file's name, and its address: no two have the same, in whichever folders. */
export type BuiltInItem = { id: string; source: string; item: LibraryItem };

let known: readonly BuiltInItem[] | undefined;

/** By name. These files are ours: one that cannot be read is a bug. */
export function builtInItems(): readonly BuiltInItem[] {
  known ??= folders
    .flatMap((folder) => readdirSync(join(content, folder)).map((file) => ({ folder, file })))
    .filter(({ file }) => file.endsWith(".md"))
    .map(({ folder, file }) => {
      const source = readFileSync(join(content, folder, file), "utf8");
      const read = readLibraryFile(source);
      if ("refusal" in read) throw new Error(`content/${folder}/${file}: ${read.refusal}`);
      if (read.item.shelf !== folder) throw new Error(`content/${folder}/${file} is of another kind.`);
      return { id: file.slice(0, -".md".length), source, item: read.item };
    })
    .toSorted((a, b) => contentOf(a.item).name.localeCompare(contentOf(b.item).name, "en"));
  const [twice] = [...Map.groupBy(known, ({ id }) => id)].find(([, items]) => items.length > 1) ?? [];
  if (twice !== undefined) throw new Error(`content has two files named ${twice}.md; one of them could not be opened.`);
  return known;
}
