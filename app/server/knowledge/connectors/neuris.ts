/*
 * NeuRIS, the federal law information system, in its public test phase: decisions of the federal
 * courts, by their ECLI, their file number ("VIII ZR 123/20") or words. By its OpenAPI
 * description; a decision may be missing, as the collection is incomplete.
 */
import { z } from "zod";
import { readNeuris } from "../forms/neuris.ts";
import { ShapeChanged } from "../law-act.ts";
import { SourceProblem, type Connector, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type PoliteFetch } from "./polite-fetch.ts";
import { searchWords } from "./search-words.ts";

const eclis = /\bECLI:DE:[A-Z]{2,10}:\d{4}:[A-Z0-9.]*[A-Z0-9]/g;
/** "BGH, Urteil vom 5. Mai 2021 – VIII ZR 123/20", "BVerfG 1 BvR 16/13". */
const filed =
  /\b(?:BGH|BVerfG|BAG|BSG|BFH|BVerwG|BPatG|Bundesgerichtshof\p{L}*|Bundesverfassungsgericht\p{L}*|Bundesarbeitsgericht\p{L}*|Bundessozialgericht\p{L}*|Bundesfinanzhof\p{L}*|Bundesverwaltungsgericht\p{L}*)[^\n;]{0,60}?(?<![\p{L}\d])((?:[IVX]{1,5}[a-z]?|\d{1,2}) [A-Z][A-Za-z]{0,5}(?:\([A-Za-z]+\))? \d{1,4}\/\d{2})(?!\d)/gu;

const item = z.object({
  documentNumber: z.string(),
  fileNumbers: z.array(z.string()),
  courtName: z.string().nullish(),
  decisionDate: z.string(),
});
const listSchema = z.object({ member: z.array(z.object({ item })) });

export function createNeuris(base: string, ask: PoliteFetch): Connector {
  async function list(query: Record<string, string>, signal: AbortSignal) {
    const url = `${base}/v1/case-law?${new URLSearchParams({ ...query, size: "10" })}`;
    const answer = await mustAnswer(ask({ url, accept: "application/json", signal }));
    const read = listSchema.safeParse(jsonOf(answer.body.toString("utf8")));
    if (!read.success)
      throw new ShapeChanged(`the list of decisions: ${read.error.issues[0]?.path.join(".") || "JSON"} is missing`);
    return read.data.member.map((one) => one.item);
  }

  return {
    describe: () => ({
      id: "neuris",
      name: "rechtsinformationen.bund.de",
      jurisdiction: "DE",
      home: "https://testphase.rechtsinformationen.bund.de",
      licence: "Gemeinfrei (§ 5 UrhG); rechtsinformationen.bund.de",
      needs: null,
      isFinal: true,
    }),
    named(text) {
      const all = [
        ...[...text.matchAll(eclis)].map(([ecli]) => ["ecli", ecli] as const),
        ...[...text.matchAll(filed)].map(([, number = ""]) => ["file", number] as const),
      ];
      return all.map(([kind, name]): Reference => ({ source: "neuris", key: `${kind}:${name}`, label: name, names: [name] }));
    },
    async search(question, signal) {
      // Every word must be in the decision.
      const words = searchWords(question, "de", 3);
      if (words.length === 0) return [];
      return (await list({ searchTerm: words.join(" ") }, signal)).map(
        ({ documentNumber, fileNumbers, courtName, decisionDate }) => ({
          source: "neuris",
          key: documentNumber,
          label: [courtName ?? "", decisionDate, fileNumbers[0] ?? ""].filter((one) => one !== "").join(", "),
          actId: `NeuRIS ${documentNumber}`,
          names: [],
        }),
      );
    },
    async open({ key, label }, signal) {
      const [, kind, name = ""] = /^(ecli|file):(.+)$/.exec(key) ?? [];
      let number = key;
      if (kind !== undefined) {
        const found = await list(kind === "ecli" ? { ecli: name } : { fileNumber: name }, signal);
        const meant =
          kind === "ecli" ? found[0] : found.find(({ fileNumbers }) => fileNumbers.some((one) => plain(one) === plain(name)));
        if (meant === undefined) throw new SourceProblem("not-there", `has no decision ${label}`);
        number = meant.documentNumber;
      }
      const url = `${base}/v1/case-law/${encodeURIComponent(number)}`;
      const answer = await mustAnswer(ask({ url, accept: "application/json", signal }));
      return { key: number, acts: readNeuris(answer.body.toString("utf8")), provenance: provenanceOf(answer) };
    },
    refresh: () => Promise.resolve(null),
  };
}

const plain = (number: string) => number.replace(/\s+/g, "").toLowerCase();

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
