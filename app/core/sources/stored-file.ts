/*
 * An uploaded file, as used by lists and dialogs. The first five fields are
 * named by the specification; the rest describe it.
 */

export type StoredFile = {
  /** Its id, under which it is stored. */
  name: string;
  originalName: string;
  contentType: string;
  /** ISO time. */
  lastModified: string;
  /** Where it can be viewed. */
  url: string;
  id: string;
  size: number;
  pageCount: number | null;
  projectId: string | null;
  /** Whether the reader made it, or owns the project it is in. */
  isOwn: boolean;
  /** A notice about what could not be read. */
  notice: string | null;
  /** How many of its pages are pictures that have not been read. */
  scannedPages: number;
  /** How many of its pages were read from their pictures. */
  recognisedPages: number;
};

export function documentUrl(id: string): string {
  return `/api/documents/${id}/view`;
}

/** Sanitizes long, hidden or dangerous names, so that what is stored can be shown and saved anywhere. */
export function fileName(given: string): string {
  const name = given
    .normalize("NFC")
    .toWellFormed()
    .replace(/^.*[/\\]/s, "")
    // Control and bidi characters: "exe.fdp" must not read "pdf.exe".
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}"<>|:*?]/gu, "")
    .replace(/\s+/g, " ")
    .replace(/^[. ]+|(?<![. ])[. ]+$/g, "");
  if (name === "") return "file";
  const characters = [...name];
  if (characters.length <= 150) return name;
  const extension = /\.[\p{L}\p{N}]{1,8}$/u.exec(name)?.[0] ?? "";
  return characters.slice(0, 150 - extension.length).join("") + extension;
}
