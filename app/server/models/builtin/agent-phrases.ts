/* The built-in editor's phrases as an agent, in four languages: rules, counts, and what it hasn't done. */
import type { CheckGroup, FindingKind } from "#core/clauses/document-checks.ts";
import type { ProseLanguage } from "#core/text/sentences.ts";
import type { BeyondKind } from "./agent-words.ts";

export type JobKind = "check" | "correct" | "shorten" | "plain" | "measure";

export type AgentPhrases = {
  and: string;
  empty: string;
  label: string;
  canDo: string;
  nothingAsked: string;
  needsModel: (what: string) => string;
  beyond: Record<BeyondKind, string>;
  wholeDocument: string;
  andMore: (first: string, count: number) => string;
  jobs: Record<Exclude<JobKind, "check">, string>;
  checkAll: string;
  check: (what: string) => string;
  groups: Record<CheckGroup, string>;
  /** For the timeline. */
  done: Record<JobKind, string>;
  changes: (count: number) => string;
  leftOut: (count: number) => string;
  toDecide: string;
  found: Record<FindingKind, (words: string) => string>;
  more: (count: number) => string;
  reads: (words: string, lix: number | null, flesch: number | null) => string;
  noGrammar: string;
  long: string;
  grammarFailed: string;
  legal: string;
  failed: string;
};

function scores(lix: number | null, flesch: number | null): string {
  return `${lix === null ? "" : `, LIX ${lix}`}${flesch === null ? "" : `, Flesch ${flesch}`}`;
}

const english: AgentPhrases = {
  and: "and",
  empty: "The document is empty: there is nothing to work through yet.",
  label: "Stet’s built-in editor: rules, no language model. Meaning, facts and law were not judged.",
  canDo:
    "What I can do by rules, through the whole document: correct grammar, spelling and punctuation (English), put plain words for stiff ones, shorten what says nothing, check defined terms, references, numbering, figures and quotation marks, and measure how it reads. Name one or more of these, and the clause if it is not the whole.",
  nothingAsked: "I did not find in your request what I could do here by rules, so nothing was changed.",
  needsModel: (what) => `Not done, because it needs a language model: ${what}. Choose one in the model menu and ask again.`,
  beyond: {
    translate: "translating",
    summarize: "summarising",
    write: "writing new text",
    meaning: "changing what the text means",
    move: "moving text",
    tone: "changing the tone",
  },
  wholeDocument: "The whole document",
  andMore: (first, count) => `${first} and ${count} more`,
  jobs: {
    correct: "Correct grammar, spelling and punctuation",
    shorten: "Take out words that say nothing",
    plain: "Put plain words for stiff ones",
    measure: "Measure how it reads",
  },
  checkAll: "Check terms, references, numbering, figures and marks",
  check: (what) => `Check ${what}`,
  groups: {
    terms: "defined terms",
    references: "references",
    numbering: "numbering",
    figures: "figures and dates",
    marks: "quotation marks and brackets",
  },
  done: {
    check: "terms and references",
    correct: "grammar and spelling",
    shorten: "shortened",
    plain: "plainer words",
    measure: "readability",
  },
  changes: (count) => (count === 0 ? "nothing to change" : count === 1 ? "one change" : `${count} changes`),
  leftOut: (count) =>
    count === 1
      ? "One more was left out, because it touches another change or cannot be placed with certainty."
      : `${count} more were left out, because they touch another change or cannot be placed with certainty.`,
  toDecide: "**For you to decide**, without a safe change:",
  found: {
    unused: (words) => `“${words}” is defined and never used.`,
    twice: (words) => `“${words}” is defined before: this is a second definition.`,
    case: (words) => `“${words}” is a defined term but is in lower case here.`,
    undefined: (words) => `“${words}” is used like a defined term, and is not defined.`,
    missing: (words) => `“${words}” is not in this document.`,
    doubtful: (words) => `Many references name clauses whose numbers are not in the text, such as “${words}”.`,
    numbering: (words) => `The numbering is not right at “${words}”.`,
    figures: (words) => `Figures or dates that do not agree: “${words}”.`,
    marks: (words) => `A mark without its other half: “${words}”.`,
  },
  more: (count) => `… and ${count} more; the Checks panel has all of them.`,
  reads: (words, lix, flesch) => `How it reads: ${words} words${scores(lix, flesch)}.`,
  noGrammar:
    "There is no grammar check for this language without a language model; only doubled words, spacing and unpaired marks were checked.",
  long: "The text is long: grammar and spelling were checked only in part; the rest for doubled words, spacing and unpaired marks.",
  grammarFailed: "The grammar checker failed on this text; only doubled words, spacing and unpaired marks were checked.",
  legal: "The text reads as legal drafting, so words that may carry legal meaning were left alone.",
  failed: "A check failed",
};

