/* The headings and set phrases of a memo, in the languages that stored law has. */
import type { ProseLanguage } from "../text/sentences.ts";
import type { AuthorityStatus } from "./research.ts";

export type MemoWords = {
  memo: string;
  lawOn: (day: string) => string;
  lawToday: (day: string) => string;
  extracts: string;
  shortAnswer: string;
  counter: string;
  change: string;
  gaps: string;
  gap: (question: string) => string;
  authorities: string;
  columns: readonly [string, string, string, string];
  log: string;
  looked: Record<"law" | "files" | "citing", string>;
  nothing: string;
  setAside: string;
  noSource: string;
  status: Record<AuthorityStatus, string>;
};

const en: MemoWords = {
  memo: "Memo",
  lawOn: (day) => `The law as it was on ${day}.`,
  lawToday: (day) => `The law as stored on ${day}.`,
  extracts:
    "This memo holds extracts that were found by rules, word for word. Nothing in it was composed, and it draws no conclusion.",
  shortAnswer: "Short answer",
  counter: "Counter-arguments",
  change: "What would change this",
  gaps: "What was not found",
  gap: (question) => `Nothing that was searched answers this: ${question}`,
  authorities: "Authorities",
  columns: ["No.", "Authority", "Text", "Status"],
  log: "Search log",
  looked: { law: "Law", files: "Files", citing: "Provisions that cite" },
  nothing: "nothing found",
  setAside: "set aside",
  noSource: "no source",
  status: {
    "in-force": "In force",
    "to-come": "Not yet in force",
    amended: "Amended since",
    repealed: "Repealed",
    ended: "No longer in force",
    decided: "Decision",
    file: "File",
  },
};

const sv: MemoWords = {
  memo: "PM",
  lawOn: (day) => `Rätten som den gällde den ${day}.`,
  lawToday: (day) => `Rätten som den var lagrad den ${day}.`,
  extracts: "Denna PM består av utdrag som regler har hittat, ordagrant. Inget i den är formulerat, och den drar ingen slutsats.",
  shortAnswer: "Kort svar",
  counter: "Motargument",
  change: "Vad som skulle ändra svaret",
  gaps: "Vad som inte hittades",
  gap: (question) => `Inget av det som söktes igenom besvarar detta: ${question}`,
  authorities: "Källor",
  columns: ["Nr", "Källa", "Text", "Status"],
  log: "Sökningar",
  looked: { law: "Lag", files: "Filer", citing: "Bestämmelser som hänvisar" },
  nothing: "inget hittades",
  setAside: "lades åt sidan",
  noSource: "utan källa",
  status: {
    "in-force": "I kraft",
    "to-come": "Ännu inte i kraft",
    amended: "Ändrad sedan dess",
    repealed: "Upphävd",
    ended: "Inte längre i kraft",
    decided: "Avgörande",
    file: "Fil",
  },
};

const de: MemoWords = {
  memo: "Vermerk",
  lawOn: (day) => `Die Rechtslage am ${day}.`,
  lawToday: (day) => `Das Recht, wie es am ${day} gespeichert war.`,
  extracts:
    "Dieser Vermerk besteht aus wörtlichen Auszügen, die Regeln gefunden haben. Nichts darin ist formuliert, und er zieht keinen Schluss.",
  shortAnswer: "Kurze Antwort",
  counter: "Gegenargumente",
  change: "Was die Antwort ändern würde",
  gaps: "Was nicht gefunden wurde",
  gap: (question) => `Nichts, was durchsucht wurde, beantwortet dies: ${question}`,
  authorities: "Quellen",
  columns: ["Nr.", "Quelle", "Text", "Status"],
  log: "Suchprotokoll",
  looked: { law: "Recht", files: "Dateien", citing: "Verweisende Vorschriften" },
  nothing: "nichts gefunden",
  setAside: "beiseitegelegt",
  noSource: "ohne Quelle",
  status: {
    "in-force": "In Kraft",
    "to-come": "Noch nicht in Kraft",
    amended: "Seither geändert",
    repealed: "Aufgehoben",
    ended: "Nicht mehr in Kraft",
    decided: "Entscheidung",
    file: "Datei",
  },
};

const nl: MemoWords = {
  memo: "Memo",
  lawOn: (day) => `Het recht zoals het op ${day} gold.`,
  lawToday: (day) => `Het recht zoals het op ${day} was opgeslagen.`,
  extracts:
    "Dit memo bestaat uit letterlijke uittreksels die regels hebben gevonden. Niets erin is geformuleerd en het trekt geen conclusie.",
  shortAnswer: "Kort antwoord",
  counter: "Tegenargumenten",
  change: "Wat het antwoord zou veranderen",
  gaps: "Wat niet is gevonden",
  gap: (question) => `Niets van wat is doorzocht beantwoordt dit: ${question}`,
  authorities: "Bronnen",
  columns: ["Nr.", "Bron", "Tekst", "Status"],
  log: "Zoekopdrachten",
  looked: { law: "Recht", files: "Bestanden", citing: "Verwijzende bepalingen" },
  nothing: "niets gevonden",
  setAside: "terzijde gelegd",
  noSource: "zonder bron",
  status: {
    "in-force": "In werking",
    "to-come": "Nog niet in werking",
    amended: "Sindsdien gewijzigd",
    repealed: "Ingetrokken",
    ended: "Niet meer in werking",
    decided: "Uitspraak",
    file: "Bestand",
  },
};

export const memoWords: Record<ProseLanguage, MemoWords> = { en, sv, de, nl };
