/*
 * Every regular expression of the product gets its worst-case texts, and its work must grow in proportion to them.
 * Catastrophic backtracking is detected by a thread that stops responding.
 */
import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";
import { expect, test } from "vitest";
import { listedRegexes, regexSites, type RegexSite } from "./built-regexes.ts";
import { regexLiterals, type RegexLiteral } from "./regex-literals.ts";
import type { PumpJob } from "./regex-worker.ts";

/** Only ever used on short texts. Their work would grow faster than the input. */
const givenShortTexts: Record<string, string> = {
  "core/clauses/clause-references.ts \\|(?![^(]*\\))": "our own list of nouns",
  "core/clauses/clause-references.ts (?:^|\\n)[\\s#*]*$": "the 8 characters before a place",
  "core/clauses/numbering-gaps.ts ^\\S+\\s*\\d+[.:]": "a line of a heading's length",
  "core/prose/phrase-rules.ts (?:^|[.!?…:][\"'”’)\\]]*\\s+|\\n\\s*(?:[-*•]\\s+)?)$": "the 12 characters before a place",
  "core/prose/phrase-rules.ts ,?[^\\S\\n]+$": "the 4 characters before a place",
  "server/env.ts ^[\\x20-\\x7e]*\\S+@\\S+\\.\\S+[\\x20-\\x7e]*$": "a setting of 200 characters",
  "ui/markdown/slim/entities.ts (\\w+)\\s+([\\da-f]+)": "our own table of entities",
};
const nameOf = ({ file, source }: RegexLiteral) => `${file} ${source}`;

test("no regular expression is slow on any text", { timeout: 300_000 }, async () => {
  const all = regexLiterals(join(import.meta.dirname, "../app"));
  expect(all.length).toBeGreaterThan(900);
  expect(Object.keys(givenShortTexts).filter((name) => !all.some((literal) => nameOf(literal) === name))).toEqual([]);
  expect(await slowOf(all.filter((literal) => !(nameOf(literal) in givenShortTexts)))).toEqual([]);
});

/** If one place builds many expressions of the same form, only this many of the longest are tested. */
const mostOfOnePlace = 6;

test(
  "none that is put together at run time is either, and each place that does so has a sample",
  { timeout: 300_000 },
  async () => {
    const { made, failed } = await builtRegexes();
    expect(failed).toEqual([]);
    const sites = regexSites(join(import.meta.dirname, "../app"));
    const isRun = (site: RegexSite) => made.some(({ file, line }) => file === site.file && line === site.line);
    const notRun = sites.filter((site) => !isRun(site)).map(({ file }) => file);
    const listed = Object.entries(listedRegexes).flatMap(([file, all]) => all.map(() => file));
    expect(notRun.sort()).toEqual(listed.sort());

    const ofPlace = Map.groupBy(
      made.filter(({ file, line }) => sites.some((site) => site.file === file && site.line === line)),
      ({ file, line }) => `${file}:${line}`,
    );
    const longest = [...ofPlace.values()].flatMap((all) =>
      all.toSorted((a, b) => b.source.length - a.source.length).slice(0, mostOfOnePlace),
    );
    const others = Object.entries(listedRegexes).flatMap(([file, all]) =>
      all.map(([source, flags]) => ({ file, line: 0, source, flags })),
    );
    expect(await slowOf([...longest, ...others].filter((one) => !(nameOf(one) in givenShortTexts)))).toEqual([]);
  },
);

/** The code that builds them runs in its own thread, under a watchdog. */
async function builtRegexes(): Promise<{ made: RegexLiteral[]; failed: string[] }> {
  const worker = new Worker(new URL("./built-regexes-worker.ts", import.meta.url), { execArgv: [] });
  const [said] = (await once(worker, "message")) as [{ made: RegexLiteral[]; failed: string[] }];
  await worker.terminate();
  return said;
}

test("the ways in which one is slow are all found", { timeout: 60_000 }, async () => {
  const sources = ["\\s+$", "\\s*\\([^)]*\\)", "^(a+)+$", "<[^>]*>", "^\\s*\\d+[.)]"];
  const literals = sources.map((source) => ({ file: "", line: 0, source, flags: "gm" }));
  expect((await slowOf(literals, 5_000)).length).toBe(sources.length);
});

/** Each slow expression with the text that slows it. */
async function slowOf(literals: RegexLiteral[], silenceMs = 20_000): Promise<string[]> {
  const slow: string[] = [];
  const job: PumpJob = { literals, next: new Int32Array(new SharedArrayBuffer(4)), short: 6_000, long: 24_000 };
  await Promise.all([pump(job, slow, silenceMs), pump(job, slow, silenceMs)]);
  return slow;
}

async function pump(job: PumpJob, slow: string[], silenceMs: number): Promise<void> {
  for (let isDone = false; !isDone;) {
    const worker = new Worker(new URL("./regex-worker.ts", import.meta.url), { workerData: job, execArgv: [] });
    let at = -1;
    isDone = await new Promise<boolean>((resolve, reject) => {
      const silent = () => {
        slow.push(`${nameOf(job.literals[at]!)}: no end`);
        resolve(false);
      };
      let timer = setTimeout(silent, silenceMs);
      worker.on("message", (said: { begun: number } | { done: number; slow: unknown }) => {
        clearTimeout(timer);
        timer = setTimeout(silent, silenceMs);
        if ("begun" in said) at = said.begun;
        else if (said.slow !== null) slow.push(`${nameOf(job.literals[said.done]!)}: ${JSON.stringify(said.slow)}`);
      });
      worker.on("error", reject);
      worker.on("exit", () => {
        clearTimeout(timer);
        resolve(true);
      });
    });
    await worker.terminate();
  }
}
