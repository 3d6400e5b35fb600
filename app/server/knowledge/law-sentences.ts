/*
 * What Stet itself says in an answer about law: what was found, what is not stored, and which
 * wording is given. In the language of the question, because the answer passes them on.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { longDay } from "#core/text/day-and-time.ts";
import { detectLanguage } from "../prose/language.ts";
import type { SourceFault } from "./connectors/connector.ts";
import { languageOf } from "./law-index.ts";

/** `detail` is in English and says more, such as which field is missing. */
export type Why = { fault: SourceFault | "late"; detail: string };

export type LawSentences = {
  nothingAnswers(jurisdictions: readonly string[]): string;
  noLawChosen: string;
  nothingInFiles(names: readonly string[]): string;
  nothingInProject: string;
  noFile: string;
  noReadableFile: string;
  missing(provision: string, act: string, day: string | null): string;
  /** Every chapter of the act begins its numbers again. */
  whichChapter(provision: string, act: string, chapters: readonly string[]): string;
  /** `given`: the date of the wording that is given instead. */
  wording(day: string, given: string | null): string;
  notAsked(name: string, label: string): string;
  nothingStored(name: string, jurisdiction: string): string;
  needs(name: string, setting: string): string;
  failed(name: string, why: Why): string;
  notHad(name: string, label: string, why: Why): string;
  stillSending(name: string, label: string): string;
  usedStored(name: string, why: Why, day: string): string;
};

const mostChapters = 12;

