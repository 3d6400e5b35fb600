/*
 * npm run knowledge load <source> <folder>
 *
 * Loads law from a folder of official files, so that a site without internet
 * has its law: eurlex (XHTML), swedish-law (JSON or XML), legislation.gov.uk
 * (CLML), wetten (BWB toestand), gesetze-im-internet (XML), or rows (JSON
 * Lines). Acts that were loaded before are replaced. With the embedded
 * database stop Stet first: its folder serves one process at a time.
 */
import { openDatabase } from "#server/db/database.ts";
import { readEnv } from "#server/env.ts";
import { isLawForm, lawForms, readLawFolder } from "#server/knowledge/load-law.ts";
import { loadLaw } from "#server/knowledge/search-law.ts";

const [command, source = "", folder] = process.argv.slice(2);

async function load(): Promise<string> {
  if (command !== "load" || folder === undefined || !isLawForm(source))
    throw new Error(
      `Say what to load and from where: npm run knowledge load <source> <folder>\nSources: ${Object.keys(lawForms).join(", ")}`,
    );
  const { acts, refused } = await readLawFolder(source, folder);
  for (const line of refused) console.error(`Left out: ${line}`);
  if (acts.length === 0) throw new Error(`No file in ${folder} is of the form of ${source}.`);
  const env = readEnv(process.env);
  const database = await openDatabase({ url: env.DATABASE_URL, folder: `${env.STET_DATA}/database`, statementLimitMs: 600_000 });
  try {
    const started = performance.now();
    await loadLaw(database.db, acts);
    const sections = acts.reduce((sum, act) => sum + act.sections.length, 0);
    return `${acts.length} acts with ${sections} sections from ${source}, in ${((performance.now() - started) / 1000).toFixed(1)} s.`;
  } finally {
    await database.close();
  }
}

try {
  console.log(await load());
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
