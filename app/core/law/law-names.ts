/*
 * Common names of acts that differ from their titles: "LAS", "art. 6:162 BW",
 * "GDPR". Keyed by the act's number, so that a name resolves whether or not the
 * act is stored yet.
 */
import type { ProseLanguage } from "../text/sentences.ts";

export const swedishNames: Record<string, string[]> = {
  "1915:218": ["AvtL", "avtalslagen"],
  "1942:740": ["RB", "rättegångsbalken"],
  "1949:105": ["TF", "tryckfrihetsförordningen"],
  "1949:381": ["FB", "föräldrabalken"],
  "1958:637": ["ÄB", "ärvdabalken"],
  "1960:729": ["URL", "upphovsrättslagen"],
  "1962:700": ["BrB", "brottsbalken"],
  "1970:994": ["JB", "jordabalken"],
  "1972:207": ["SkL", "skadeståndslagen"],
  "1974:152": ["RF", "regeringsformen"],
  "1976:580": ["MBL", "medbestämmandelagen"],
  "1977:480": ["semesterlagen"],
  "1980:1102": ["HBL", "handelsbolagslagen"],
  "1982:80": ["LAS", "anställningsskyddslagen"],
  "1982:673": ["arbetstidslagen"],
  "1987:230": ["ÄktB", "äktenskapsbalken"],
  "1990:931": ["KöpL", "köplagen"],
  "1998:808": ["MB", "miljöbalken"],
  "1999:1229": ["IL", "inkomstskattelagen"],
  "2005:551": ["ABL", "aktiebolagslagen"],
  "2008:567": ["diskrimineringslagen"],
  "2009:400": ["OSL", "offentlighets- och sekretesslagen"],
  "2010:900": ["PBL", "plan- och bygglagen"],
  "2016:1145": ["LOU"],
  "2017:900": ["FL", "förvaltningslagen"],
  "2022:260": ["KKöpL", "konsumentköplagen"],
  "2025:400": ["SoL", "socialtjänstlagen"],
};

export const dutchNames: Record<string, string[]> = {
  BWBR0001827: ["Rv", "Wetboek van Burgerlijke Rechtsvordering"],
  BWBR0001840: ["Gw", "Grondwet"],
  BWBR0001854: ["Sr", "Wetboek van Strafrecht"],
  BWBR0001903: ["Sv", "Wetboek van Strafvordering"],
  BWBR0005537: ["Awb", "Algemene wet bestuursrecht"],
  BWBR0020368: ["Wft", "Wet op het financieel toezicht"],
  BWBR0040940: ["UAVG"],
  BWBR0045754: ["Woo", "Wet open overheid"],
};

/** Each book of the Burgerlijk Wetboek is a separate act. */
export const dutchCivilCode: Record<string, string> = {
  "1": "BWBR0002656",
  "2": "BWBR0003045",
  "3": "BWBR0005291",
  "4": "BWBR0002761",
  "5": "BWBR0005288",
  "6": "BWBR0005289",
  "7": "BWBR0005290",
  "8": "BWBR0005034",
  "10": "BWBR0030068",
};

export const europeanNames: Record<string, string[]> = {
  "31993L0013": ["Unfair Contract Terms Directive"],
  "32002L0058": ["ePrivacy Directive"],
  "32007R0864": ["Rome II"],
  "32008R0593": ["Rome I"],
  "32011L0083": ["Consumer Rights Directive"],
  "32012R1215": ["Brussels Ia", "Brussels I bis"],
  "32016R0679": [
    "GDPR",
    "DSGVO",
    "DS-GVO",
    "AVG",
    "dataskyddsförordningen",
    "General Data Protection Regulation",
    "Datenschutz-Grundverordnung",
  ],
  "32022L2555": ["NIS2", "NIS 2"],
  "32022R1925": ["Digital Markets Act", "DMA"],
  "32022R2065": ["Digital Services Act", "DSA"],
  "32022R2554": ["DORA"],
  "32023R2854": ["Data Act"],
  "32024R1689": ["AI Act", "KI-Verordnung", "KI-VO", "AI-förordningen", "AI-verordening", "Artificial Intelligence Act"],
};

/** The name used in a given language, if it isn't the act's first. */
const calledIn: Record<string, Partial<Record<ProseLanguage, string>>> = {
  "32016R0679": { de: "DSGVO", nl: "AVG", sv: "GDPR" },
  "32024R1689": { de: "KI-VO" },
};

export function europeanNamesIn(celex: string, language: ProseLanguage): string[] {
  const own = calledIn[celex]?.[language];
  return [...new Set([...(own === undefined ? [] : [own]), ...(europeanNames[celex] ?? [])])];
}

/** An EU act is stored once per fetched language: "CELEX 32016R0679" in English, "CELEX 32016R0679 DE" in German. */
export function celexId(celex: string, language: ProseLanguage): string {
  return `CELEX ${celex}${language === "en" ? "" : ` ${language.toUpperCase()}`}`;
}

/** The language encoded in an act's id, if any. */
export function languageOfId(id: string): ProseLanguage | null {
  const [, celex, language] = /^CELEX (\S+)(?: (DE|NL|SV))?$/.exec(id) ?? [];
  return celex === undefined ? null : ((language?.toLowerCase() ?? "en") as ProseLanguage);
}

/** As cited: KSchG, GDPR; Swedish acts by title and number. */
export function citedActName(act: { title: string; shortNames: readonly string[]; jurisdiction: string }): string {
  const short = act.shortNames.find((name) => /^\p{Lu}[\p{L}-]{1,11}$/u.test(name));
  return act.jurisdiction === "DE" || act.jurisdiction === "EU" ? (short ?? act.title) : act.title;
}

/** The acts of a table mentioned in a text, each with the name that matched. */
export function namedIn(text: string, names: Record<string, string[]>): { id: string; name: string }[] {
  return Object.entries(names).flatMap(([id, all]) => {
    const name = all.find((one) => new RegExp(`(?<![\\p{L}\\d])${escaped(one)}s?(?![\\p{L}\\d])`, "u").test(text));
    return name === undefined ? [] : [{ id, name }];
  });
}

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}
