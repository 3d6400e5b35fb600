/* The file in the data folder where `npm run evals` writes its results for each model. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { modelResultsSchema, withResults, type ModelResult } from "#core/models/model-results.ts";
import { makeFolder, writeDurably } from "../storage/durable-file.ts";

export const modelResultsName = "model-results.json";

/** Null if the file can't be parsed. */
export async function readModelResults(dataFolder: string): Promise<ModelResult[] | null> {
  let json: string;
  try {
    json = await readFile(join(dataFolder, modelResultsName), "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return [];
    throw error;
  }
  try {
    return modelResultsSchema.safeParse(JSON.parse(json)).data ?? null;
  } catch {
    return null;
  }
}

/** A file that can't be parsed is not overwritten. */
export async function keepModelResults(dataFolder: string, fresh: readonly ModelResult[]): Promise<void> {
  const known = await readModelResults(dataFolder);
  const path = join(dataFolder, modelResultsName);
  if (known === null) throw new Error(`${path} holds something else than results of evals. Move it away and run them again.`);
  await makeFolder(dataFolder);
  await writeDurably(path, Buffer.from(`${JSON.stringify(withResults(known, fresh), null, 1)}\n`));
}
