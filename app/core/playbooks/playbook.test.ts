/* Playbooks as files, and rules held against a document: by what a model says, and by words alone. */
import { expect, test } from "vitest";
import { readDocument } from "../review/judge-finding.ts";
import { judgeRule } from "./judge-rule.ts";
import { newPlaybookSource, readPlaybook } from "./playbook-file.ts";
import type { PlaybookRule } from "./playbook.ts";
import { readSaidRule, type SaidRule } from "./rule-question.ts";
import { ruleByWords } from "./rule-by-words.ts";

const text = `Non-Disclosure Agreement

The duties of the Recipient continue for ten years after the last disclosure.

The Recipient shall return Confidential Information within thirty days of a written request.

Signed for Alder AB: ____________`;
const nda = readDocument({ name: "NDA", text, blocks: [], unreadPages: 0 });
const rule: PlaybookRule = {
  title: "Duration",
  why: "",
  lookFor: ["continue", "years"],
  standard: "The duties of the Recipient continue for three years after the last disclosure.",
  fallbacks: ["The duties of the Recipient continue for five years after the last disclosure."],
  never: [],
};
const said = (rest: Partial<SaidRule>): SaidRule => {
  return { position: "standard", fallback: 0, quotations: [], why: "", original: "", replacement: "", ...rest };
};

test("a playbook’s file has rules with their positions", () => {
  const read = readPlaybook(newPlaybookSource);
  if ("refusal" in read) throw new Error(read.refusal);
  expect(read.playbook.rules).toEqual([
    {
      title: "Payment",
      why: "Our cash plan rests on it.",
      lookFor: ["payment", "invoice", "due", "days"],
      standard: "The customer shall pay each invoice within thirty days of receiving it.",
      fallbacks: ["The customer shall pay each invoice within forty-five days of receiving it."],
      never: ["Payment only when the customer has been paid by someone else."],
    },
  ]);
});

test.each([
  ["## A\n### Standard\nWords", "The playbook has no name"],
  ["name: P\n---\n", "has no rules"],
  ["name: P\n---\n## Payment\n### Fallback\nWords", "Rule “Payment”: It has no part “### Standard”."],
  ["name: P\n---\n## Payment\n### Standard\nOne\n### Standard\nTwo", "two standards"],
  ["name: P\n---\n## Payment\n### Sometimes\nOne", "A rule has Standard, Fallback and Never."],
  ["name: P\n---\n## Payment\nWell\n### Standard\nOne", "“Why: …” and “Look for: …”"],
  ["name: P\n---\nWords\n## Payment\n### Standard\nOne", "belong to none"],
])("%s", (rest, sentence) => {
  const source = rest.includes("---") ? `---\nkind: playbook\n${rest}` : `---\nkind: playbook\n---\n${rest}`;
  expect(readPlaybook(source)).toEqual({ refusal: expect.stringContaining(sentence) as string });
});

const quoted = "The duties of the Recipient continue for ten years after the last disclosure.";

test("what a model says is believed as far as the document bears it out", () => {
  const outside = said({
    position: "outside",
    quotations: [quoted],
    why: "Ten.",
    original: "ten years",
    replacement: "three years",
  });
  expect(judgeRule(rule, nda, outside)).toMatchObject({
    position: "outside",
    sources: [{ verdict: "verified", words: quoted }],
    change: { original: "ten years", replacement: "three years" },
  });
  const cases: [Partial<SaidRule>, string][] = [
    [{ position: "standard" }, "quoted no words"],
    [{ position: "outside", quotations: ["continue for a hundred and four score years from today"] }, "not in the document"],
    [{ position: "fallback", fallback: 2, quotations: [quoted] }, "a fallback that the rule does not have"],
    [{ position: "absent", quotations: [quoted] }, "quotes words about it"],
  ];
  for (const [rest, note] of cases) {
    const judged = judgeRule(rule, nda, said(rest));
    expect([judged.position, judged.note]).toEqual(["unclear", expect.stringContaining(note)]);
  }
  // Words that are not there are not replaced.
  expect(
    judgeRule(rule, nda, said({ position: "outside", quotations: [quoted], original: "nine years", replacement: "one" })).change,
  ).toBeNull();
});

test("an absent clause is put behind the words that are named, or above the signatures", () => {
  const clause = "Neither party shall solicit the other’s staff.";
  const named = said({ position: "absent", original: quoted, replacement: clause });
  expect(judgeRule(rule, nda, named).change).toEqual({ original: quoted, replacement: `${quoted}\n\n${clause}` });
  const last = "The Recipient shall return Confidential Information within thirty days of a written request.";
  expect(judgeRule(rule, nda, said({ position: "absent" })).change).toEqual({
    original: last,
    replacement: `${last}\n\n${rule.standard}`,
  });
});

test("without a model, what contradicts the standard is changed in its place", () => {
  expect(ruleByWords(rule, nda, "en")).toMatchObject({
    position: "outside",
    sources: [{ words: quoted.replace(/\.$/, "") }],
    change: { original: quoted.replace(/\.$/, ""), replacement: quoted.replace("ten", "three").replace(/\.$/, "") },
  });
  const standard = { ...rule, standard: quoted };
  expect(ruleByWords(standard, nda, "en")).toMatchObject({ position: "standard", change: null });
  const fallback = { ...rule, fallbacks: [quoted] };
  expect(ruleByWords(fallback, nda, "en")).toMatchObject({
    position: "fallback",
    fallback: 1,
    change: { replacement: expect.stringContaining("three") as string },
  });
  const stop = (words: string) => words.replace(/\.$/, "");
  expect(ruleByWords({ ...rule, never: [quoted] }, nda, "en")).toMatchObject({
    position: "outside",
    change: { original: stop(quoted), replacement: stop(rule.standard) },
  });
});

test("without a model, a rule is absent only if none of its words is there", () => {
  const audit = {
    ...rule,
    title: "Audit",
    lookFor: ["audit", "inspect"],
    standard: "The Discloser may inspect the Recipient’s records once a year.",
  };
  expect(ruleByWords(audit, nda, "en")).toMatchObject({
    position: "absent",
    change: { replacement: expect.stringContaining("inspect") as string },
  });
  const near = { ...audit, lookFor: ["Recipient"] };
  expect(ruleByWords(near, nda, "en")).toMatchObject({ position: "unclear", change: null });
  expect(ruleByWords(audit, { ...nda, unreadPages: 1 }, "en").position).toBe("unclear");
});

test("the answer is read from JSON with or without a fence", () => {
  const object = '{"position":"absent","fallback":0,"quotations":[],"why":"No.","original":"","replacement":""}';
  expect(readSaidRule(`Here:\n\`\`\`json\n${object}\n\`\`\``)).toEqual(said({ position: "absent", why: "No." }));
  for (const bad of ["", "{", '{"position":"fine"}']) expect(readSaidRule(bad)).toBeNull();
});
