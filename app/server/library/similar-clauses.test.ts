/*
 * The bar: a clause is found by words that have been drafted over. Every third word is gone, and names, numbers and places
 * are others. What has nothing to do with a clause finds none.
 */
import { expect, test } from "vitest";
import { clausesOf } from "#core/templates/template-parts.ts";
import { fillTemplate } from "#core/templates/fill-template.ts";
import { valuesOf } from "#core/templates/field-values.ts";
import { proseLanguages, type ProseLanguage } from "#core/text/sentences.ts";
import { builtInItems } from "./built-in-items.ts";
import { rankSimilar, type Candidate } from "./similar-clauses.ts";

const builtIn: Candidate[] = builtInItems().flatMap(({ id, item }) =>
  item.shelf === "clauses" ? [{ id, clause: item.clause }] : [],
);

/** The clauses of the templates, as a firm might keep them: nearer to the built-in ones than strangers would be. */
const others: Candidate[] = builtInItems().flatMap(({ id, item }) => {
  if (item.shelf !== "templates") return [];
  const { template } = item;
  const { markdown } = fillTemplate(template, valuesOf(template));
  return clausesOf(markdown).map(({ name, markdown: text }, at): Candidate => {
    const { language, jurisdiction } = template;
    const variants = [{ name: "Standard", text }];
    return { id: `${id} ${at}`, clause: { name: name.slice(0, 100), language, jurisdiction, summary: "", guidance: "", variants } };
  });
});

const otherWords: [RegExp, string][] = [
  [/\bSupplier\b/g, "Contractor"],
  [/\bCustomer\b/g, "Buyer"],
  [/\bparty\b/gi, "company"],
  [/\bparties\b/gi, "companies"],
  [/\bpart\b/g, "leverantör"],
  [/\bparten\b/g, "leverantören"],
  [/Bundesrepublik Deutschland/g, "Republik Österreich"],
  [/\b(?:thirty|sixty|three|five|twelve|trettio|third)\b/g, "seventeen"],
  [/\[[^\]]+\]/g, "Groningen"],
];

/** Without the first, the second or the third word of every three. */
function draftedOver(text: string, without: number): string {
  const words = otherWords.reduce((all, [pattern, other]) => all.replaceAll(pattern, other), text).split(/\s+/);
  return words.filter((_, at) => at % 3 !== without).join(" ");
}

function places(candidates: readonly Candidate[]): number[] {
  return builtIn.flatMap(({ id, clause }) =>
    clause.variants.flatMap(({ text }) =>
      [0, 1, 2].map((without) => rankSimilar(draftedOver(text, without), candidates).findIndex((found) => found.id === id)),
    ),
  );
}

function expectBar(at: readonly number[]): void {
  expect(at.filter((place) => place < 0 || place > 2)).toEqual([]);
  expect(at.filter((place) => place === 0).length / at.length).toBeGreaterThanOrEqual(0.95);
}

test("a clause is found by its words, a third of them gone and others changed", () => {
  expect(builtIn.length).toBeGreaterThan(7);
  expectBar(places(builtIn));
});

test("so it is among the clauses of every template", () => {
  expect(others.length).toBeGreaterThan(80);
  expectBar(places([...builtIn, ...others]));
});

