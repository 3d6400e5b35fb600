/*
 * Which test enters which function, measured once for a room and kept: a mutant is fairly judged by the tests that
 * run its code, not by those whose names are near. A function is known by its text, so that only what changed since
 * is measured anew.
 */
import { createHash } from "node:crypto";
import { globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { reporting } from "./mutants.ts";
import type { Order, Outcome } from "./runner.ts";

const root = join(import.meta.dirname, "../..");
const kept = join(root, "node_modules/.cache/mutation-reach.json");

type Measured = { hash: string; isGreen: boolean; ms: number; entered: string[] };
export type Reach = Record<string, Measured>;

/** What enters a room's code closely enough to judge it. Of the core it is whatever needs no database to. */
const testsOf: Record<string, (test: string) => boolean> = {
  "app/core": (test) =>
    /^app\/(?:core|ui|server\/(?:files|export|tools|knowledge|prose|reviews|briefing|chat|library))\//.test(test) &&
    !/#test\/(?:app|databases|prepared)/.test(readFileSync(join(root, test), "utf8")),
  "app/server/data": (test) => /^app\/(?:server\/(?:data|accounts|chat|export|jobs|reviews)|api)\//.test(test),
  "app/api": (test) => test.startsWith("app/api/"),
};
const rooms = Object.keys(testsOf);

export function roomOf(path: string): string {
  return rooms.find((room) => `${path}/`.startsWith(`${room}/`)) ?? "app/core";
}

export function readReach(): Reach {
  try {
    return JSON.parse(readFileSync(kept, "utf8")) as Reach;
  } catch {
    return {};
  }
}

/** Runs each test of the room that is new or changed. `only`: those whose names contain one of the words. */
export async function measureReach(room: string, only: readonly string[], run: (order: Order) => Promise<Outcome | null>) {
  const reach = readReach();
  const sources: Record<string, string> = {};
  for (const file of globSync("app/{core,api,server/data}/**/*.{ts,tsx}", { cwd: root, exclude: ["**/*.test.*"] }))
    sources[file] = reporting(file, readFileSync(join(root, file), "utf8"));
  const tests = globSync("app/**/*.test.{ts,tsx}", { cwd: root }).filter(testsOf[room]!).toSorted();
  for (const test of tests.filter((one) => only.length === 0 || only.some((word) => one.includes(word)))) {
    const hash = hashOf(test);
    if (reach[test]?.hash === hash) continue;
    const outcome = await run({ sources, groups: [[test]] });
    const { isGreen = false, entered = [] } = outcome?.tests[test] ?? {};
    reach[test] = { hash, isGreen: isGreen && outcome!.ran > 0, ms: outcome?.ms ?? 0, entered };
    process.stdout.write(
      `${test}: ${isGreen ? "" : "not green, "}${entered.length} functions, ${Math.round(outcome?.ms ?? 0)} ms\n`,
    );
    mkdirSync(dirname(kept), { recursive: true });
    writeFileSync(kept, JSON.stringify(reach));
  }
}

function hashOf(file: string): string {
  return createHash("sha1")
    .update(readFileSync(join(root, file)))
    .digest("base64url");
}
