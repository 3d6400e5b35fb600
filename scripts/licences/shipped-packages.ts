/* The packages Stet is shipped with, from its lockfile, and the licenses that allow that. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { z } from "zod";

/** Licenses under which a package may be part of Stet, each with its conditions. */
const known: Readonly<Record<string, string>> = {
  "0BSD": "nothing",
  "Apache-2.0": "its text and notices",
  "BlueOak-1.0.0": "its text",
  "BSD-2-Clause": "its text",
  "BSD-3-Clause": "its text",
  "CC0-1.0": "nothing",
  ISC: "its text",
  MIT: "its text",
  "MIT-0": "nothing",
  "MPL-2.0": "its text, and the source of its files where they were changed, which Stet does not do",
  "OFL-1.1": "its text; the font is not sold by itself",
  "PSF-2.0": "its text",
  Unlicense: "nothing",
  Zlib: "nothing",
};

/** Packages whose package.json names no license: the license found in the package itself. */
const found: Readonly<Record<string, string>> = {
  // In its Readme.md.
  "combine-errors@3.0.3": "MIT",
  // In its LICENSE.
  "png-js@1.1.0": "MIT",
};

const lockSchema = z.object({
  packages: z.record(
    z.string(),
    z.object({ version: z.string().optional(), license: z.string().optional(), dev: z.boolean().optional() }),
  ),
});

export type ShippedPackage = { name: string; version: string; licence: string; path: string };

/** Excludes development dependencies. */
export function shippedPackages(lock: unknown): ShippedPackage[] {
  const { packages } = lockSchema.parse(lock);
  return Object.entries(packages)
    .filter(([path, { dev }]) => path !== "" && dev !== true)
    .map(([path, { version = "", license }]) => {
      const name = path.replace(/^.*node_modules\//, "");
      return { name, version, path, licence: license ?? found[`${name}@${version}`] ?? "" };
    })
    .sort((a, b) => a.licence.localeCompare(b.licence) || a.name.localeCompare(b.name));
}

export function unknownLicences(packages: readonly ShippedPackage[]): ShippedPackage[] {
  return packages.filter(({ licence }) => !isKnown(licence));
}

/** An SPDX expression: all parts joined by AND must be known, or one of those joined by OR. */
function isKnown(expression: string): boolean {
  const plain = expression.replaceAll(/^\(|\)$/g, "");
  if (plain.includes("(")) return false;
  return plain.split(" OR ").some((choice) => choice.split(" AND ").every((licence) => Object.hasOwn(known, licence.trim())));
}

const isNotice = /^(?:licen[cs]e|copying|notice|copyright)/i;

export function noticesOf(folder: string): string {
  const names = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile() && isNotice.test(entry.name));
  if (names.length === 0) return "The package holds no text of its licence.\n";
  return names
    .map(({ name }) => readFileSync(join(folder, name), "utf8").trimEnd())
    .join("\n\n")
    .concat("\n");
}
