/*
 * Questions about stored law: what a provision says, one that does not exist, and one that was repealed. The acts are
 * invented, so that no model knows them.
 */
import { readGesetz } from "#server/knowledge/forms/gesetze-im-internet.ts";
import { readLegislation } from "#server/knowledge/forms/legislation-gov-uk.ts";
import { readSwedishLaw } from "#server/knowledge/forms/swedish-law.ts";
import { readWet } from "#server/knowledge/forms/wetten.ts";
import type { LawAct } from "#server/knowledge/law-act.ts";
import { britishAct, dutchAct, germanAct, swedishAct } from "../../test/statutes.ts";
import type { Task } from "./task.ts";

export function actsOfTasks(): LawAct[] {
  const last = "Övergångsbestämmelser";
  const swedish = swedishAct.replace(last, String.raw`3 § Har upphävts genom lag (2099:44).\r\n\r\n${last}`);
  const german = germanAct.replace(
    "</norm></dokumente>",
    "</norm><norm><metadaten><jurabk>ProbeG</jurabk><enbez>§ 3</enbez></metadaten><textdaten><text><Content><P>(weggefallen)</P></Content></text></textdaten></norm></dokumente>",
  );
  // Not dated in the future.
  const [se, de, gb, nl] = [swedish, german, britishAct, dutchAct].map((act) => act.replaceAll("2099", "1999"));
  return [...readSwedishLaw(se!), ...readGesetz(de!), ...readLegislation(gb!), ...readWet(nl!)];
}

type Asked = Pick<Task, "language" | "question"> & { says: RegExp };

/** What it says, citing the provision down to the paragraph. */
const provisions: readonly (Asked & { cites: RegExp })[] = [
  {
    language: "sv",
    question: "Hur lång är uppsägningstiden vid provarbete enligt lagen (1999:10) om provarbete? Citera bestämmelsen.",
    says: /fjorton dagar/,
    cites: /2 kap\. 1 §/,
  },
  {
    language: "de",
    question: "Welche Frist gilt nach dem ProbeG für eine Kündigung in der Probezeit? Zitiere die Vorschrift.",
    says: /zwei Wochen/,
    cites: /§ 1 (?:Abs\.|Absatz) 2/,
  },
  {
    language: "en",
    question: "How must notice be given under the Trial Work Act 1999? Quote the provision.",
    says: /in writing/,
    cites: /s(?:ection|\.)? ?1 ?\(2\)/i,
  },
  {
    language: "nl",
    question: "Welke opzegtermijn geldt volgens de Wet proefarbeid? Citeer de bepaling.",
    says: /tien dagen/,
    cites: /art(?:ikel|\.) 1\.1/i,
  },
];

const missing: readonly Asked[] = [
  {
    language: "sv",
    question: "Vad säger 9 kap. 4 § lagen (1999:10) om provarbete?",
    says: /finns (?:inte|ingen)|saknas|inte finns|innehåller ing/i,
  },
  {
    language: "de",
    question: "Was regelt § 99 ProbeG?",
    says: /gibt es nicht|nicht enthalten|enthält (?:kein|[^.]* nicht\b)|existiert nicht|kein(?:en)? § 99/i,
  },
  {
    language: "en",
    question: "What does section 40 of the Trial Work Act 1999 say?",
    says: /no section 40|not (?:contain|in|have|include)|does not exist|doesn[’']t/i,
  },
  {
    language: "nl",
    question: "Wat staat er in artikel 9.9 van de Wet proefarbeid?",
    says: /bestaat niet|geen artikel 9\.9|niet (?:voor|in|terug)|staat er niet/i,
  },
];

const repealed: readonly Asked[] = [
  { language: "sv", question: "Vad säger 2 kap. 3 § lagen (1999:10) om provarbete?", says: /upphäv/i },
  { language: "de", question: "Was regelt § 3 ProbeG?", says: /weggefallen|aufgehoben/i },
];

const law = { en: "GB", sv: "SE", de: "DE", nl: "NL" } as const;

const task = (id: string, { language, question, says }: Asked, checks: Partial<Task["checks"]> = {}): Task => ({
  id: `law/${id}/${language}`,
  kind: "law",
  language,
  question,
  law: [law[language as keyof typeof law]],
  checks: { markers: [], says: [says], ...checks },
});

export const tasksOfLaw: readonly Task[] = [
  ...provisions.map((one) => task("provision", one, { quotes: true, says: [one.says, one.cites] })),
  ...missing.map((one) => task("missing", one)),
  ...repealed.map((one) => task("repealed", one)),
];
