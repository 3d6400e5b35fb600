/*
 * npm run licences
 * npm run licences -- --texts > third-party.txt
 *
 * Lists the licenses of the packages Stet is shipped with, and fails on one that is not known to allow it. With
 * `--texts`, prints the licenses and notices themselves, which must accompany every copy of Stet.
 */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { noticesOf, shippedPackages, unknownLicences } from "./licences/shipped-packages.ts";

const root = join(import.meta.dirname, "..");
const packages = shippedPackages(JSON.parse(readFileSync(join(root, "package-lock.json"), "utf8")));

if (process.argv.includes("--texts")) {
  // Optional packages are installed only on the system they are for.
  for (const one of packages.filter(({ path }) => existsSync(join(root, path))))
    process.stdout.write(`${one.name} ${one.version}: ${one.licence}\n\n${noticesOf(join(root, one.path))}\n${"-".repeat(80)}\n`);
} else
  for (const [licence, under] of Map.groupBy(packages, (one) => one.licence))
    process.stdout.write(`${licence}: ${under.length === 1 ? "1 package" : `${under.length} packages`}\n`);

const unknown = unknownLicences(packages);
for (const { name, version, licence } of unknown)
  process.stderr.write(`${name} ${version} is under ${licence === "" ? "no licence that its package.json names" : licence}.\n`);
if (unknown.length > 0) {
  process.stderr.write(
    "Find out whether Stet may be shipped with it, and note the licence in scripts/licences/shipped-packages.ts.\n",
  );
  process.exitCode = 1;
}
