/* The situations whose briefings are stored as snapshots and reviewed when they change. For tests and evals. */
import { noMatter } from "#core/workspace/project.ts";
import type { TurnFacts } from "./turn-facts.ts";

export const plain: TurnFacts = {
  mode: { kind: "answer" },
  today: "2026-11-22",
  timeZone: "Europe/Stockholm",
  writer: { name: "Ada Lind", locale: "en-GB", writes: null },
  style: null,
  workspace: null,
  project: { name: null, instructions: "", matter: noMatter },
  choices: { sources: [], draftMode: false, writingType: null },
  document: null,
  table: null,
  chatDraft: null,
  hasSelection: false,
  files: [],
  projectFiles: [],
  law: [],
  lawOn: null,
  web: { isSetUp: false, isAsked: false },
  hasText: false,
  hasEarlierChanges: false,
  leftOut: 0,
  isSummarized: false,
};

const nda: TurnFacts["document"] = {
  name: "Mutual NDA",
  kind: "Mutual Non-Disclosure Agreement",
  language: "British English",
  words: 683,
  numbers: "typed",
  terms: ["Confidential Information", "Purpose"],
  hasTables: true,
};
const hosting = { name: "hosting.txt", source: 1, given: "whole" as const };
const lease = { name: "lease.pdf", source: 2, given: "outline" as const };

const beside: TurnFacts = { ...plain, document: nda, hasText: true };
const agent: TurnFacts = { ...beside, mode: { kind: "agent", maxSteps: 12, applies: false } };

export const situations = {
  "a plain first question": plain,
  "a question where nothing is known of the writer": {
    ...plain,
    timeZone: null,
    writer: { name: null, locale: null, writes: null },
  },
  "a writer with a style": {
    ...plain,
    style:
      "Short sentences, usually 8 to 14 words. Paragraphs of about 60 words. Often uses dashes; no semicolons. Writes as “I”. Uses contractions. British spelling.",
  },
  "draft mode for an essay": { ...plain, choices: { sources: [], draftMode: true, writingType: "essay" } },
  "a pasted text": { ...plain, hasText: true },
  "beside a draft with typed numbers": beside,
  "beside a draft with automatic numbers": { ...beside, document: { ...nda, numbers: "automatic", hasTables: false } },
  "beside a draft with a selection": { ...beside, hasSelection: true },
  "an agent that proposes": agent,
  "an agent that applies": { ...agent, mode: { kind: "agent", maxSteps: 12, applies: true } },
  "an agent with a file and law": { ...agent, files: [hosting], law: ["SE"], choices: { ...agent.choices, sources: ["SE"] } },
  "a file given whole": { ...plain, files: [hosting], hasText: true },
  "a file in outline": { ...plain, files: [{ ...lease, source: 1 }], hasText: true },
  "files whole, in outline, a picture and one unreadable": {
    ...plain,
    hasText: true,
    files: [
      hosting,
      lease,
      { name: "plan.png", source: null, given: "picture" },
      { name: "scan.pdf", source: null, given: "unreadable" },
    ],
  },
  "a table that fits": { ...plain, table: { name: "Leases", documents: 12, given: 12 } },
  "a large table": { ...plain, table: { name: "Leases", documents: 2000, given: 80 } },
  "law of two jurisdictions": { ...plain, law: ["SE", "EU"], choices: { ...plain.choices, sources: ["SE", "EU"] } },
  "law as it was on a day": { ...plain, law: ["SE"], lawOn: "2020-01-01" },
  "project files": { ...plain, projectFiles: ["lease.pdf", "letters.docx"], project: { ...plain.project, name: "Lind v Berg" } },
  "a project with instructions": {
    ...plain,
    workspace: "Lind & Co",
    project: {
      ...plain.project,
      name: "Lind v Berg",
      instructions: "We act for the tenant. Write Swedish. Never use exclamation marks.",
    },
  },
  "a project that is a matter": {
    ...plain,
    workspace: "Lind & Co",
    project: {
      name: "Lind v Berg",
      instructions: "",
      matter: { client: "Ada Lind, the tenant", counterparty: "Berg Fastigheter AB", jurisdiction: "Sweden" },
    },
  },
  "web search set up": { ...plain, web: { isSetUp: true, isAsked: false } },
  "web search asked for": { ...plain, web: { isSetUp: true, isAsked: true } },
  "web search asked for where none is set up": { ...plain, web: { isSetUp: false, isAsked: true } },
  "a chat with a draft of its own": {
    ...plain,
    hasText: true,
    chatDraft: { kind: "Letter", language: "British English", words: 412 },
  },
  "changes were proposed before": { ...plain, hasText: true, hasEarlierChanges: true },
  "a long chat": { ...plain, hasText: true, leftOut: 4 },
  "a long chat with a summary": { ...plain, hasText: true, isSummarized: true },
  "Swiss German": { ...plain, writer: { name: "Reto Keller", locale: "de-CH", writes: "The writer usually writes in German." } },
} satisfies Record<string, TurnFacts>;
