/*
 * A file that somebody brought, as lists and dialogs know it. The names of the
 * first five fields are the specification's; the rest says what it is.
 */

export type StoredFile = {
  /** Under which it is kept: its id. */
  name: string;
  originalName: string;
  contentType: string;
  /** ISO time. */
  lastModified: string;
  /** Where it can be looked at. */
  url: string;
  id: string;
  size: number;
  pageCount: number | null;
  projectId: string | null;
  /** A sentence: what of it could not be read. */
  notice: string | null;
};

export function documentUrl(id: string): string {
  return `/api/documents/${id}/view`;
}

/** Long, hidden or dangerous names are the reader's trouble, not the file's: what is kept can be shown and saved anywhere. */
export function fileName(given: string): string {
  const name = given
    .normalize("NFC")
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    // Control characters, and those that turn the direction of writing: "exe.fdp" must not read "pdf.exe".
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}"<>|:*?]/gu, "")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "");
  if (name === "") return "file";
  const characters = [...name];
  if (characters.length <= 150) return name;
  const extension = /\.[\p{L}\p{N}]{1,8}$/u.exec(name)?.[0] ?? "";
  return characters.slice(0, 150 - extension.length).join("") + extension;
}
