import { describe, expect, test } from "vitest";
import { resolveCitations } from "./law-citation.ts";
import { actNames, findActs, type NamedAct } from "./act-mentions.ts";

const act = (jurisdiction: string, id: string, title: string, ...shortNames: string[]): NamedAct => ({
  id,
  title,
  shortNames,
  jurisdiction,
});
const acts = [
  act("SE", "SFS 1982:80", "Lag (1982:80) om anställningsskydd", "1982:80"),
  act("SE", "SFS 1915:218", "Lag (1915:218) om avtal och andra rättshandlingar på förmögenhetsrättens område", "1915:218"),
  act("SE", "SFS 1972:207", "Skadeståndslag (1972:207)", "1972:207"),
  act("SE", "SFS 1962:700", "Brottsbalk (1962:700)", "1962:700"),
  act("SE", "SFS 2025:400", "Socialtjänstlag (2025:400)", "2025:400"),
  act("SE", "SFS 1990:931", "Köplag (1990:931)", "1990:931"),
  act("DE", "BJNR001950896", "Bürgerliches Gesetzbuch", "BGB"),
  act("DE", "BJNR004990951", "Kündigungsschutzgesetz", "KSchG"),
  act("DE", "BJNR000010949", "Grundgesetz für die Bundesrepublik Deutschland", "GG"),
  act("DE", "BJNR141400004", "Gesetz gegen den unlauteren Wettbewerb", "UWG 2004"),
  act("GB", "ukpga/1974/39", "Consumer Credit Act 1974"),
  act("GB", "ukpga/2018/12", "Data Protection Act 2018"),
  act("NL", "BWBR0005289", "Burgerlijk Wetboek Boek 6"),
  act("NL", "BWBR0005290", "Burgerlijk Wetboek Boek 7"),
  act("NL", "BWBR0045754", "Wet open overheid"),
  act("NL", "BWBR0005537", "Algemene wet bestuursrecht"),
  act("EU", "CELEX 32016R0679", "Regulation (EU) 2016/679 on the protection of natural persons", "32016R0679"),
  act("EU", "CELEX 32024R1689", "Regulation (EU) 2024/1689 laying down harmonised rules on artificial intelligence", "32024R1689"),
  act("EU", "CELEX 31993L0013", "Council Directive 93/13/EEC on unfair terms in consumer contracts", "31993L0013"),
];
const names = actNames(acts);

/** "act:number" for each provision, with the most likely number. */
function resolved(text: string): string[] {
  return resolveCitations(text, findActs(text, names)).map(
    ({ acts: meant, numbers }) => `${meant.map(({ id }) => id).join("+")} ${numbers[0]}`,
  );
}

const las = "SFS 1982:80";
const avtal = "SFS 1915:218";
const bgb = "BJNR001950896";
const kschg = "BJNR004990951";
const cca = "ukpga/1974/39";
const gdpr = "CELEX 32016R0679";
const bw = "BWBR0005289+BWBR0005290";

