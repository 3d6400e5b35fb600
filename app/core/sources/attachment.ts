/*
 * Files attached to a message: chip labels, the hidden form field, and limits.
 * The specification sets no limits, so callers pass their own.
 */

export type ChosenFile = { name: string; size: number; lastModified: number };
export type AttachmentLimits = { files: number; /** All files together. */ bytes: number };

/** PDF, DOCX, or the file's extension; falls back to the content type. */
export function attachmentLabel(name: string, contentType = ""): string {
  const extension = /\.([^.\s/\\]{1,8})$/.exec(name)?.[1];
  if (extension !== undefined) return extension.toUpperCase();
  if (contentType.includes("pdf")) return "PDF";
  return contentType.includes("wordprocessingml") ? "DOCX" : "FILE";
}

/** The hidden form field: a JSON list of the attached files' names. */
export function fileData(files: readonly { name: string }[]): string {
  return JSON.stringify(files.map((file) => file.name));
}

export function fileSize(bytes: number, locale?: string): string {
  const units = ["byte", "kilobyte", "megabyte", "gigabyte"] as const;
  let step = 0;
  let value = Math.max(0, bytes);
  while (value >= 1000 && step < units.length - 1) {
    value /= 1000;
    step++;
  }
  const options = { style: "unit", unit: units[step]!, unitDisplay: "short", maximumFractionDigits: step > 1 ? 1 : 0 } as const;
  return new Intl.NumberFormat(locale, options).format(value);
}

/** Adds the files that fit, without duplicates. `refused` has a sentence for each one left out. */
export function addFiles<F extends ChosenFile>(
  files: readonly F[],
  more: readonly F[],
  limits: AttachmentLimits,
): { files: F[]; refused: string[] } {
  const chosen = [...files];
  const refused: string[] = [];
  let bytes = chosen.reduce((sum, file) => sum + file.size, 0);
  for (const file of more) {
    if (chosen.some((one) => isSame(one, file))) continue;
    if (chosen.length >= limits.files) {
      refused.push(`A message can have at most ${limits.files} files. ${file.name} was left out.`);
    } else if (bytes + file.size > limits.bytes) {
      refused.push(`The files of a message can be at most ${fileSize(limits.bytes)} in total. ${file.name} was left out.`);
    } else {
      chosen.push(file);
      bytes += file.size;
    }
  }
  return { files: chosen, refused };
}

function isSame(a: ChosenFile, b: ChosenFile): boolean {
  return a.name === b.name && a.size === b.size && a.lastModified === b.lastModified;
}
