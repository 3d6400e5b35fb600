/* Opens the dialog in which scanned pages are read, which is fetched when it is first needed. */
import type { StoredFile } from "#core/sources/stored-file.ts";
import { showToast } from "../kit/toast.tsx";

export type ScannedFile = Pick<StoredFile, "id" | "originalName" | "scannedPages" | "recognisedPages">;

/** Whether reading has begun. */
export async function openScannedPages(file: ScannedFile): Promise<boolean> {
  const dialog = await import("./scanned-pages.tsx").catch(() => null);
  if (dialog !== null) return dialog.askToReadPages(file);
  showToast({ kind: "error", text: "The connection to Stet was lost. Try again." });
  return false;
}