const swedish: AgentPhrases = {
  and: "och",
  empty: "Dokumentet är tomt: det finns inget att gå igenom än.",
  label: "Stets inbyggda redaktör: regler, ingen språkmodell. Betydelse, fakta och juridik har inte bedömts.",
  canDo:
    "Det här kan jag göra med regler, genom hela dokumentet: rätta grammatik, stavning och skiljetecken (engelska; i svenska, tyska och nederländska dubblerade ord, mellanslag och oparade tecken), byta stela ord mot enkla, stryka det som inget säger, kontrollera definierade termer, hänvisningar, numrering, tal och citattecken, och mäta hur texten läses. Nämn ett eller flera av dem, och punkten om det inte gäller allt.",
  nothingAsked: "Jag hittade inget i din begäran som jag kan göra här med regler, så inget har ändrats.",
  needsModel: (what) => `Inte gjort, eftersom det kräver en språkmodell: ${what}. Välj en i modellmenyn och fråga igen.`,
  beyond: {
    translate: "att översätta",
    summarize: "att sammanfatta",
    write: "att skriva ny text",
    meaning: "att ändra vad texten betyder",
    move: "att flytta text",
    tone: "att ändra tonen",
  },
  wholeDocument: "Hela dokumentet",
  andMore: (first, count) => `${first} och ${count} till`,
  jobs: {
    correct: "Rätta grammatik, stavning och skiljetecken",
    shorten: "Stryka ord som inget säger",
    plain: "Byta stela ord mot enkla",
    measure: "Mäta hur texten läses",
  },
  checkAll: "Kontrollera termer, hänvisningar, numrering, tal och tecken",
  check: (what) => `Kontrollera ${what}`,
  groups: {
    terms: "definierade termer",
    references: "hänvisningar",
    numbering: "numrering",
    figures: "tal och datum",
    marks: "citattecken och parenteser",
  },
  done: {
    check: "termer och hänvisningar",
    correct: "grammatik och stavning",
    shorten: "kortat",
    plain: "enklare ord",
    measure: "läsbarhet",
  },
  changes: (count) => (count === 0 ? "inget att ändra" : count === 1 ? "en ändring" : `${count} ändringar`),
  leftOut: (count) =>
    count === 1
      ? "En till utelämnades, eftersom den rör en annan ändring eller inte kan placeras med säkerhet."
      : `${count} till utelämnades, eftersom de rör en annan ändring eller inte kan placeras med säkerhet.`,
  toDecide: "**För dig att avgöra**, utan säker ändring:",
  found: {
    unused: (words) => `”${words}” är definierat och används aldrig.`,
    twice: (words) => `”${words}” är redan definierat: det här är en andra definition.`,
    case: (words) => `”${words}” är en definierad term och står här med liten bokstav.`,
    undefined: (words) => `”${words}” används som en definierad term men är inte definierat.`,
    missing: (words) => `”${words}” finns inte i dokumentet.`,
    doubtful: (words) => `Många hänvisningar gäller nummer som inte finns i texten, till exempel ”${words}”.`,
    numbering: (words) => `Numreringen stämmer inte vid ”${words}”.`,
    figures: (words) => `Tal eller datum som inte stämmer överens: ”${words}”.`,
    marks: (words) => `Ett tecken utan sin andra hälft: ”${words}”.`,
  },
  more: (count) => `… och ${count} till; panelen Checks har alla.`,
  reads: (words, lix, flesch) => `Så läses texten: ${words} ord${scores(lix, flesch)}.`,
  noGrammar:
    "Det finns ingen grammatikkontroll för textens språk utan en språkmodell; bara dubblerade ord, mellanslag och oparade tecken kontrollerades.",
  long: "Texten är lång: grammatik och stavning kontrollerades bara delvis, resten för dubblerade ord, mellanslag och oparade tecken.",
  grammarFailed: "Grammatikkontrollen misslyckades; bara dubblerade ord, mellanslag och oparade tecken kontrollerades.",
  legal: "Texten ser ut som en juridisk text, så ord som kan ha rättslig betydelse lämnades.",
  failed: "En kontroll misslyckades",
};

