/* rechtspraak.nl: judgments by ECLI. Its search supports dates and courts but not words, so search isn't offered. */
import { readRechtspraak } from "../forms/rechtspraak.ts";
import type { Connector } from "./connector.ts";
import { mustAnswer, provenanceOf, type PoliteFetch } from "./polite-fetch.ts";

export function createRechtspraak(base: string, ask: PoliteFetch): Connector {
  return {
    describe: () => ({
      id: "rechtspraak",
      name: "rechtspraak.nl",
      jurisdiction: "NL",
      home: "https://www.rechtspraak.nl",
      licence: "Vrij van auteursrecht, art. 11 Auteurswet; rechtspraak.nl",
      needs: null,
      isFinal: true,
    }),
    named: (text) =>
      [...new Set(text.match(/\bECLI:NL:[A-Z]{2,6}:\d{4}:[A-Z0-9]+\b/g))].map((ecli) => ({
        source: "rechtspraak",
        key: ecli,
        label: ecli,
        actId: ecli,
        names: [],
      })),
    search: () => Promise.resolve([]),
    async open({ key }, signal) {
      const url = `${base}/uitspraken/content?id=${encodeURIComponent(key)}`;
      const answer = await mustAnswer(ask({ url, accept: "application/xml", signal }));
      return { key, acts: readRechtspraak(answer.body.toString("utf8")), provenance: provenanceOf(answer) };
    },
    refresh: () => Promise.resolve(null),
  };
}