describe("a provision inside a question is read with its act", () => {
  test.each<[string, ...string[]]>([
    // Swedish
    ["7 § LAS", `${las} 7`],
    ["Vad krävs enligt 7 § LAS för att säga upp någon?", `${las} 7`],
    ["LAS 7 §", `${las} 7`],
    ["Vad menas med sakliga skäl i 7 § lagen om anställningsskydd?", `${las} 7`],
    ["7 § första stycket lagen (1982:80) om anställningsskydd", `${las} 7`],
    ["Enligt 7 § andra stycket lag (1982:80) om anställningsskydd gäller något annat", `${las} 7`],
    ["7 och 11 §§ LAS", `${las} 7`, `${las} 11`],
    ["6 a § LAS", `${las} 6a`],
    ["Hur förhåller sig 7 § LAS till 36 § avtalslagen?", `${las} 7`, `${avtal} 36`],
    ["LAS 7 §, avtalslagen 36 §", `${las} 7`, `${avtal} 36`],
    ["Kan ett villkor jämkas enligt 36 § avtalslagen?", `${avtal} 36`],
    ["avtalslagens 36 §", `${avtal} 36`],
    ["36 § AvtL", `${avtal} 36`],
    ["lag (1915:218) 36 §", `${avtal} 36`],
    ["SFS 1982:80, 22 §", `${las} 22`],
    ["2 kap. 1 § skadeståndslagen", "SFS 1972:207 2:1"],
    ["Vem ansvarar enligt 3 kap. 1 § SkL för en anställds vållande?", "SFS 1972:207 3:1"],
    ["3 kap. 1, 2 och 5 §§ brottsbalken", "SFS 1962:700 3:1", "SFS 1962:700 3:2", "SFS 1962:700 3:5"],
    ["BrB 3:1", "SFS 1962:700 3:1"],
    ["Vad säger 11 kap 1 § socialtjänstlagen?", "SFS 2025:400 11:1"],
    ["17 § köplagen (1990:931)", "SFS 1990:931 17"],
    ["artikel 28.3 dataskyddsförordningen", `${gdpr} 28.3`],
    ["Vilka krav ställer artikel 32 i GDPR?", `${gdpr} 32`],
    ["art. 6.1 f GDPR", `${gdpr} 6.1`],
    ["artikel 5 i AI-förordningen", "CELEX 32024R1689 5"],
    ["artikel 6 i förordning (EU) 2016/679", `${gdpr} 6`],
    // German
    ["§ 535 BGB", `${bgb} 535`],
    ["Was verlangt § 535 Abs. 1 BGB vom Vermieter?", `${bgb} 535`],
    ["§ 535 Abs. 1 Satz 2 BGB", `${bgb} 535`],
    ["§ 535 Abs. 1 S. 2 BGB", `${bgb} 535`],
    ["§§ 535, 536 BGB", `${bgb} 535`, `${bgb} 536`],
    ["§§ 535 bis 548 BGB", `${bgb} 535`, `${bgb} 548`],
    ["§ 312g BGB", `${bgb} 312g`],
    ["§ 536 a BGB", `${bgb} 536a`],
    ["§ 1 Absatz 2 Kündigungsschutzgesetz", `${kschg} 1`],
    ["Wann ist eine Kündigung nach § 1 Abs. 2 KSchG sozial gerechtfertigt?", `${kschg} 1`],
    ["§ 622 BGB i.V.m. § 1 KSchG", `${bgb} 622`, `${kschg} 1`],
    ["Art. 1 Abs. 1 GG", "BJNR000010949 1"],
    ["Steht das in Art. 20a GG oder nur in § 1 KSchG?", "BJNR000010949 20a", `${kschg} 1`],
    ["§ 3 UWG", "BJNR141400004 3"],
    ["Art. 6 Abs. 1 lit. f DSGVO", `${gdpr} 6`],
    ["Artikel 17 der Datenschutz-Grundverordnung", `${gdpr} 17`],
    ["Art. 5 KI-VO", "CELEX 32024R1689 5"],
    ["Art. 28 Abs. 3 der Verordnung (EU) 2016/679", `${gdpr} 28`],
    ["§ 1 kschg", `${kschg} 1`],
    // Dutch
    ["artikel 6:162 BW", `${bw} 6:162`],
    ["Wanneer is er een onrechtmatige daad volgens art. 6:162 lid 2 BW?", `${bw} 6:162`],
    ["art. 7:201 van het Burgerlijk Wetboek", `${bw} 7:201`],
    ["artikel 4.4 Woo", "BWBR0045754 4.4"],
    ["artikel 5.1, tweede lid, onder e, van de Wet open overheid", "BWBR0045754 5.1"],
    ["artikelen 5.1 en 5.2 Woo", "BWBR0045754 5.1", "BWBR0045754 5.2"],
    ["artikel 3:46 Awb", "BWBR0005537 3:46"],
    ["Is artikel 3:46 van de Algemene wet bestuursrecht geschonden?", "BWBR0005537 3:46"],
    ["art. 15 AVG", `${gdpr} 15`],
    // English
    ["section 75 of the Consumer Credit Act 1974", `${cca} 75`],
    ["Can I claim under s. 75 of the CCA 1974?", `${cca} 75`],
    ["s 75 CCA 1974", `${cca} 75`],
    ["Consumer Credit Act 1974, s 75(1)", `${cca} 75`],
    ["Section 75A of the Consumer Credit Act", `${cca} 75a`],
    ["ss. 75 and 75A of the CCA", `${cca} 75`, `${cca} 75a`],
    ["sections 60 to 65 of the Consumer Credit Act 1974", `${cca} 60`, `${cca} 65`],
    ["What does section 45(2)(b) of the Data Protection Act 2018 say about access?", "ukpga/2018/12 45"],
    ["Art. 28(3) GDPR", `${gdpr} 28`],
    ["Does Article 6(1)(f) of the GDPR cover marketing?", `${gdpr} 6`],
    ["Articles 13 and 14 GDPR", `${gdpr} 13`, `${gdpr} 14`],
    ["Article 5 of the AI Act", "CELEX 32024R1689 5"],
    ["Under the GDPR, what must a processor do (Art. 28)?", `${gdpr} 28`],
    ["Regulation (EU) 2016/679, Article 33", `${gdpr} 33`],
    ["32016R0679 art. 33", `${gdpr} 33`],
    ["CELEX:32016R0679, Article 4", `${gdpr} 4`],
    ["Article 3 of Directive 93/13/EEC", "CELEX 31993L0013 3"],
    ["GDPR's Article 22", `${gdpr} 22`],
  ])("%s", (text, ...expected) => {
    expect(resolved(text)).toEqual(expected);
  });
});