function listed(all: readonly string[], and: string): string {
  const shown = all.length > mostChapters ? [...all.slice(0, mostChapters), "…"] : all;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} ${and} ${shown.at(-1)!}`;
}

const quoted = (names: readonly string[]) => names.map((name) => `“${name}”`).join(", ");

type Faults = Record<Why["fault"], string>;

const swedish: Faults = {
  unreachable: "kunde inte nås",
  failing: "svarade med ett fel",
  resting: "kunde nyss inte nås och frågas inte just nu",
  pause: "ber om en paus mellan frågorna",
  "not-there": "har inte dokumentet",
  refused: "avvisade frågan",
  changed: "svarade i en form som Stet inte känner till",
  off: "frågas inte",
  late: "har inte svarat än",
};

const german: Faults = {
  unreachable: "war nicht zu erreichen",
  failing: "antwortete mit einem Fehler",
  resting: "war eben nicht zu erreichen und wird gerade nicht gefragt",
  pause: "bittet um eine Pause zwischen den Anfragen",
  "not-there": "hat dieses Dokument nicht",
  refused: "lehnte die Anfrage ab",
  changed: "antwortete in einer Form, die Stet nicht kennt",
  off: "wird nicht gefragt",
  late: "hat noch nicht geantwortet",
};

const dutch: Faults = {
  unreachable: "was niet bereikbaar",
  failing: "antwoordde met een fout",
  resting: "was zojuist niet bereikbaar en wordt nu niet bevraagd",
  pause: "vraagt om een pauze tussen de vragen",
  "not-there": "heeft dit document niet",
  refused: "weigerde de vraag",
  changed: "antwoordde in een vorm die Stet niet kent",
  off: "wordt niet bevraagd",
  late: "heeft nog niet geantwoord",
};

const sentences: Record<ProseLanguage, LawSentences> = {
  en: {
    nothingAnswers: (all) => `Nothing stored here answers this question (law of ${all.join(", ")}).`,
    noLawChosen: "No law has been chosen for this chat.",
    nothingInFiles: (names) => `Nothing in ${quoted(names)} bears on this question closely enough.`,
    nothingInProject: "Nothing in the files of the project bears on this question closely enough.",
    noFile: "No file is attached to this chat.",
    noReadableFile: "None of the attached files could be read.",
    missing: (provision, act, day) =>
      `${provision} is not in ${day === null ? "the stored text" : `the text of ${longDay(day)}, as far as it is stored,`} of “${act}”.`,
    whichChapter: (provision, act, chapters) =>
      `Several chapters of “${act}” have a ${provision}: chapters ${listed(chapters, "and")}. Which chapter is meant?`,
    wording: (day, given) =>
      `The wording in force on ${longDay(day)} is not stored; ${given === null ? "this is the stored one, of which its source does not say the day" : `this is the one of ${longDay(given)}`}.`,
    notAsked: (name, label) => `${label} is not stored here, and ${name} is not asked. An administrator can add it.`,
    nothingStored: (name, jurisdiction) =>
      `No law of ${jurisdiction} is stored here, and ${name} is not asked. An administrator can add it.`,
    needs: (name, setting) => `${name} is not asked: set ${setting} to turn it on.`,
    failed: (name, { detail }) => `${name} ${detail}.`,
    notHad: (name, label, { detail }) =>
      detail.includes(label) ? `${name} ${detail}.` : `${name} ${detail}; ${label} is not stored here.`,
    stillSending: (name, label) => `${name} is still sending ${label}. It will be here when you ask again in a moment.`,
    usedStored: (name, { detail }, day) => `${name} ${detail}; the stored text of ${longDay(day)} was used.`,
  },
  sv: {
    nothingAnswers: (all) => `Inget som är lagrat här besvarar frågan (rätt från ${all.join(", ")}).`,
    noLawChosen: "Ingen rättsordning har valts för den här chatten.",
    nothingInFiles: (names) => `Inget i ${quoted(names)} har tillräckligt nära med frågan att göra.`,
    nothingInProject: "Inget i projektets filer har tillräckligt nära med frågan att göra.",
    noFile: "Ingen fil är bifogad till den här chatten.",
    noReadableFile: "Ingen av de bifogade filerna kunde läsas.",
    missing: (provision, act, day) =>
      `${provision} finns inte i ${day === null ? "den lagrade texten" : `texten per den ${longDay(day, "sv")}, såvitt den är lagrad,`} av ”${act}”.`,
    whichChapter: (provision, act, chapters) =>
      `Flera kapitel i ”${act}” har en ${provision}: ${listed(chapters, "och")} kap. Vilket kapitel avses?`,
    wording: (day, given) =>
      `Lydelsen som gällde den ${longDay(day, "sv")} är inte lagrad; ${given === null ? "detta är den lagrade, vars dag källan inte anger" : `detta är den från den ${longDay(given, "sv")}`}.`,
    notAsked: (name, label) => `${label} är inte lagrad här, och ${name} frågas inte. En administratör kan lägga till den.`,
    nothingStored: (name, jurisdiction) =>
      `Ingen rätt från ${jurisdiction} är lagrad här, och ${name} frågas inte. En administratör kan lägga till den.`,
    needs: (name, setting) => `${name} frågas inte: ange ${setting} för att slå på den.`,
    failed: (name, { fault }) => `${name} ${swedish[fault]}.`,
    notHad: (name, label, { fault }) => `${name} ${swedish[fault]}; ${label} är inte lagrad här.`,
    stillSending: (name, label) => `${name} håller på att skicka ${label}. Den finns här när du frågar igen om en stund.`,
    usedStored: (name, { fault }, day) => `${name} ${swedish[fault]}; den lagrade texten från den ${longDay(day, "sv")} användes.`,
  },
  de: {
    nothingAnswers: (all) => `Nichts, was hier gespeichert ist, beantwortet diese Frage (Recht von ${all.join(", ")}).`,
    noLawChosen: "Für diesen Chat ist kein Recht ausgewählt.",
    nothingInFiles: (names) => `Nichts in ${quoted(names)} betrifft diese Frage nah genug.`,
    nothingInProject: "Nichts in den Dateien des Projekts betrifft diese Frage nah genug.",
    noFile: "An diesen Chat ist keine Datei angehängt.",
    noReadableFile: "Keine der angehängten Dateien konnte gelesen werden.",
    missing: (provision, act, day) =>
      `${provision} steht nicht im ${day === null ? "gespeicherten Text" : `Text vom ${longDay(day, "de")}, soweit er gespeichert ist,`} von „${act}“.`,
    whichChapter: (provision, act, chapters) =>
      `Mehrere Kapitel von „${act}“ haben ${provision}: Kapitel ${listed(chapters, "und")}. Welches Kapitel ist gemeint?`,
    wording: (day, given) =>
      `Die am ${longDay(day, "de")} geltende Fassung ist nicht gespeichert; ${given === null ? "dies ist die gespeicherte, deren Tag die Quelle nicht nennt" : `dies ist die vom ${longDay(given, "de")}`}.`,
    notAsked: (name, label) =>
      `${label} ist hier nicht gespeichert, und ${name} wird nicht gefragt. Ein Administrator kann das ergänzen.`,
    nothingStored: (name, jurisdiction) =>
      `Hier ist kein Recht von ${jurisdiction} gespeichert, und ${name} wird nicht gefragt. Ein Administrator kann das ergänzen.`,
    needs: (name, setting) => `${name} wird nicht gefragt: Mit ${setting} wird die Quelle eingeschaltet.`,
    failed: (name, { fault }) => `${name} ${german[fault]}.`,
    notHad: (name, label, { fault }) => `${name} ${german[fault]}; ${label} ist hier nicht gespeichert.`,
    stillSending: (name, label) => `${name} sendet ${label} noch. Fragen Sie gleich noch einmal.`,
    usedStored: (name, { fault }, day) =>
      `${name} ${german[fault]}; verwendet wurde der gespeicherte Text vom ${longDay(day, "de")}.`,
  },
  nl: {
    nothingAnswers: (all) => `Niets wat hier is opgeslagen beantwoordt deze vraag (recht van ${all.join(", ")}).`,
    noLawChosen: "Voor deze chat is geen recht gekozen.",
    nothingInFiles: (names) => `Niets in ${quoted(names)} heeft genoeg met deze vraag te maken.`,
    nothingInProject: "Niets in de bestanden van het project heeft genoeg met deze vraag te maken.",
    noFile: "Bij deze chat is geen bestand gevoegd.",
    noReadableFile: "Geen van de bijgevoegde bestanden kon worden gelezen.",
    missing: (provision, act, day) =>
      `${provision} staat niet in ${day === null ? "de opgeslagen tekst" : `de tekst van ${longDay(day, "nl")}, voor zover opgeslagen,`} van “${act}”.`,
    whichChapter: (provision, act, chapters) =>
      `Meer hoofdstukken van “${act}” hebben ${provision}: de hoofdstukken ${listed(chapters, "en")}. Welk hoofdstuk is bedoeld?`,
    wording: (day, given) =>
      `De tekst die op ${longDay(day, "nl")} gold, is niet opgeslagen; ${given === null ? "dit is de opgeslagen tekst, waarvan de bron de dag niet noemt" : `dit is de tekst van ${longDay(given, "nl")}`}.`,
    notAsked: (name, label) => `${label} is hier niet opgeslagen, en ${name} wordt niet bevraagd. Een beheerder kan dit toevoegen.`,
    nothingStored: (name, jurisdiction) =>
      `Hier is geen recht van ${jurisdiction} opgeslagen, en ${name} wordt niet bevraagd. Een beheerder kan dit toevoegen.`,
    needs: (name, setting) => `${name} wordt niet bevraagd: stel ${setting} in om de bron aan te zetten.`,
    failed: (name, { fault }) => `${name} ${dutch[fault]}.`,
    notHad: (name, label, { fault }) => `${name} ${dutch[fault]}; ${label} is hier niet opgeslagen.`,
    stillSending: (name, label) => `${name} is ${label} nog aan het sturen. Vraag het zo dadelijk opnieuw.`,
    usedStored: (name, { fault }, day) => `${name} ${dutch[fault]}; de opgeslagen tekst van ${longDay(day, "nl")} is gebruikt.`,
  },
};

/** A citation alone has no words of a language: then it is that of the law it is asked of. */
export function lawSentences(question: string, jurisdictions: readonly string[]): LawSentences {
  const ofLaw = [...new Set(jurisdictions.map(languageOf))];
  return sentences[detectLanguage(question) ?? (ofLaw.length === 1 ? ofLaw[0]! : "en")];
}