const unrelated: Record<ProseLanguage, readonly string[]> = {
  en: [
    "Melt the butter in a large pan and fry the onions for ten minutes until they are soft. Add the flour, stir, and pour in the milk a little at a time. Season with salt, pepper and nutmeg, and let the sauce simmer on a low heat. Put the fish into a dish, cover it with the sauce, and bake it in the oven for thirty minutes. Serve with boiled potatoes and a green salad.",
    "The home side scored twice in the first half and held on to win. Their captain, who had been injured for three months, came on after the break and was given a warm welcome by the crowd. The visitors hit the post in the last minute.",
    "We walked along the river in the morning and had lunch in a small village. It rained in the afternoon, so we stayed inside and read. Tomorrow we shall take the train to the coast and see the lighthouse.",
  ],
  sv: [
    "Smält smöret i en stor kastrull och fräs löken i tio minuter tills den är mjuk. Rör ner mjölet och späd med mjölken lite i taget. Smaka av med salt, peppar och muskot och låt såsen sjuda på svag värme. Lägg fisken i en form, häll över såsen och grädda i ugnen i trettio minuter. Servera med kokt potatis och en grön sallad.",
    "Hemmalaget gjorde två mål i första halvlek och höll undan till seger. Lagkaptenen, som varit skadad i tre månader, byttes in efter pausen och fick ett varmt mottagande av publiken.",
  ],
  de: [
    "Die Butter in einem großen Topf zerlassen und die Zwiebeln zehn Minuten weich dünsten. Das Mehl einrühren und die Milch nach und nach zugießen. Mit Salz, Pfeffer und Muskat abschmecken und die Soße bei schwacher Hitze köcheln lassen. Den Fisch in eine Form legen, mit der Soße übergießen und dreißig Minuten im Ofen backen. Mit Salzkartoffeln und grünem Salat servieren.",
    "Die Gastgeber trafen in der ersten Halbzeit zweimal und retteten den Sieg über die Zeit. Der Kapitän, der drei Monate verletzt war, kam nach der Pause und wurde vom Publikum gefeiert.",
  ],
  nl: [
    "Smelt de boter in een grote pan en fruit de uien tien minuten tot ze zacht zijn. Roer de bloem erdoor en schenk de melk er beetje bij beetje bij. Breng op smaak met zout, peper en nootmuskaat en laat de saus zachtjes pruttelen. Leg de vis in een schaal, giet de saus erover en bak het geheel dertig minuten in de oven. Serveer met gekookte aardappelen en een groene salade.",
  ],
};

test.each(proseLanguages)("what has nothing to do with a clause finds none: %s", (language) => {
  for (const text of unrelated[language])
    for (const candidates of [builtIn, [...builtIn, ...others]])
      for (const part of [text, `${text.split(". ")[0]}.`])
        expect(rankSimilar(part, candidates).map(({ id, variant }) => `${part.slice(0, 30)}: ${id}, ${variant}`)).toEqual([]);
});

test("the variant that is most like it is named, with its first words", () => {
  const [first] = rankSimilar(
    "Any dispute shall be settled by arbitration under the rules of the ICC. The seat is Paris.",
    builtIn,
  );
  expect(first).toMatchObject({ id: "governing-law", variant: "Arbitration" });
  expect(first!.excerpt).toMatch(/^This agreement is governed by the law of .*…$/);
  expect(first!.excerpt.length).toBeLessThanOrEqual(161);
  // Few words are enough if they are a clause's.
  expect(rankSimilar("limitation of liability", builtIn)[0]!.id).toBe("limitation-of-liability");
  expect(rankSimilar("Gerichtsstand", builtIn)[0]!.id).toBe("gerichtsstand");
});

test("beside the clause that it is, a sentence does not bring those with the same common words", () => {
  const sentence = "Neither party may assign this agreement without the written consent of the other party.";
  expect(rankSimilar(sentence, builtIn).map(({ id }) => id)).toEqual(["assignment"]);
});

test("nothing is found for no words, and at most twelve for those that all clauses have", () => {
  for (const text of ["", "  ", "the of and", "…!?"]) expect(rankSimilar(text, builtIn)).toEqual([]);
  expect(rankSimilar(builtIn[0]!.clause.variants[0]!.text, [])).toEqual([]);
  const same = Array.from({ length: 30 }, (_, at): Candidate => ({ id: String(at), clause: builtIn[0]!.clause }));
  expect(rankSimilar(builtIn[0]!.clause.variants[0]!.text, same)).toHaveLength(12);
});
