/*
 * The claim checker on cases made by rule from real law and contracts. Printed
 * for the half that the checker was developed on and for the half that was
 * kept aside.
 *
 * --development: that half alone. --show: what was judged wrongly, of it.
 */
import { verifyCitations } from "#core/claims/verify-citations.ts";
import type { CitedWords } from "#core/sources/source.ts";
import { casesOf, type Case } from "./claims/cases.ts";
import { isForTuning, legalData, linesOf, rounded, sayer } from "./search/legal-data.ts";

const say = sayer("claims");
const folder = legalData();
const onlyDevelopment = process.argv.includes("--development");
const halves = onlyDevelopment ? [true] : [true, false];
/** Of the development half also other sentences: "--seeds 8". The half kept aside has one set of cases. */
const more = process.argv.indexOf("--seeds");
const seeds = Array.from({ length: onlyDevelopment && more > 0 ? Number(process.argv[more + 1]) : 1 }, (_, i) => 20261122 + i);
const accepts: Record<Case["expected"], readonly string[]> = {
  accepted: ["verified", "verified-omissions"],
  altered: ["altered"],
  "not-found": ["not-found"],
  supported: ["supported", "verified"],
  contradicted: ["differs", "altered", "not-found"],
};
const bars: Record<Case["expected"], number> = { accepted: 0.98, altered: 0.99, "not-found": 1, supported: 0.9, contradicted: 1 };
const green = new Set<string>(["verified", "verified-omissions"]);

if (folder !== undefined)
  for (const isDevelopment of halves) {
    const halved = sets(folder).map((rows) => rows.filter((row) => isForTuning(row.id) === isDevelopment));
    const cases = seeds.flatMap((seed) => halved.flatMap((rows) => casesOf(rows, 6000, seed)));
    report(isDevelopment ? "development" : "kept aside", cases);
  }

function report(half: string, cases: readonly Case[]): void {
  const started = performance.now();
  const judged = cases.map((one) => ({ ...one, verdict: judge(one) }));
  const took = performance.now() - started;
  for (const expected of Object.keys(bars) as Case["expected"][]) {
    const of = judged.filter((one) => one.expected === expected);
    const right = of.filter((one) => accepts[expected].includes(one.verdict));
    say(`${half}: ${expected}`, share(right, of), `of ${of.length}`, bars[expected], right.length / of.length >= bars[expected]);
    for (const kind of new Set(of.map((one) => one.kind))) {
      const same = of.filter((one) => one.kind === kind);
      const spread = Object.entries(Object.groupBy(same, (one) => one.verdict)).map(([name, all]) => `${name} ${all!.length}`);
      say(
        `${half}: ${expected}: ${kind}`,
        share(
          same.filter((one) => accepts[expected].includes(one.verdict)),
          same,
        ),
        spread.join(", "),
      );
    }
    if (onlyDevelopment && process.argv.includes("--show"))
      for (const one of of.filter((miss) => !accepts[expected].includes(miss.verdict)).slice(0, 12))
        process.stderr.write(
          `${one.kind} -> ${one.verdict}: ${one.text}\n    IN ${one.content.slice(0, 500).replace(/\n/g, " / ")}\n`,
        );
  }
  const falseGreen = judged.filter((one) => one.expected !== "accepted" && one.expected !== "supported" && green.has(one.verdict));
  say(`${half}: green without a match`, falseGreen.length, "cases", 0, falseGreen.length === 0);
  say(`${half}: time`, rounded(took / judged.length), "ms a claim");
}

function share(some: readonly unknown[], all: readonly unknown[]): number {
  return all.length === 0 ? 1 : rounded(some.length / all.length);
}

/** Of the last citation, which is the one that a case is about. */
function judge({ text, content }: Case): CitedWords["verdict"] {
  const [source] = verifyCitations(text, [{ id: "s", type: "edgar", name: "Act", number: 1, content }]);
  return source?.cited?.at(-1)?.verdict ?? "not-checked";
}

function sets(folder: string) {
  const languages = { de: "de/corpus_dev", sv: "se/corpus_dev", nl: "nl/corpus_dev", en: "eu/corpus_dev" } as const;
  const law = Object.entries(languages).map(([language, corpus]) =>
    linesOf(folder, corpus).map((line) => {
      const { id, text, law: act } = JSON.parse(line) as { id: string; text: string; law: string };
      return { id, text, act, language: language as keyof typeof languages };
    }),
  );
  const british = linesOf(folder, "uk/corpus_cca1974").map((line) => {
    const { id, text } = JSON.parse(line) as { id: string; text: string };
    return { id, text, act: "Consumer Credit Act 1974", language: "en" as const };
  });
  const contracts = linesOf(folder, "contracts/corpus_cuad_dev").map((line) => {
    const { id, text } = JSON.parse(line) as { id: string; text: string };
    // Contracts share their boilerplate: none is foreign to another.
    return { id, text, act: "contract", language: "en" as const };
  });
  return [...law, british, contracts];
}
