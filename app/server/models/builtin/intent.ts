/*
 * The intent of a message, by keywords in English, Swedish, German and Dutch. The table is in
 * order of precedence: "check the grammar of this essay" asks for corrections, not for an essay.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";
import { findWritingType, writingTypes } from "../../library/skeletons.ts";
import { builtInTemplates, findTemplate } from "../../library/built-in-templates.ts";

export type Intent =
  | "thanks"
  | "about"
  | "greeting"
  | "summarize"
  | "translate"
  | "correct"
  | "plain"
  | "shorten"
  | "evaluate"
  | "improve"
  | "write"
  | "legal-question"
  | "question"
  | "other";

const whole = (words: string) => new RegExp(`(?<![\\p{L}\\p{N}])(?:${words})(?![\\p{L}\\p{N}])`, "iu");
const alone = (words: string) =>
  new RegExp(`^\\W*(?:${words})(?:\\s+(?:there|stet|du|all|everyone|allemaal|zusammen|again))?\\W*$`, "iu");

const patterns: readonly (readonly [Intent, RegExp])[] = [
  [
    "thanks",
    alone(
      "thanks?(?: you)?(?: (?:very|so) much)?|thx|cheers|tack(?: så mycket)?|danke(?: schön| sehr)?|vielen dank|bedankt|dank je(?: wel)?|dank u(?: wel)?",
    ),
  ],
  [
    "greeting",
    alone(
      "hi|hello|hey|good (?:morning|afternoon|evening|day)|hej(?: hej)?|hallå|god (?:morgon|kväll|dag)|hallo|guten (?:tag|morgen|abend)|moin|grüezi|servus|hoi|goedemorgen|goedemiddag|goedenavond|goedendag|dag",
    ),
  ],
  [
    "about",
    whole(
      "(?:who|what) are you|what can you do|what do you do|how do(?:es)? (?:you|this|stet) work|are you (?:an? )?(?:ai|bot|chatgpt|gpt|human|claude|gemini|language model|llm)|which model|what model|" +
        "vem är du|vad är du|vad kan du|hur fungerar (?:du|det här|stet)|är du en|wer bist du|was bist du|was kannst du|was können sie|wer sind sie|wie funktioniert|bist du eine?|wie ben je|wat ben je|wat kun je|wat kan je|hoe werk je|wie bent u|wat kunt u|ben je een",
    ),
  ],
  ["translate", whole("translate|translation|översätt|översättning|übersetze?n?|übersetzung|vertaal|vertalen|vertaling")],
  [
    "summarize",
    whole(
      "summari[sz]e|summary|tl;?dr|sum up|key points|main points|sammanfatta|sammanfattning|fasse? .{0,60}zusammen|zusammenfass\\p{L}*|samenvat\\p{L}*|vat .{0,60}samen",
    ),
  ],
  [
    "correct",
    whole(
      "proof-?read\\p{L}*|copy-?edit\\p{L}*|spell-?check|(?:fix|correct|check|find|edit|mend|repair)(?: (?:up|all|any|out|for))?(?: \\p{L}+)? (?:grammar|grammatical|spelling|typos?|errors?|mistakes?|punctuation|commas?)|grammar|spelling|typos?|" +
        "what(?:'s|’s| is) wrong with|fix|correct|edit|mistakes?|rätta|korrekturläs\\p{L}*|korrigera|stavning|stavfel|grammatik\\p{L}*|redigera|språkgranska|korrigiere?n?|korrektur|lektoriere?n?|rechtschreib\\p{L}*|berichtige|verbessere die fehler|tippfehler|corrigeer|corrigeren|nakijken|kijk .{0,40} na|spelfouten|taalfouten|grammatica|redigeer",
    ),
  ],
  [
    "plain",
    whole(
      "humani[sz]e|plain (?:language|english|words)|plainer|simplif\\p{L}+|simpler|clearer|more (?:human|natural|clear|readable|conversational)|less (?:robotic|formal|stiff|wordy|ai)|sound(?:s)? (?:human|natural)|jargon|clich[eé]s?|buzzwords?|" +
        "klarspråk|förenkla|enklare|mänskligare|tydligare|naturligare|vereinfache?n?|einfacher|verständlicher|menschlicher|natürlicher|klarer|floskeln|eenvoudiger|vereenvoudig\\p{L}*|begrijpelijker|menselijker|natuurlijker|duidelijker",
    ),
  ],
  [
    "shorten",
    whole(
      "shorten|shorter|condense|tighten|trim|cut (?:this|it|the|down)|more concise|less wordy|förkorta|korta|kortare|kürze?n?|kürzer|straffe?n?|knapper|inkorten|verkort|korter|beknopter",
    ),
  ],
  [
    "evaluate",
    whole(
      "evaluat\\p{L}+|assess\\p{L}*|analy[sz]e|analysis|readab\\p{L}+|flesch|lix|word count|how (?:many words|long is|readable)|statistics|review|critique|feedback|score|rate|consisten\\p{L}+|defined terms?|cross-?references?|check|" +
        "utvärdera|bedöm|läsbarhet|granska|analysera|hur många ord|statistik|bewerte\\p{L}*|beurteile\\p{L}*|lesbarkeit|analysiere\\p{L}*|prüfe\\p{L}*|wie viele wörter|beoordeel|beoordelen|evalueer|leesbaarheid|analyseer|controleer|hoeveel woorden",
    ),
  ],
  [
    "improve",
    whole(
      "improve|polish|revise|rewrite|re-write|rephrase|rework|reword|better|förbättra|skriv om|omarbeta|putsa|bättre|verbessere?n?|überarbeite\\p{L}*|umformulier\\p{L}*|besser|verbeter\\p{L}*|herschrijf|herschrijven|beter",
    ),
  ],
];

const writeVerb = whole(
  "write|writing|draft|compose|create|outline|skeleton|template|prepare|generate|make|need|skriv|skriva|skriver|skapa|utkast|disposition|författa|mall|behöver|upprätta|schreibe?n?|verfasse\\p{L}*|entwurf|entwirf|gliederung|vorlage|erstelle\\p{L}*|brauche|aufsetzen|schrijf|schrijven|opstellen|stel|concept|schets|sjabloon|maak|nodig",
);

const questionWord =
  /^\W*(?:what|when|where|who|whom|whose|which|why|how|is|are|does|do|did|can|may|must|should|has|have|will|list|find|show|give|vad|när|var|vem|vilk\p{L}+|varför|hur|är|finns|får|kan|måste|hitta|visa|was|wann|wo|wer|wem|wen|welche\p{L}*|warum|wie|ist|sind|darf|kann|muss|gibt|finde|zeige|wat|wanneer|waar|wie|welke?|waarom|hoe|zijn|mag|kan|moet|vind|toon)(?!\p{L})/iu;

const legalMatter =
  /§|\b(?:art(?:icle|\.|ikel)?\s+\d|section \d|gdpr|dsgvo|avg|ai act|bgb|hgb|kschg|las\b|avtalslagen|köplagen|burgerlijk wetboek|sfs\s?\d|celex|directive|regulation|statut\p{L}+|legal\p{L}*|lawful|unlawful|law|laws|lagen|lagstiftning|rechtlich|gesetz\p{L}*|recht|wet|wettelijk|juridisch|court|liab\p{L}+|tenant|employer|employee|dismiss\p{L}*|notice period|contract law|consumer rights?|copyright|trademark|patent|sued?|tort|negligence|statute of limitations|uppsägning\p{L}*|kündigung\p{L}*|ontslag)/iu;

export function recogniseIntent(instruction: string): Intent {
  const asked = instruction.trim();
  for (const [intent, pattern] of patterns.slice(0, 5)) if (pattern.test(asked)) return intent;
  const subject = kindOfWriting(asked, "en") ?? kindOfWriting(asked, "de");
  const verb = writeVerb.exec(asked);
  // "Write an essay about common mistakes" is a request to write; "Check the essay I need to send" is not.
  const other = patterns
    .slice(5)
    .map(([intent, pattern]) => ({ intent, at: pattern.exec(asked)?.index ?? -1 }))
    .filter(({ at }) => at !== -1);
  if (verb && subject && other.every(({ at }) => at > verb.index)) return "write";
  if (other.length > 0 && !(asksAbout(asked) && other.every(({ intent }) => intent === "improve" || intent === "evaluate"))) {
    return other[0]!.intent;
  }
  if (verb && (subject || !isQuestion(asked)) && verb.index < 40) return "write";
  if (isQuestion(asked) || questionWord.test(asked)) return question(asked);
  return "other";
}

/** "What does the review clause say?" asks about a text; "How readable is this?" asks for figures. */
function asksAbout(asked: string): boolean {
  return isQuestion(asked) && questionWord.test(asked) && !figures.test(asked);
}

const figures =
  /readab|flesch|\blix\b|how (?:many words|long is)|word count|läsbar|lesbar|leesba|hur många ord|wie viele wörter|hoeveel woorden/i;

function question(asked: string): Intent {
  return legalMatter.test(asked) ? "legal-question" : "question";
}

function isQuestion(asked: string): boolean {
  return asked.trimEnd().endsWith("?");
}

/** The catalog name of the writing type or legal template that a message mentions. */
export function kindOfWriting(message: string, language: ProseLanguage): string | null {
  const names = [...builtInTemplates().map(({ template }) => template), ...writingTypes].flatMap(({ name, aliases }) =>
    [name, ...aliases].map((alias) => ({ name, alias: alias.toLowerCase() })),
  );
  const text = message.toLowerCase().replace(/[-_]/g, " ");
  for (const { name, alias } of names.toSorted((a, b) => b.alias.length - a.alias.length)) {
    // "A brief essay" is short; a German "Brief" is a letter.
    if (language === "en" && alias === "brief") continue;
    if (whole(alias.replace(/[-_]/g, " ").replace(/[.*+?^${}()|[\]\\]/g, "\\$&")).test(text))
      return (findTemplate(name) ?? findWritingType(name))?.name ?? null;
  }
  return null;
}
