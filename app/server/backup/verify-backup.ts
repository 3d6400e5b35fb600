/* Whether a backup is still what was written: every piece is read and compared with its checksum, and the result kept beside it. */
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import type { BackupCheck } from "#core/installation/stored.ts";
import { writeDurably } from "../storage/durable-file.ts";
import { listBackups, readBackup, sealFor, verifyPieces } from "./backup-folder.ts";

const checkSchema = z.object({ at: z.iso.datetime(), problem: z.string().nullable() });
const fileOf = (folder: string, name: string) => join(folder, name, "checked.json");

/** An encrypted one needs its passphrase only for the signature of its list; what is stored is compared without. */
export async function verifyBackup(folder: string, name: string, passphrase: string | undefined): Promise<BackupCheck> {
  const problem = await problemWith(folder, name, passphrase).catch((error: Error) => error.message);
  const check = { at: new Date().toISOString(), problem };
  await writeDurably(fileOf(folder, name), JSON.stringify(check));
  return check;
}

async function problemWith(folder: string, name: string, passphrase: string | undefined): Promise<null> {
  const { isEncrypted } = await readBackup(folder, name);
  const isOurs = !isEncrypted || passphrase !== undefined;
  const seal = isOurs ? await sealFor(folder, isEncrypted ? passphrase : undefined) : undefined;
  await verifyPieces(folder, await readBackup(folder, name, seal));
  return null;
}

/** Null if it was never checked. */
export async function lastCheckOf(folder: string, name: string): Promise<BackupCheck | null> {
  const text = await readFile(fileOf(folder, name), "utf8").catch(() => null);
  const read = text === null ? null : checkSchema.safeParse(JSON.parse(text));
  return read?.success === true ? read.data : null;
}

export async function wasCheckedSince(folder: string, since: number): Promise<boolean> {
  const checks = await Promise.all((await listBackups(folder)).map(({ name }) => lastCheckOf(folder, name)));
  return checks.some((check) => check !== null && Date.parse(check.at) >= since);
}
