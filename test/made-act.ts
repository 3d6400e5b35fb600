/* An act as a source hands it over, with the texts of its sections by their numbers. */
import type { LawAct } from "#server/knowledge/law-act.ts";

type Given = Pick<LawAct, "id" | "jurisdiction" | "title" | "version">;

export const madeAct = (given: Given, texts: Record<string, string>): LawAct => ({
  ...given,
  source: "rows",
  shortNames: [],
  inForce: null,
  url: "https://law.example/act",
  licence: "",
  sections: Object.entries(texts).map(([number, text]) => ({
    ref: `${given.id}:${number}`,
    number,
    label: `section ${number}`,
    heading: "",
    path: [],
    text,
    url: `https://law.example/act#${number}`,
    inForce: null,
  })),
});
