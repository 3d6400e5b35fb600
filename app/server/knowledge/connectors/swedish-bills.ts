/*
 * Government bills from the parliament's open data, by their number ("prop. 2017/18:105"). A
 * bill's id is made of the session's code, 03, and its number: H503105.
 */
import { readSwedishBill } from "../forms/swedish-bill.ts";
import type { Connector, Reference } from "./connector.ts";
import { mustAnswer, provenanceOf, type PoliteFetch } from "./polite-fetch.ts";

const cited = /(?<!\p{L})prop(?:osition(?:en)?)?\.?\s+((?:19|20)\d{2}\/(?:\d{4}|\d{2})):(\d{1,3})(?!\d)/giu;

/** GG is 1992/93, GZ 2011/12 and H0 2012/13: base 36, one up each session. */
export function billId(session: string, number: string): string {
  const code = Number.parseInt("GG", 36) + Number(session.slice(0, 4)) - 1992;
  return `${code.toString(36).toUpperCase()}03${number}`;
}

export function createSwedishBills(base: string, ask: PoliteFetch): Connector {
  return {
    describe: () => ({
      id: "swedish-bills",
      name: "Riksdagen (propositioner)",
      jurisdiction: "SE",
      home: "https://www.riksdagen.se/sv/dokument-och-lagar/",
      licence: "Sveriges riksdag; fritt enligt 9 § upphovsrättslagen",
      needs: null,
      isFinal: true,
    }),
    named: (text) =>
      [
        ...new Map(
          [...text.matchAll(cited)].map(([, session = "", number = ""]) => [billId(session, number), `Prop. ${session}:${number}`]),
        ),
      ].map(([key, name]): Reference => ({ source: "swedish-bills", key, label: name, actId: name, names: [name] })),
    /** Words find acts first; bills are read where they are named. */
    search: () => Promise.resolve([]),
    async open({ key }, signal) {
      const answer = await mustAnswer(
        ask({ url: `${base}/dokument/${encodeURIComponent(key)}.json`, accept: "application/json", signal }),
      );
      return { key, acts: readSwedishBill(answer.body.toString("utf8")), provenance: provenanceOf(answer) };
    },
    refresh: () => Promise.resolve(null),
  };
}
