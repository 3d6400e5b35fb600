/*
 * The rules on real contracts and statutes: nothing throws, every patch can be located in its
 * text, and published legal text gets few findings. The texts aren't part of this repository;
 * without them the tests are skipped.
 */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { sharedData } from "#test/shared-data.ts";
import { patchesFromFindings } from "#core/changes/finding-patches.ts";
import { locatePatches } from "#core/changes/patch.ts";
import { measureReadability } from "#core/prose/readability.ts";
import { evaluateTool } from "../tools/evaluate.ts";
import { readToolInput } from "../tools/index.ts";
import { noWeb } from "../web/web.ts";
import type { ToolContext } from "../tools/tool.ts";
import { checkCorrectness, checkPlainness } from "./check.ts";
import { stopGrammarChecker } from "./harper.ts";
import { detectLanguage } from "./language.ts";

const { path: folder, isThere } = sharedData("legal");
if (!isThere) console.warn(`SKIPPED: the rules were not tried on real texts, because ${folder} is missing.`);

afterAll(stopGrammarChecker);

/** `count` texts of up to 20,000 characters, taken from one file. */
function texts(path: string, count: number): string[] {
  const rows = readFileSync(join(folder, path), "utf8").trim().split("\n");
  const all = rows.map((row) => (JSON.parse(row) as { text: string }).text);
  const joined: string[] = [];
  for (let text = ""; all.length > 0 && joined.length < count; text = "") {
    while (all.length > 0 && text.length < 4_000) text += `${all.shift()!.slice(0, 20_000)}\n\n`;
    joined.push(text.trim());
  }
  return joined;
}

const signal = new AbortController().signal;
const context: ToolContext = {
  me: { kind: "visitor" },
  chatId: "chat",
  signal,
  files: async () => [],
  law: { chosen: [], search: async () => [], missing: async () => [] },
  fileSearch: { searchesProject: false, search: async () => ({ passages: [], unread: [] }) },
  cited: async () => [],
  web: noWeb,
  editorSelection: null,
  nearestText: () => null,
  addSources: () => [],
};

test.skipIf(!isThere).each([
  ["contracts/corpus_cuad_dev.jsonl", 4, 4],
  ["eu/corpus_dev.jsonl", 4, 1],
  ["uk/corpus_cca1974.jsonl", 4, 2],
  ["se/corpus_dev.jsonl", 10, 1],
  ["de/corpus_dev.jsonl", 10, 1],
  ["nl/corpus_dev.jsonl", 10, 1],
])(
  "%s: sure findings per 1,000 words",
  async (path, count, atMost) => {
    let words = 0;
    let sure = 0;
    for (const text of texts(path, count)) {
      const check = await checkCorrectness(text, signal);
      const plain = checkPlainness(text);
      for (const findings of [check.findings, plain.findings]) {
        const outcomes = locatePatches(text, patchesFromFindings(text, findings));
        expect(outcomes.filter((outcome) => outcome.kind !== "located")).toEqual([]);
        for (const one of findings) expect(text.slice(one.start, one.end)).toBe(one.original);
      }
      const input = readToolInput(evaluateTool, { text });
      expect(input.ok && (await evaluateTool.execute(input.input as never, context))).toMatchObject({
        readability: { words: expect.any(Number) },
      });
      words += measureReadability(text, detectLanguage(text) ?? "en")!.words;
      sure += check.findings.filter((one) => one.sure).length;
    }
    expect((sure / words) * 1_000).toBeLessThanOrEqual(atMost);
  },
  240_000,
);