const german: AgentPhrases = {
  and: "und",
  empty: "Das Dokument ist leer: Es gibt noch nichts durchzugehen.",
  label: "Stets eingebauter Lektor: Regeln, kein Sprachmodell. Bedeutung, Fakten und Recht wurden nicht beurteilt.",
  canDo:
    "Das kann ich nach Regeln tun, durch das ganze Dokument: Grammatik, Rechtschreibung und Zeichensetzung korrigieren (Englisch; in Schwedisch, Deutsch und Niederländisch doppelte Wörter, Abstände und Zeichen ohne Gegenstück), steife Wörter durch einfache ersetzen, streichen, was nichts sagt, definierte Begriffe, Verweise, Nummerierung, Zahlen und Anführungszeichen prüfen und messen, wie sich der Text liest. Nennen Sie eines oder mehrere davon, und die Klausel, wenn nicht alles gemeint ist.",
  nothingAsked: "In Ihrer Bitte habe ich nichts gefunden, was ich hier nach Regeln tun kann; es wurde nichts geändert.",
  needsModel: (what) =>
    `Nicht getan, weil es ein Sprachmodell braucht: ${what}. Wählen Sie eines im Modellmenü und fragen Sie noch einmal.`,
  beyond: {
    translate: "übersetzen",
    summarize: "zusammenfassen",
    write: "neuen Text schreiben",
    meaning: "ändern, was der Text bedeutet",
    move: "Text umstellen",
    tone: "den Ton ändern",
  },
  wholeDocument: "Das ganze Dokument",
  andMore: (first, count) => `${first} und ${count} weitere`,
  jobs: {
    correct: "Grammatik, Rechtschreibung und Zeichensetzung korrigieren",
    shorten: "Wörter streichen, die nichts sagen",
    plain: "Steife Wörter durch einfache ersetzen",
    measure: "Messen, wie sich der Text liest",
  },
  checkAll: "Begriffe, Verweise, Nummerierung, Zahlen und Zeichen prüfen",
  check: (what) => `Prüfen: ${what}`,
  groups: {
    terms: "definierte Begriffe",
    references: "Verweise",
    numbering: "Nummerierung",
    figures: "Zahlen und Daten",
    marks: "Anführungszeichen und Klammern",
  },
  done: {
    check: "Begriffe und Verweise",
    correct: "Grammatik und Rechtschreibung",
    shorten: "gekürzt",
    plain: "einfachere Wörter",
    measure: "Lesbarkeit",
  },
  changes: (count) => (count === 0 ? "nichts zu ändern" : count === 1 ? "eine Änderung" : `${count} Änderungen`),
  leftOut: (count) =>
    count === 1
      ? "Eine weitere wurde ausgelassen, weil sie eine andere Änderung berührt oder nicht sicher einzuordnen ist."
      : `${count} weitere wurden ausgelassen, weil sie eine andere Änderung berühren oder nicht sicher einzuordnen sind.`,
  toDecide: "**Von Ihnen zu entscheiden**, ohne sichere Änderung:",
  found: {
    unused: (words) => `„${words}“ ist definiert und wird nie verwendet.`,
    twice: (words) => `„${words}“ ist schon definiert: Dies ist eine zweite Definition.`,
    case: (words) => `„${words}“ ist ein definierter Begriff und steht hier klein.`,
    undefined: (words) => `„${words}“ wird wie ein definierter Begriff verwendet, ist aber nicht definiert.`,
    missing: (words) => `„${words}“ gibt es in diesem Dokument nicht.`,
    doubtful: (words) => `Viele Verweise nennen Nummern, die nicht im Text stehen, etwa „${words}“.`,
    numbering: (words) => `Die Nummerierung stimmt nicht bei „${words}“.`,
    figures: (words) => `Zahlen oder Daten, die nicht zusammenpassen: „${words}“.`,
    marks: (words) => `Ein Zeichen ohne Gegenstück: „${words}“.`,
  },
  more: (count) => `… und ${count} weitere; alle stehen im Bereich Checks.`,
  reads: (words, lix, flesch) => `So liest sich der Text: ${words} Wörter${scores(lix, flesch)}.`,
  noGrammar:
    "Für die Sprache des Textes gibt es ohne Sprachmodell keine Grammatikprüfung; geprüft wurden nur doppelte Wörter, Abstände und Zeichen ohne Gegenstück.",
  long: "Der Text ist lang: Grammatik und Rechtschreibung wurden nur zum Teil geprüft, der Rest auf doppelte Wörter, Abstände und Zeichen ohne Gegenstück.",
  grammarFailed:
    "Die Grammatikprüfung ist fehlgeschlagen; geprüft wurden nur doppelte Wörter, Abstände und Zeichen ohne Gegenstück.",
  legal: "Der Text liest sich wie ein Rechtstext; Wörter, die rechtlich von Bedeutung sein können, blieben unberührt.",
  failed: "Eine Prüfung ist fehlgeschlagen",
};

