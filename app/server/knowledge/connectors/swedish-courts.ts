/*
 * Swedish precedents from Domstolsverket's open data: reports since 1981 (NJA, HFD, RÅ, AD, MÖD,
 * MIG, RH, PMÖD) by their citation, or by words.
 */
import { z } from "zod";
import { plainCitation, publicationSchema, readSwedishDecision } from "../forms/swedish-decision.ts";
import { ShapeChanged } from "../law-act.ts";
import { SourceProblem, type Connector, type Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type PoliteFetch } from "./polite-fetch.ts";
import { searchWords } from "./search-words.ts";

const cited =
  /(?<![\p{L}\d])(NJA \d{4} s\. ?\d{1,4}|(?:HFD|RÅ) \d{4} (?:ref|not)\. ?\d{1,4}|AD \d{4} nr ?\d{1,4}|(?:P?MÖD|MIG|RH|RK) \d{4}:\d{1,4})(?!\d)/gu;

const listSchema = z.object({ publiceringslista: z.array(publicationSchema) });

export function createSwedishCourts(base: string, ask: PoliteFetch): Connector {
  async function list(words: readonly string[], signal: AbortSignal) {
    const sought = {
      antalPerSida: 10,
      asc: false,
      sidIndex: 0,
      sokfras: { andLista: words, notLista: [], orLista: [] },
      sortorder: "avgorandedatum",
    };
    const body = { type: "application/json", text: JSON.stringify(sought) };
    const answer = await mustAnswer(ask({ url: `${base}/api/v1/sok`, accept: "application/json", body, signal }));
    const read = listSchema.safeParse(jsonOf(answer.body.toString("utf8")));
    if (!read.success)
      throw new ShapeChanged(`the list of decisions: ${read.error.issues[0]?.path.join(".") || "JSON"} is missing`);
    return read.data.publiceringslista;
  }

  return {
    describe: () => ({
      id: "swedish-courts",
      name: "Domstolsverket",
      jurisdiction: "SE",
      home: "https://rattspraxis.etjanst.domstol.se",
      licence: "Domstolsverket, öppna data; fritt enligt 9 § upphovsrättslagen",
      needs: null,
      isFinal: true,
    }),
    named: (text) =>
      [
        ...new Set([...text.matchAll(cited)].map(([citation]) => citation.replace(/\.(?=\d)/, ". ").replace(/nr(?=\d)/, "nr "))),
      ].map((citation): Reference => ({
        source: "swedish-courts",
        key: `referat:${citation}`,
        label: citation,
        actId: `Rättspraxis ${citation}`,
        names: [citation],
      })),
    async search(question, signal) {
      const words = searchWords(question, "sv", 3);
      if (words.length === 0) return [];
      return (await list(words, signal)).map(({ id, referatNummerLista, malNummerLista, domstol }) => {
        const [label = malNummerLista?.[0] ?? domstol.domstolNamn] = referatNummerLista ?? [];
        return { source: "swedish-courts", key: id, label, actId: `Rättspraxis ${label}`, names: [] };
      });
    },
    async open({ key, label }, signal) {
      let id = key;
      if (key.startsWith("referat:")) {
        const citation = key.slice("referat:".length);
        const found = await list([citation], signal);
        const meant = found.find((one) => one.referatNummerLista?.some((own) => plainCitation(own) === plainCitation(citation)));
        if (meant === undefined) throw new SourceProblem("not-there", `has no decision ${label}`);
        id = meant.id;
      }
      const url = `${base}/api/v1/publiceringar/${encodeURIComponent(id)}`;
      const answer = await mustAnswer(ask({ url, accept: "application/json", signal }));
      return { key: id, acts: readSwedishDecision(answer.body.toString("utf8")), provenance: provenanceOf(answer) };
    },
    refresh: () => Promise.resolve(null),
  };
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
