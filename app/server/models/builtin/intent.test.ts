import { describe, expect, test } from "vitest";
import { readDraftRequest } from "./draft-request.ts";
import { kindOfWriting, recogniseIntent, type Intent } from "./intent.ts";
import { partMessage } from "./subject.ts";
import { shortTitle } from "./title.ts";

describe("what is asked", () => {
  test.each<[string, Intent]>([
    ["Hi!", "greeting"],
    ["Hej", "greeting"],
    ["Guten Tag", "greeting"],
    ["Goedemorgen!", "greeting"],
    ["Thanks!", "thanks"],
    ["Tack så mycket", "thanks"],
    ["What are you?", "about"],
    ["Are you ChatGPT?", "about"],
    ["Vad kan du?", "about"],
    ["Was kannst du?", "about"],
    ["Wat kun je?", "about"],
    ["Fix the grammar", "correct"],
    ["Please proofread this essay", "correct"],
    ["Can you check my text for spelling mistakes?", "correct"],
    ["edit this", "correct"],
    ["Rätta texten", "correct"],
    ["Korrekturläs det här", "correct"],
    ["Bitte korrigiere den Text", "correct"],
    ["Prüfe die Rechtschreibung", "correct"],
    ["Corrigeer deze tekst", "correct"],
    ["Humanize this", "plain"],
    ["Make it sound more natural", "plain"],
    ["Put this into plain English", "plain"],
    ["Skriv om till klarspråk", "plain"],
    ["Formuliere das einfacher", "plain"],
    ["Kan dit eenvoudiger?", "plain"],
    ["Make this shorter", "shorten"],
    ["Förkorta texten", "shorten"],
    ["Kürze den Text", "shorten"],
    ["Maak het korter", "shorten"],
    ["Evaluate this", "evaluate"],
    ["How readable is this?", "evaluate"],
    ["Review this contract", "evaluate"],
    ["Check the defined terms", "evaluate"],
    ["Bedöm läsbarheten", "evaluate"],
    ["Analysiere den Text", "evaluate"],
    ["Beoordeel deze tekst", "evaluate"],
    ["Improve this paragraph", "improve"],
    ["Rewrite this", "improve"],
    ["Überarbeite den Absatz", "improve"],
    ["Write an essay about bees", "write"],
    ["Draft an NDA", "write"],
    ["Write an article about common spelling mistakes", "write"],
    ["I need a privacy policy", "write"],
    ["Skriv ett pressmeddelande om bin", "write"],
    ["Schreibe einen Aufsatz über Bienen", "write"],
    ["Schrijf een nieuwsbrief over bijen", "write"],
    ["write a poem...", "write"],
    ["Kan du skriva ett brev till min hyresvärd?", "write"],
    ["Summarise this", "summarize"],
    ["Sammanfatta texten", "summarize"],
    ["Fasse den Text zusammen", "summarize"],
    ["Vat dit samen", "summarize"],
    ["Translate this into German", "translate"],
    ["Översätt till engelska", "translate"],
    ["When does the lease end?", "question"],
    ["Find the notice clause", "question"],
    ["Wann endet der Mietvertrag?", "question"],
    ["What does Article 28 GDPR require?", "legal-question"],
    ["Is a verbal contract binding under German law?", "legal-question"],
    ["Hur lång är uppsägningstiden enligt lagen?", "legal-question"],
    ["asdf qwer", "other"],
    ["", "other"],
  ])("%j is %j", (message, intent) => {
    expect(recogniseIntent(message)).toBe(intent);
  });
});

