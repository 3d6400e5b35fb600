/*
 * Everyday words and their equivalents in contracts. A question with one of them also matches the
 * others of its group, with less weight.
 */
import snowball from "snowball-stemmers";
import type { ProseLanguage } from "#core/text/sentences.ts";

export const relatedWeight = 0.35;

const groups: Record<ProseLanguage, readonly string[]> = {
  en: [
    "terminate end cancel termination notice expire",
    "pay payment fee price cost invoice charge",
    "liability liable damages responsible indemnify",
    "cap limit limitation exceed aggregate",
    "uncapped unlimited",
    "secret confidential disclose confidentiality",
    "law jurisdiction govern governing courts construed",
    "start effective commence begin",
    "late overdue delay interest",
    "sell assign transfer assignment convey",
    "length term duration period",
    "renew renewal extend extension successive",
    "compete competition competitive competing competitor",
    "exclusive exclusivity exclusively sole solely",
    "audit inspect inspection books records",
    "insurance insure insured coverage policy",
    "warranty warrant warrants guarantee",
    "solicit solicitation hire recruit employ",
    "royalty revenue profit share percentage",
    "minimum commitment least",
    "ownership own title belong proprietary intellectual",
    "license licence licensed sublicense",
    "escrow deposit",
    "disparage disparagement disparaging derogatory defame",
    "change control merger acquisition",
    "refusal offer negotiation",
  ],
  sv: [
    "säga uppsägning upphöra avsluta häva uppsägningstid",
    "betala betalning avgift pris kostnad faktura ersättning",
    "ansvar ansvarig skadestånd skada ersätta",
    "begränsning begränsa högst tak",
    "hemlig sekretess konfidentiell röja tystnadsplikt",
    "lag tvist domstol skiljenämnd tillämplig",
    "börja tillträda ikraft gälla",
    "sen försenad dröjsmål ränta dröjsmålsränta",
    "sälja överlåta överlåtelse",
    "längd löptid avtalstid period",
    "förlänga förlängning förnya",
    "konkurrera konkurrens konkurrensklausul",
    "försäkring försäkra",
    "garanti garantera",
  ],
  de: [
    "kündigen kündigung beenden beendigung kündigungsfrist",
    "zahlen zahlung gebühr preis kosten rechnung vergütung entgelt",
    "haftung haften schadensersatz schaden",
    "begrenzung begrenzen höchstens beschränkung",
    "geheim vertraulich vertraulichkeit geheimhaltung offenlegen",
    "recht gerichtsstand gericht anwendbar",
    "beginn beginnen inkrafttreten wirksam",
    "verspätet verzug verzugszinsen zinsen",
    "verkaufen abtreten abtretung übertragen übertragung",
    "dauer laufzeit vertragsdauer",
    "verlängern verlängerung",
    "wettbewerb wettbewerbsverbot konkurrenz",
    "versicherung versichern",
    "gewährleistung garantie mangel",
    "miete mietzins mieter vermieter",
  ],
  nl: [
    "opzeggen opzegging beëindigen beëindiging opzegtermijn",
    "betalen betaling vergoeding prijs kosten factuur",
    "aansprakelijkheid aansprakelijk schade schadevergoeding",
    "beperking beperken maximaal hoogstens",
    "geheim vertrouwelijk geheimhouding",
    "recht rechter rechtbank toepasselijk",
    "begin ingaan inwerkingtreding aanvang",
    "laat verzuim rente vertraging",
    "verkopen overdragen overdracht",
    "duur looptijd periode",
    "verlengen verlenging",
    "concurrentie concurrentiebeding",
    "verzekering verzekeren",
    "garantie gebrek",
  ],
};

const stemmerNames: Record<ProseLanguage, string> = { en: "english", sv: "swedish", de: "german", nl: "dutch" };
const stemmed = new Map<ProseLanguage, string[][]>();

function groupsOf(language: ProseLanguage): string[][] {
  let own = stemmed.get(language);
  if (own === undefined) {
    const stemmer = snowball.newStemmer(stemmerNames[language]);
    own = groups[language].map((words) => words.split(" ").map((word) => stemmer.stem(word)));
    stemmed.set(language, own);
  }
  return own;
}

/** Stems related to these, excluding these. */
export function relatedStems(stems: ReadonlySet<string>, language: ProseLanguage): Set<string> {
  const related = groupsOf(language).filter((group) => group.some((stem) => stems.has(stem)));
  return new Set(related.flat().filter((stem) => !stems.has(stem)));
}
