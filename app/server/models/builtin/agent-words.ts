/*
 * Keywords by which the built-in editor recognizes agent requests, in four languages. Each is the
 * body of a whole-word regular expression.
 */
import type { ProseLanguage } from "#core/text/sentences.ts";

export const ruleKinds = [
  "everything",
  "terms",
  "references",
  "numbering",
  "figures",
  "consistency",
  "grammar",
  "plain",
  "shorten",
  "readability",
] as const;
/** What needs a language model. */
export const beyondKinds = ["translate", "summarize", "write", "meaning", "move", "tone"] as const;
export type RuleKind = (typeof ruleKinds)[number];
export type BeyondKind = (typeof beyondKinds)[number];
export type AskedKind = RuleKind | BeyondKind;

export const agentWords: Record<ProseLanguage, Record<AskedKind, string>> = {
  en: {
    everything:
      "tidy up|tidy|clean up|clean this up|go (?:through|over)|polish|improve|everything|whole (?:document|contract|text)|review|get (?:it|this) ready",
    terms: "defin\\p{L}+|terms?|terminolog\\p{L}*",
    references: "cross[- ]?ref\\p{L}*|references?",
    numbering: "number\\p{L}*|renumber\\p{L}*|gaps?",
    figures: "figures?|amounts?|dates?|sums?",
    consistency: "consisten\\p{L}+|inconsisten\\p{L}+|contradict\\p{L}*|checks?",
    grammar:
      "grammar|grammatical|spelling|typos?|punctuation|proof-?read\\p{L}*|copy-?edit\\p{L}*|correct\\p{L}*|mistakes?|errors?|language|fix",
    plain:
      "plain\\p{L}*|style|simpl\\p{L}+|clear\\p{L}*|humani[sz]e|natural|jargon|wordy|wordiness|more readable|stiff|clich\\p{L}+",
    shorten: "shorten|shorter|tighten|trim|concise|condense",
    readability: "readab\\p{L}+|evaluat\\p{L}+|measure|flesch|lix|score",
    translate: "translat\\p{L}+",
    summarize: "summari[sz]\\p{L}+|summary",
    write: "add|insert|write|draft|include|new clause|expand",
    meaning: "favou?r|negotiat\\p{L}*|stricter|protect\\p{L}*|risk\\p{L}*|stronger|weaker|balanced",
    move: "restructur\\p{L}*|reorder\\p{L}*|reorgani[sz]\\p{L}*|move|merge|split",
    tone: "tone|friendlier|formal|informal|persuasive|warmer",
  },
  sv: {
    everything:
      "städa\\p{L}*|gå (?:igenom|genom)|förbättra\\p{L}*|putsa|snygga till|hela (?:dokumentet|avtalet|texten)|granska|allt",
    terms: "begrepp\\p{L}*|termer\\p{L}*|definition\\p{L}*|terminologi\\p{L}*",
    references: "referens\\p{L}*|hänvisning\\p{L}*|korshänvisning\\p{L}*",
    numbering: "numrering\\p{L}*|numrera\\p{L}*|nummer\\p{L}*",
    figures: "belopp\\p{L}*|datum\\p{L}*|siffror\\p{L}*|summor\\p{L}*",
    consistency: "konsekven\\p{L}*|motsäg\\p{L}*|kontrollera|kolla",
    grammar:
      "rätta\\p{L}*|korrekturläs\\p{L}*|korrigera|stavning\\p{L}*|stavfel\\p{L}*|grammatik\\p{L}*|språkgranska|språkfel\\p{L}*|skrivfel\\p{L}*|skiljetecken\\p{L}*|slarvfel\\p{L}*|fel",
    plain:
      "klarspråk\\p{L}*|enklare|enkel|enkelt|förenkla\\p{L}*|tydligare|begripligare|lättare|naturligare|ledigare|stil|stilen|krångl\\p{L}*",
    shorten: "förkorta\\p{L}*|korta|kortare|strama (?:åt|upp)|stryk|kärnfull\\p{L}*|ordrik\\p{L}*",
    readability: "läsbarhet\\p{L}*|läsbar|lättläst\\p{L}*|lix|mät|utvärdera",
    translate: "översätt\\p{L}*",
    summarize: "sammanfatt\\p{L}*",
    write: "lägg till|lägg in|skriv|infoga|ny klausul|bygg ut|komplettera",
    meaning: "fördel\\p{L}*|förmån|förhandla\\p{L}*|strängare|skydda\\p{L}*|risk\\p{L}*|starkare|svagare|balansera\\p{L}*",
    move: "flytta|strukturera om|omstrukturera|slå ihop|dela upp|byt plats",
    tone: "ton|tonen|tonfall\\p{L}*|vänligare|formell\\p{L}*|varmare",
  },
  de: {
    everything:
      "aufräumen|räume? .{0,40}auf|durchgehen|gehe? .{0,40}durch|verbessere?n?|überarbeite\\p{L}*|alles|ganze[nrs]? (?:dokument|vertrag|text)|feinschliff",
    terms: "begriff\\p{L}*|definition\\p{L}*|terminologie",
    references: "verweis\\p{L}*|querverweis\\p{L}*|bezugnahme\\p{L}*",
    numbering: "nummerierung\\p{L}*|nummer\\p{L}*|zählung",
    figures: "beträge\\p{L}*|betrag|daten|datum|zahlen|summen",
    consistency: "konsisten\\p{L}*|widerspr\\p{L}*|einheitlich\\p{L}*|prüfe?n?|überprüfe?n?",
    grammar:
      "korrigiere?n?|korrektur|rechtschreib\\p{L}*|grammatik|fehler|tippfehler|schreibfehler|zeichensetzung|lektoriere?n?|berichtige?n?",
    plain: "einfacher\\p{L}*|einfach|vereinfache?n?|klarer\\p{L}*|verständlicher\\p{L}*|stil|floskeln|natürlicher|flüssiger",
    shorten: "kürze?n?|kürzer\\p{L}*|straffe?n?|knapper|einkürzen|verknappe?n?",
    readability: "lesbarkeit|lesbar|messe|messen|bewerte\\p{L}*|lix|flesch",
    translate: "übersetz\\p{L}*",
    summarize: "zusammenfass\\p{L}*|fasse? .{0,60}zusammen",
    write: "ergänze?n?|schreibe?n?|füge?n?|einfügen|neue klausel|hinzufügen|erweitere?n?|verfasse\\p{L}*",
    meaning:
      "zugunsten|zu gunsten|vorteil\\p{L}*|verhandel\\p{L}*|strenger|schütz\\p{L}*|risik\\p{L}*|stärker|schwächer|ausgewogen\\p{L}*",
    move: "umstrukturiere?n?|umstell\\p{L}*|verschiebe?n?|zusammenführen|aufteilen|teile .{0,40}auf",
    tone: "ton|tonfall|freundlicher|förmlich\\p{L}*|formell\\p{L}*|höflicher",
  },
  nl: {
    everything:
      "opschonen|schoon .{0,40}op|doorlopen|loop .{0,40}door|verbeter\\p{L}*|alles|(?:hele|heel het) (?:document|contract|tekst)|oppoetsen",
    terms: "begripp\\p{L}*|begrip|definitie\\p{L}*|terminologie",
    references: "verwijzing\\p{L}*|kruisverwijzing\\p{L}*",
    numbering: "nummering|nummer\\p{L}*",
    figures: "bedragen|bedrag|data|datums?|cijfers|getallen",
    consistency:
      "consequent\\p{L}*|consisten\\p{L}*|tegenstrijdig\\p{L}*|tegensprak\\p{L}*|controleer|controleren|nakijken|kijk .{0,40} na",
    grammar:
      "corrigeer|corrigeren|spelling\\p{L}*|taalfout\\p{L}*|spelfout\\p{L}*|grammatica|typefout\\p{L}*|interpunctie|fouten|redigeer|redigeren",
    plain: "eenvoudiger|eenvoudig|vereenvoudig\\p{L}*|duidelijker|begrijpelijker|stijl|natuurlijker|vlotter|helderder|makkelijker",
    shorten: "korter|inkorten|verkort\\p{L}*|kort .{0,40}in|beknopter|bondiger|schrap",
    readability: "leesbaarheid|leesbaar|meet|beoordeel|beoordelen|lix|flesch",
    translate: "vertaal|vertalen|vertaling",
    summarize: "samenvat\\p{L}*|vat .{0,60}samen",
    write: "voeg|schrijf|schrijven|toevoegen|nieuwe bepaling|aanvullen|vul .{0,40}aan|uitbreiden",
    meaning: "ten gunste van|voordeel|onderhandel\\p{L}*|strenger|bescherm\\p{L}*|risico\\p{L}*|sterker|zwakker|evenwichtig\\p{L}*",
    move: "herstructureer|herstructureren|verplaats\\p{L}*|samenvoegen|splits\\p{L}*|omwissel\\p{L}*",
    tone: "toon|vriendelijker|formeler|formele?|informeler|warmer",
  },
};