describe("the text a message brings", () => {
  test.each<[string, string | null]>([
    ["Fix this: He go home.", "He go home."],
    ["Fix this:\n\nHe go home.\n\nShe too.", "He go home.\n\nShe too."],
    ["Please proofread\nHe go home every day.", "He go home every day."],
    ["He go home every day.\nAnd she too.\n\nPlease proofread the text above.", "He go home every day.\nAnd she too."],
    ["Correct “he go home to the sea every day” please", "he go home to the sea every day"],
    ["Fix it\n```\nHe go: home.\n```", "He go: home."],
    ["What is the fee?\n\nThe fee is five euros.", "The fee is five euros."],
    ["Make it shorter", null],
    ["Write an essay about: bees", null],
    ["What does “fee” mean?", null],
    ["hello", null],
    ["word ".repeat(80).trim(), "word ".repeat(80).trim()],
    ["Rätta: Jag jag går.", "Jag jag går."],
    ["Is this sentence correct? He don't like it.", "He don't like it."],
    ['Correct the following text\n"""\nI has a dream.\n"""', "I has a dream."],
    ["What's wrong with this sentence: He don't like it", "He don't like it"],
  ])("%j", (message, text) => {
    expect(partMessage(message).text).toBe(text);
  });
});

describe("a request to write", () => {
  test("kind, topic, length and notes", () => {
    expect(readDraftRequest("Write a 600-word essay about bees and pesticides\n- one\n2. two", "en", null)).toMatchObject({
      type: "Essay",
      topic: "bees and pesticides",
      words: 600,
      notes: ["one", "two"],
    });
    expect(readDraftRequest("Skriv en uppsats om bin på 300 ord", "sv", null)).toMatchObject({
      type: "Essay",
      topic: "bin",
      words: 300,
    });
    expect(readDraftRequest("Write about the sea", "en", "Poem")).toMatchObject({ type: "Poem", topic: "the sea" });
    expect(readDraftRequest("Newsletter. Notes: first thing; second thing", "en", null)).toMatchObject({
      type: "Newsletter",
      notes: ["first thing", "second thing"],
    });
    expect(readDraftRequest("Write code", "en", null)).toBeNull();
  });

  test("the fields of a template are read, not supposed", () => {
    expect(readDraftRequest("Draft an NDA between Acme AB and Globex Ltd. under Swedish law", "en", null)!.fields).toEqual({
      partyA: "Acme AB",
      partyB: "Globex Ltd.",
      governingLaw: "Sweden",
    });
    expect(readDraftRequest("Letter before action from Anna Berg to Nordvik AB for €4,500", "en", null)!.fields).toEqual({
      partyA: "Anna Berg",
      partyB: "Nordvik AB",
      amount: "€4,500",
    });
    expect(
      readDraftRequest(
        "Draft a two-year NDA between Acme Ltd and Nordwind GmbH for the purpose of assessing a merger, courts of London, under English law",
        "en",
        null,
      )!.fields,
    ).toEqual({
      partyA: "Acme Ltd",
      partyB: "Nordwind GmbH",
      term: "two years",
      purpose: "assessing a merger",
      courts: "London",
      governingLaw: "England and Wales",
    });
    expect(readDraftRequest("Draft an NDA", "en", null)!.fields).toEqual({});
  });

  test.each([
    ["Draft an NDA for 18 months", "18 months"],
    ["NDA, 1 year", "1 year"],
    ["Sekretessavtal på 3 år", "3 years"],
    ["Draft an NDA; we met two years ago", undefined],
    ["Draft an NDA for two years, and three years for trade secrets", undefined],
  ])("the period in %j is %j", (message, term) => {
    expect(readDraftRequest(message, "en", null)!.fields["term"]).toBe(term);
  });

  test.each([
    ["a brief essay", "en", "Essay"],
    ["einen Brief", "de", "Letter"],
    ["a non-disclosure agreement", "en", "Mutual Non-Disclosure Agreement"],
    ["a cover letter", "en", "Cover Letter"],
    ["a thank-you note to my landlord", "en", "Letter"],
    ["a spaceship", "en", null],
  ] as const)("%j", (words, language, kind) => {
    expect(kindOfWriting(words, language)).toBe(kind);
  });
});

test.each([
  ["Please can you fix the grammar in this: He go.", "Fix the grammar in this"],
  ["Write an essay about bees. It should be long.", "Write an essay about bees"],
  ["Hello, could you help me to draft an NDA?", "Draft an NDA"],
  ["```\ncode\n```", ""],
  ["x".repeat(100), `${"X".padEnd(59, "x")}…`],
  ["Kan du rätta texten?", "Rätta texten"],
  ["", ""],
])("the title of %j is %j", (message, title) => {
  expect(shortTitle(message)).toBe(title);
});
