/*
 * Data that is not part of the project: real law, answers of official services, files of other programs. It is looked
 * for in shared/data beside the project or one folder above; what needs it is skipped where it is missing.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";

const places = ["../..", "../../.."].map((place) => join(import.meta.dirname, place, "shared/data"));

/** Where it is found, or would be: "legal", "files/docx". */
export function sharedData(folder: string): { path: string; isThere: boolean } {
  const paths = places.map((place) => join(place, folder));
  const found = paths.find((path) => existsSync(path));
  return { path: found ?? paths[0]!, isThere: found !== undefined };
}