describe("what is no citation of an act that is known is none", () => {
  test.each([
    "Jag läste 7 böcker om anställning",
    "Das kostet 535 Euro im BGB-Seminar",
    "Klausul 7.2 i avtalet",
    "The meeting is at 10:30 in section B",
    "lag (1982:80) om anställningsskydd",
    "§ 7 Unbekanntgesetz",
    "Hon las 7 sidor",
    "What is the GDPR?",
  ])("%s", (text) => {
    expect(resolved(text)).toEqual([]);
  });
});

test("a page full of numbers takes no longer than any other", () => {
  const text = "7, 8, 9, 10, 11 och 12 §§ LAS ".repeat(2_000);
  expect(resolved(text.slice(0, 20_000)).length).toBeGreaterThan(1_000);
});

describe("the paragraph that is named with a provision", () => {
  test.each<[string, string | null]>([
    ["§ 1 Abs. 2 KSchG", "2"],
    ["§ 1 Absatz 2 Satz 1 KSchG", "2"],
    ["§ 433 II BGB", "2"],
    ["§ 622 BGB", null],
    ["7 § andra stycket LAS", "2"],
    ["7 § 2 st. LAS", "2"],
    ["7 § första stycket lagen (1982:80) om anställningsskydd", "1"],
    ["Article 28(3) GDPR", "3"],
    ["Art. 28 Abs. 3 DSGVO", "3"],
    ["section 75(4) of the Consumer Credit Act 1974", "4"],
    ["s 75(4)(a) Consumer Credit Act 1974", "4"],
    ["artikel 4.4, lid 2, Wet open overheid", "2"],
    ["artikel 4.4, tweede lid, Wet open overheid", "2"],
    ["artikel 4.4 Wet open overheid", null],
  ])("%s", (text, paragraph) => {
    expect(resolveCitations(text, findActs(text, names)).map((one) => one.paragraph)).toEqual([paragraph]);
  });
});
