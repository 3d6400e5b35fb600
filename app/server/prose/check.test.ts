import { afterAll, describe, expect, test } from "vitest";
import { patchesFromFindings } from "#core/changes/finding-patches.ts";
import { applyPatches } from "#core/changes/patch.ts";
import { checkCorrectness, checkPlainness } from "./check.ts";
import { checkGrammar, stopGrammarChecker } from "./harper.ts";
import { dialectOf } from "#core/prose/prose-language.ts";
import { detectLanguage } from "./language.ts";

const go = () => new AbortController().signal;
afterAll(stopGrammarChecker);

async function corrected(text: string): Promise<string> {
  const { findings } = await checkCorrectness(text, go());
  return applyPatches(text, patchesFromFindings(text, findings)).text;
}

describe("correcting English", () => {
  test.each([
    ["He go to school.", "He goes to school."],
    ["I ate a apple and and a pear .", "I ate an apple and a pear."],
    ["I could of gone.", "I could have gone."],
    ["We recieved the goods.", "We received the goods."],
    ["Every word here is right.", "Every word here is right."],
    ["Vodafone and Telia sell kWh.", "Vodafone and Telia sell kWh."],
  ])("%j", async (text, expected) => {
    expect(await corrected(text)).toBe(expected);
  });

  test("places are counted in UTF-16 units, behind characters of two units too", async () => {
    const text = "😀😀 He go to 𝒮chool. 😀 I ate a apple.";
    const { findings } = await checkCorrectness(text, go());
    expect(findings.map((one) => one.original)).toEqual(expect.arrayContaining(["go", "a"]));
    for (const one of findings) expect(text.slice(one.start, one.end)).toBe(one.original);
  });

  test("places hold in a text longer than one piece", async () => {
    const filler = "This sentence is correct and says nothing new. ".repeat(20);
    const text = Array.from({ length: 12 }, (_, at) => `${filler}\n\nHe go ${at} times.`).join("\n\n");
    const { findings } = await checkCorrectness(text, go());
    const found = findings.filter((one) => one.original === "go");
    expect(found).toHaveLength(12);
    for (const one of findings) expect(text.slice(one.start, one.end)).toBe(one.original);
  });

  test("defined and repeated words are not misspelt", async () => {
    const check = await checkCorrectness(
      "“Grelling” means a thing. A grelling is not a frobnik, and a frobnik is not a grelling.",
      go(),
    );
    expect(check.findings.filter((one) => one.kind === "spelling")).toEqual([]);
    expect(check.hiddenSpellings).toBeGreaterThan(0);
  });

  test("spelling is never sure, agreement is", async () => {
    const { findings } = await checkCorrectness("He go home and recieved it.", go());
    expect(findings.map((one) => [one.original, one.sure])).toEqual([
      ["go", true],
      ["recieved", false],
    ]);
  });
});

test.each([
  ["Det här är är en svensk text som handlar om språk .", "sv", "Det här är en svensk text som handlar om språk."],
  [
    "Das ist ist ein deutscher Text, der von der Sprache handelt .",
    "de",
    "Das ist ein deutscher Text, der von der Sprache handelt.",
  ],
  ["Dit is is een Nederlandse tekst die over taal gaat .", "nl", "Dit is een Nederlandse tekst die over taal gaat."],
])("%j: own rules only, and it says so", async (text, language, expected) => {
  const check = await checkCorrectness(text, go());
  expect(check).toMatchObject({ language, grammarChecked: false });
  expect(check.limits.join(" ")).toMatch(/no grammar check/);
  expect(await corrected(text)).toBe(expected);
});

describe("the grammar checker", () => {
  test("a stopped run does not wait for it", async () => {
    const stop = new AbortController();
    const waiting = checkGrammar("He go home. ".repeat(2_000), "British", stop.signal);
    stop.abort();
    await expect(waiting).rejects.toThrow();
    expect((await checkGrammar("He go home.", "British", go())).lints).toHaveLength(1);
  });

  test("a text too long for its time is checked as far as it goes", async () => {
    const text = "He go home. ".repeat(2_000);
    const { lints, checkedTo } = await checkGrammar(text, "British", go(), 0);
    expect(checkedTo).toBeLessThan(text.length);
    expect(lints.every((lint) => lint.end <= checkedTo)).toBe(true);
  });

  test("starts again after it was stopped", async () => {
    await stopGrammarChecker();
    expect((await checkGrammar("He go home.", "American", go())).lints.map((lint) => lint.problem)).toEqual(["go"]);
  });

  test("several texts at once get their own answers", async () => {
    const texts = ["He go home.", "It is fine.", "I ate a apple."];
    const lints = await Promise.all(texts.map((text) => checkGrammar(text, "British", go())));
    expect(lints.map((one) => one.lints.map((lint) => lint.problem))).toEqual([["go"], [], ["a"]]);
  });
});

describe("a language that there are no rules for", () => {
  test.each([
    [
      "French",
      "fr",
      "Le port était calme par une matin ordinaire. La salle était au bord de l'eau. Personne ne savait qui avait construit la salle. En été, la salle était pleine d'enfants. Le loyer est dû sous trois jours.",
    ],
    [
      "Danish",
      "da",
      "Havnen var stille en almindelig morgen. Biblioteket lå ved vandet, og ingen vidste, hvem der havde bygget det.",
    ],
  ])("%s: nothing is checked, and it says so", async (name, language, text) => {
    for (const check of [await checkCorrectness(text, go()), checkPlainness(text)])
      expect(check).toMatchObject({
        language,
        findings: [],
        grammarChecked: false,
        limits: [`There are no rules for ${name} here: nothing was checked.`],
      });
  });
});

describe("plain language", () => {
  test("legal text keeps its words, and it says so", () => {
    const text =
      "The Supplier shall, pursuant to clause 4 of this agreement, deliver the goods prior to the date. In order to do so, the parties meet.";
    const check = checkPlainness(text);
    expect(check.legal).toBe(true);
    expect(check.findings.map((one) => one.original)).toEqual(["In order to"]);
    expect(check.limits.join(" ")).toMatch(/legal/);
    expect(checkPlainness(text, { legal: false }).findings.length).toBeGreaterThan(1);
  });
});

describe("language", () => {
  test.each([
    ["Fix this", "en"],
    ["Rätta texten", "sv"],
    ["Schreibe einen Artikel über Bienen", "de"],
    ["Schrijf een essay over bijen", "nl"],
    ["Le chat est assis sur le tapis et regarde par la fenêtre.", null],
    ["", null],
    ["12345", null],
  ])("%j is %j", (text, language) => {
    expect(detectLanguage(text)).toBe(language);
  });
  test("dialect", () => {
    expect(dialectOf("The colour of the organised licence")).toBe("British");
    expect(dialectOf("The color of the organized license in Delaware")).toBe("American");
    expect(dialectOf("The cat")).toBe("British");
  });
});
