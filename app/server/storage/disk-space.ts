/*
 * Free space on the data folder's disk. When the disk is full, PostgreSQL's log cannot grow and the embedded engine
 * exits; so Stet stops accepting new work before that, and resumes when there is space again. Work in progress
 * (answers, emails, checkpoints) uses the reserve.
 */
import { statfs } from "node:fs/promises";
import { problem } from "#core/workspace/problem.ts";
import type { Log } from "../db/log.ts";

export type DiskSpace = {
  readonly isLow: boolean;
  readonly freeBytes: number;
  /** Throws the problem `disk-full` while there is too little space. */
  refuseWhenLow(): void;
  /** Checks now. */
  look(): Promise<void>;
  close(): void;
};

type Options = {
  folder: string;
  reserveBytes: number;
  log: Log;
  /** Free bytes on the disk of a folder. */
  measure?: (folder: string) => Promise<number>;
};

const lookEveryMs = 1_000;

/** Hysteresis, so that adding or removing one file does not toggle it. */
const marginShare = 0.1;

export async function watchDiskSpace({ folder, reserveBytes, log, measure = freeOn }: Options): Promise<DiskSpace> {
  let freeBytes = Infinity;
  let isLow = false;

  async function look(): Promise<void> {
    freeBytes = await measure(folder);
    const wasLow = isLow;
    isLow = freeBytes < reserveBytes * (wasLow ? 1 + marginShare : 1);
    const details = { folder, freeMb: Math.floor(freeBytes / 1e6), reserveMb: Math.floor(reserveBytes / 1e6) };
    if (isLow && !wasLow) log.error(details, "The disk is almost full: Stet is read-only until there is room");
    if (!isLow && wasLow) log.warn(details, "There is room on the disk again: Stet accepts changes");
  }

  const lookSafely = () => void look().catch((error: unknown) => log.warn({ err: error, folder }, "The free space is unknown"));
  await look();
  const timer = setInterval(lookSafely, lookEveryMs);
  timer.unref();
  return {
    get isLow() {
      return isLow;
    },
    get freeBytes() {
      return freeBytes;
    },
    refuseWhenLow() {
      if (isLow) throw problem("disk-full");
    },
    look,
    close: () => clearInterval(timer),
  };
}

async function freeOn(folder: string): Promise<number> {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
}
