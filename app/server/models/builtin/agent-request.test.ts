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
    ["Fix the grammar in clause 27", ["s1", "s2", "s3", "s4"]],
  ])("%s", (words, sections) => {
    expect(readAgentRequest(words, outline).jobs[0]!.sections).toEqual(sections);
  });
});

test.each([
  ["Translate it into German", ["translating"]],
  ["Fix the grammar and add a clause on data protection", ["writing new text", "changing what the text means"]],
  ["Rewrite clause 2 in favour of the buyer", ["changing what the text means"]],
  ["Fix the grammar", []],
])("what needs a language model is named: %s", (words, beyond) => {
  expect(readAgentRequest(words, outline).beyond).toEqual(beyond);
});
