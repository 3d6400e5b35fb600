/*
 * Power cuts in software: one run of the engine under load is recorded call by call and replayed onto a modeled disk
 * that stops at any moment. The product opens what is left, and the result is checked.
 */
import { cpSync, mkdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { openDatabase, openEngine } from "#server/db/database.ts";
import { check, write } from "./load.ts";
import { Disk, entriesUntil, putDown } from "./lost-power.ts";

export type Recording = {
  /** The cluster before the recording began. */
  before: string;
  file: string;
  bytes: number;
  /** Every acknowledgement, with the length of the recording at that moment. */
  acknowledged: { seq: number; at: number }[];
};

/** Records migrations and then `messages` messages on a new database in `folder`. */
export async function recordLoad(folder: string, messages: number): Promise<Recording> {
  const [live, before, file] = [join(folder, "live"), join(folder, "before"), join(folder, "record")];
  await (await openEngine({ folder: live })).close();
  cpSync(join(live, "cluster"), before, { recursive: true });
  writeFileSync(file, "");
  process.env["STET_RECORD"] = file;
  const database = await openDatabase({ folder: live, preload: new URL("./record-files.ts", import.meta.url).href });
  const acknowledged: Recording["acknowledged"] = [];
  await write(
    database,
    (seq) => acknowledged.push({ seq, at: statSync(file).size }),
    () => acknowledged.length >= messages,
  );
  await database.close();
  return { before, file, bytes: statSync(file).size, acknowledged };
}

export type Cut = {
  /** The position in the recording at which the power fails. */
  at: number;
  /** The share of unflushed data that survives. */
  share: number;
  random: () => number;
  hearsFlush?: boolean;
};

/** Undefined if all is well, else what is wrong. */
export async function openAfterCut(
  recording: Recording,
  { at, share, random, hearsFlush = true }: Cut,
  folder: string,
): Promise<string | undefined> {
  const disk = new Disk(join(recording.before, "data"), { hearsFlush });
  for (const [entry, data] of entriesUntil(recording.file, at)) disk.apply(entry, data);
  const promised = recording.acknowledged.findLast((acknowledgement) => acknowledgement.at <= at)?.seq ?? 0;
  const cluster = join(folder, "cluster");
  mkdirSync(cluster, { recursive: true });
  cpSync(join(recording.before, "made-by.json"), join(cluster, "made-by.json"));
  putDown(disk.cut(random, share), join(cluster, "data"));
  try {
    return await openAndCheck(folder, promised);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function openAndCheck(folder: string, promised: number): Promise<string | undefined> {
  try {
    const database = await openDatabase({ folder });
    try {
      const found = await check(database);
      return found < promised ? `${promised - found} of ${promised} acknowledged messages lost` : undefined;
    } finally {
      await database.close();
    }
  } catch (error) {
    return (error as Error).message;
  }
}
