/* Simulated power cuts: 4, or STET_POWER_CUTS. bench/durability.ts does 20. */
import { join } from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { temporaryFolder } from "#test/databases.ts";
import { openAfterCut, recordLoad, type Recording } from "./power-cut.ts";
import { randomFrom } from "./random.ts";

const cuts = Number(process.env["STET_POWER_CUTS"] ?? 4);
const folder = temporaryFolder();
let recording: Recording;

beforeAll(async () => {
  recording = await recordLoad(folder, 300);
}, 120_000);

describe("after a power cut", () => {
  test.each(Array.from({ length: cuts }, (_, cut) => cut))("nothing acknowledged is lost (cut %i)", async (cut) => {
    const seed = Date.now() + cut;
    const random = randomFrom(seed);
    const at = Math.floor(recording.bytes * random());
    const share = cut % 2 === 0 ? 0 : random();
    expect(await openAfterCut(recording, { at, share, random }, join(folder, `cut-${cut}`)), `seed ${seed}`).toBeUndefined();
  });

  test("a disk that hears no flush would lose some, and this test would see it", async () => {
    const cut = { at: recording.bytes, share: 0.5, random: randomFrom(1), hearsFlush: false };
    expect(await openAfterCut(recording, cut, join(folder, "deaf"))).toBeDefined();
  });
});
