/* Templates of a library as entries of an archive: files that can be imported again. */
import type { KeptTemplate } from "../data/library/templates.ts";
import { fileName, type ZipEntry } from "./zip.ts";

export function archivedTemplates(templates: readonly KeptTemplate[]): ZipEntry[] {
  return templates.map(({ id, name, source, updatedAt }) => ({
    name: `library/${fileName(`${id.slice(-6)} ${name}`)}.md`,
    content: source,
    at: new Date(updatedAt),
  }));
}