const dutch: AgentPhrases = {
  and: "en",
  empty: "Het document is leeg: er is nog niets om door te lopen.",
  label: "De ingebouwde redacteur van Stet: regels, geen taalmodel. Betekenis, feiten en recht zijn niet beoordeeld.",
  canDo:
    "Dit kan ik met regels doen, door het hele document: grammatica, spelling en interpunctie corrigeren (Engels; in het Zweeds, Duits en Nederlands dubbele woorden, spaties en tekens zonder tegenhanger), stijve woorden door eenvoudige vervangen, schrappen wat niets zegt, gedefinieerde begrippen, verwijzingen, nummering, getallen en aanhalingstekens controleren, en meten hoe de tekst leest. Noem er een of meer van, en de bepaling als het niet om alles gaat.",
  nothingAsked: "Ik vond in uw verzoek niets dat ik hier met regels kan doen; er is niets gewijzigd.",
  needsModel: (what) => `Niet gedaan, omdat het een taalmodel vraagt: ${what}. Kies er een in het modelmenu en vraag het opnieuw.`,
  beyond: {
    translate: "vertalen",
    summarize: "samenvatten",
    write: "nieuwe tekst schrijven",
    meaning: "wijzigen wat de tekst betekent",
    move: "tekst verplaatsen",
    tone: "de toon wijzigen",
  },
  wholeDocument: "Het hele document",
  andMore: (first, count) => `${first} en nog ${count}`,
  jobs: {
    correct: "Grammatica, spelling en interpunctie corrigeren",
    shorten: "Woorden schrappen die niets zeggen",
    plain: "Stijve woorden door eenvoudige vervangen",
    measure: "Meten hoe de tekst leest",
  },
  checkAll: "Begrippen, verwijzingen, nummering, getallen en tekens controleren",
  check: (what) => `Controleren: ${what}`,
  groups: {
    terms: "gedefinieerde begrippen",
    references: "verwijzingen",
    numbering: "nummering",
    figures: "getallen en data",
    marks: "aanhalingstekens en haakjes",
  },
  done: {
    check: "begrippen en verwijzingen",
    correct: "grammatica en spelling",
    shorten: "ingekort",
    plain: "eenvoudiger woorden",
    measure: "leesbaarheid",
  },
  changes: (count) => (count === 0 ? "niets te wijzigen" : count === 1 ? "één wijziging" : `${count} wijzigingen`),
  leftOut: (count) =>
    count === 1
      ? "Er is er nog een weggelaten, omdat die een andere wijziging raakt of niet met zekerheid te plaatsen is."
      : `Er zijn er nog ${count} weggelaten, omdat ze een andere wijziging raken of niet met zekerheid te plaatsen zijn.`,
  toDecide: "**Aan u om te beslissen**, zonder veilige wijziging:",
  found: {
    unused: (words) => `‘${words}’ is gedefinieerd en wordt nergens gebruikt.`,
    twice: (words) => `‘${words}’ is al gedefinieerd: dit is een tweede definitie.`,
    case: (words) => `‘${words}’ is een gedefinieerd begrip en staat hier met een kleine letter.`,
    undefined: (words) => `‘${words}’ wordt gebruikt als een gedefinieerd begrip, maar is niet gedefinieerd.`,
    missing: (words) => `‘${words}’ staat niet in dit document.`,
    doubtful: (words) => `Veel verwijzingen noemen nummers die niet in de tekst staan, zoals ‘${words}’.`,
    numbering: (words) => `De nummering klopt niet bij ‘${words}’.`,
    figures: (words) => `Getallen of data die niet met elkaar kloppen: ‘${words}’.`,
    marks: (words) => `Een teken zonder tegenhanger: ‘${words}’.`,
  },
  more: (count) => `… en nog ${count}; in het paneel Checks staan ze allemaal.`,
  reads: (words, lix, flesch) => `Zo leest de tekst: ${words} woorden${scores(lix, flesch)}.`,
  noGrammar:
    "Voor de taal van de tekst is er zonder taalmodel geen grammaticacontrole; alleen dubbele woorden, spaties en tekens zonder tegenhanger zijn gecontroleerd.",
  long: "De tekst is lang: grammatica en spelling zijn maar voor een deel gecontroleerd, de rest op dubbele woorden, spaties en tekens zonder tegenhanger.",
  grammarFailed:
    "De grammaticacontrole is mislukt; alleen dubbele woorden, spaties en tekens zonder tegenhanger zijn gecontroleerd.",
  legal: "De tekst leest als een juridische tekst; woorden die juridisch van belang kunnen zijn, bleven staan.",
  failed: "Een controle is mislukt",
};

const all: Record<ProseLanguage, AgentPhrases> = { en: english, sv: swedish, de: german, nl: dutch };

export function agentPhrases(language: ProseLanguage): AgentPhrases {
  return all[language];
}
