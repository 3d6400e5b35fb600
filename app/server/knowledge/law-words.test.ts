import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { termsOf } from "./analyse.ts";
import { builtInLawWords, createLawWords, isPersonal, lookUp, readLawWords, wordsIn } from "./law-words.ts";

const languages = ["de", "en", "nl", "sv"] as const;
const content = join(import.meta.dirname, "../../../content/law-words");

test.each([
  ["de", "Wie hoch darf die Kaution sein?", "Mietsicherheit"],
  ["de", "Wann wird die Mietkaution fällig?", "Mietsicherheit"],
  ["de", "Unsere Kautionen wurden nicht verzinst", "Mietsicherheiten"],
  ["de", "Darf mein Chef mich rauswerfen?", "Arbeitgeber"],
  ["sv", "Får chefen sparka mig?", "avskedande"],
  ["sv", "Jag blev lurad att skriva på", "svek"],
  ["en", "Can my landlord keep the deposit?", "security"],
  ["en", "Someone hacked us", "breach"],
  ["nl", "Mijn huurbaas wil de huur verhogen", "verhuurder"],
] as const)("%s: “%s” is also looked up by “%s”", (language, question, word) => {
  const legal = builtInLawWords.related(question, language).flatMap((one) => one.legal);
  expect(legal).toContain(termsOf(word, language, null)[0]);
});

test("an expression of several words counts only as a whole", () => {
  const legal = (question: string) => builtInLawWords.related(question, "sv").flatMap((one) => one.legal);
  const stem = termsOf("turordning", "sv", null)[0];
  expect(legal("Gäller sist in först ut?")).toContain(stem);
  expect(legal("Vem kom in sist?")).not.toContain(stem);
});

test("every line has everyday words, words of acts, and says where it is from; none stands twice", () => {
  for (const language of languages) {
    const words = wordsIn(content, language);
    expect(words.length).toBeGreaterThan(80);
    expect(words.filter(({ from }) => from === "")).toEqual([]);
    const lines = words.map(({ everyday, legal }) => `${everyday.join()}: ${legal.join()}`);
    expect(new Set(lines).size).toBe(lines.length);
  }
});

test("an installation's own lines are added, a struck one takes its words away, and a proposal waits", () => {
  const folder = mkdtempSync(join(tmpdir(), "law-words-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const lines = ["Kaution\tMietsicherheit\tstruck", "Bude\tWohnraum\tour own", "Butze\tWohnraum\tmined: 5 places, G² 20"];
  writeFileSync(join(folder, "de.tsv"), lines.join("\n"));
  const { related } = createLawWords(folder);
  expect(related("Kaution", "de")).toEqual([]);
  expect(related("Bude", "de")).toEqual([{ asked: termsOf("Bude", "de", null), legal: termsOf("Wohnraum", "de", null) }]);
  expect(related("Butze", "de")).toEqual([]);
});

test("a comment and a line without words of acts are left out", () => {
  expect(readLawWords("# Kaution\tMietsicherheit\thand\nKaution\n\nKaution, Pfand\tMietsicherheit\thand\n")).toEqual([
    { everyday: ["Kaution", "Pfand"], legal: ["Mietsicherheit"], from: "hand" },
  ]);
});

test("a question's own words weigh more, and words that acts have are only added to what a person asks", () => {
  const terms = new Map([
    ["kaution", 1],
    ["miet", 1],
  ]);
  const related = [
    { asked: ["kaution"], legal: ["mietsich"] },
    { asked: ["miet"], legal: ["wohnraum", "nirgends"] },
  ];
  const stored = new Map([
    ["miet", 9],
    ["mietsich", 2],
    ["wohnraum", 5],
  ]);
  const asked = lookUp({ terms, related }, stored, true);
  expect(asked.terms.get("mietsich")).toBeLessThanOrEqual(1);
  expect(asked.terms.get("wohnraum")).toBeLessThan(asked.terms.get("mietsich")!);
  expect(asked.terms.has("nirgends")).toBe(false);
  expect(asked.words).toEqual(["mietsich", "wohnraum"]);
  const searched = lookUp({ terms, related }, stored, false);
  expect([...searched.terms.keys()]).toEqual(["mietsich", "kaution", "miet"]);
  expect(searched.words).toEqual([]);
  expect(searched.related.map(({ asked: terms }) => terms)).toEqual([["kaution"]]);
});

test("a person’s question is distinguished from a heading by its words", () => {
  expect(isPersonal("Begrenzung und Anlage von Mietsicherheiten", "de")).toBe(false);
  expect(isPersonal("was kann ich gegen meine Kündigung tun", "de")).toBe(true);
  expect(isPersonal("Duty to give notice", "en")).toBe(false);
  expect(isPersonal("How long is the notice?", "en")).toBe(true);
});
