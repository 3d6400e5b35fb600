import { describe, expect, test } from "vitest";
import { readAgentRequest } from "./agent-request.ts";

const outline = [
  { id: "s1", words: 100, title: "Services agreement" },
  { id: "s2", words: 300, title: "1. Definitions" },
  { id: "s3", words: 200, title: "2. Payment" },
  { id: "s4", words: 200, title: "3. Confidentiality" },
];

const jobs = (words: string) =>
  readAgentRequest(words, outline).jobs.map(({ tool, input }) => {
    const detail = input["goal"] ?? (Array.isArray(input["groups"]) ? input["groups"].join(" ") : "");
    return `${tool} ${detail as string}`.trim();
  });

describe("what is asked for, as jobs", () => {
  test.each([
    ["Tidy up the definitions", ["checkDocument terms"]],
    ["fix grammar and style everywhere", ["rewrite correct", "humanize"]],
    ["Make it plainer", ["humanize"]],
    ["number and cross-references check", ["checkDocument references numbering"]],
    ["Shorten it", ["rewrite shorten"]],
    ["Check the consistency", ["checkDocument terms references numbering figures marks"]],
    ["How readable is it? Measure the readability", ["evaluate"]],
    ["Go through the whole document", ["checkDocument terms references numbering figures marks", "rewrite correct", "humanize"]],
    ["Rätta stavningen och gör texten enklare", ["rewrite correct", "humanize"]],
    ["Korrigiere die Rechtschreibung", ["rewrite correct"]],
    ["Corrigeer de spelling", ["rewrite correct"]],
    ["Kürze die Abschnitte 2 bis 4", ["rewrite shorten"]],
    ["Gör texten enklare", ["humanize"]],
    ["Maak dit korter", ["rewrite shorten"]],
    ["Korta punkterna 1 till 3 och rätta stavfelen", ["rewrite correct", "rewrite shorten"]],
    ["Prüfe die Verweise und die Nummerierung", ["checkDocument references numbering"]],
    ["Controleer de definities", ["checkDocument terms"]],
    ["Gå igenom hela avtalet", ["checkDocument terms references numbering figures marks", "rewrite correct", "humanize"]],
    ["Loop het contract door", ["checkDocument terms references numbering figures marks", "rewrite correct", "humanize"]],
    ["Räum den Vertrag auf", ["checkDocument terms references numbering figures marks", "rewrite correct", "humanize"]],
    ["Hello", []],
    ["Write a poem", []],
  ])("%s", (words, expected) => {
    expect(jobs(words)).toEqual(expected);
  });
});

describe("where", () => {
  test.each([
    ["Fix the grammar", ["s1", "s2", "s3", "s4"]],
    ["Fix the grammar in clause 2", ["s3"]],
    ["Fix the grammar in clauses 1 and 3", ["s2", "s4"]],
    ["Fix the grammar in sections 1 to 2", ["s2", "s3"]],
    ["Fix the grammar in Confidentiality", ["s4"]],
    ["Kürze die Abschnitte 2 bis 3", ["s3", "s4"]],
    ["Korrigiere die Fehler in den Ziffern 1 und 3", ["s2", "s4"]],
    ["Korta punkterna 1–2", ["s2", "s3"]],
    ["Rätta stavningen i avsnitten 1 och 3", ["s2", "s4"]],
    ["Maak de artikelen 2 t/m 3 korter", ["s3", "s4"]],
    ["Corrigeer de spelling in artikel 1 tot en met 2", ["s2", "s3"]],
    ["Maak Payment duidelijker, alleen in Payment", ["s3"]],
    ["Fix the grammar in clause 27", ["s1", "s2", "s3", "s4"]],
  ])("%s", (words, sections) => {
    expect(readAgentRequest(words, outline).jobs[0]!.sections).toEqual(sections);
  });
});

test("a heading that begins with a letter beyond English is found by its name", () => {
  const own = [...outline, { id: "s5", words: 90, title: "4. Överlåtelse" }];
  expect(readAgentRequest("Rätta stavningen i Överlåtelse", own).jobs[0]).toMatchObject({
    sections: ["s5"],
    what: "Rätta grammatik, stavning och skiljetecken",
    where: "4. Överlåtelse",
  });
});

describe("in which language", () => {
  const swedish = [{ id: "s1", words: 90, title: "Avtal om uthyrning av lokal och parkeringsplats för företag" }];
  test.each([
    ["Shorten it", outline, "en"],
    ["Shorten it", swedish, "en"],
    ["Gör texten enklare", outline, "sv"],
    ["Korta den", outline, "sv"],
    ["Kürze die Abschnitte 2 bis 4", outline, "de"],
    ["Maak dit korter", outline, "nl"],
    ["Vertaal het contract naar het Duits", outline, "nl"],
    ["LIX?", swedish, "sv"],
  ] as const)("%s", (words, own, language) => {
    expect(readAgentRequest(words, own).language).toBe(language);
  });
});

test.each([
  ["Översätt avtalet till tyska", ["att översätta"]],
  ["Fasse den Vertrag zusammen", ["zusammenfassen"]],
  ["Schrijf een nieuwe bepaling", ["nieuwe tekst schrijven"]],
  ["Translate it into German", ["translating"]],
  ["Fix the grammar and add a clause on data protection", ["writing new text", "changing what the text means"]],
  ["Rewrite clause 2 in favour of the buyer", ["changing what the text means"]],
  ["Fix the grammar", []],
])("what needs a language model is named: %s", (words, beyond) => {
  expect(readAgentRequest(words, outline).beyond).toEqual(beyond);
});
