/*
 * A playbook: rules that documents of a kind are held against. A rule has a standard position, fallbacks in the order in
 * which they are given up, and what is never accepted. A check of a draft keeps for each rule which position its words
 * meet, and the change that would meet the standard.
 */
import type { CellSource } from "../review/review.ts";
import type { TemplateJurisdiction } from "../templates/template.ts";
import type { ProseLanguage } from "../text/sentences.ts";

export type PlaybookRule = {
  title: string;
  /** Why the standard is what it is. */
  why: string;
  /** Words that documents use for it. */
  lookFor: readonly string[];
  /** Wording that can be inserted. */
  standard: string;
  fallbacks: readonly string[];
  never: readonly string[];
};

export type Playbook = {
  name: string;
  jurisdiction: TemplateJurisdiction;
  language: ProseLanguage;
  summary: string;
  rules: readonly PlaybookRule[];
};

export const playbookLimits = { rules: 60, fallbacks: 8, position: 4_000, lookFor: 40 } as const;

/** `outside`: there, and no position that is accepted. `absent` is a finding: the whole text was read for it. */
export const rulePositions = ["standard", "fallback", "outside", "absent", "unclear", "failed"] as const;
export type RulePosition = (typeof rulePositions)[number];

export type RuleChange = { original: string; replacement: string };
export type RuleFinding = {
  position: RulePosition;
  /** Which fallback is met, from 1. */
  fallback: number | null;
  sources: CellSource[];
  /** What the words say, or why it is unclear or has failed. */
  note: string;
  /** What would meet the standard. */
  change: RuleChange | null;
};

/** What became of a change: proposed in the draft, or why it could not be. */
export type ChangeProposed = { suggestionId: string } | { refused: string };

export type CheckedRule = {
  rule: PlaybookRule;
  /** Null until it has been held against the draft. */
  finding: RuleFinding | null;
  /** Null while it waits. */
  proposed: ChangeProposed | null;
};

export type PlaybookCheck = {
  id: string;
  name: string;
  model: string;
  by: string | null;
  at: string;
  /** Of the job; null once it has ended. */
  state: "queued" | "running" | "paused" | "failed" | null;
  problem: string | null;
  rules: CheckedRule[];
};

/** As lists and exports name it. */
export function positionWords({ position, fallback }: Pick<RuleFinding, "position" | "fallback">): string {
  switch (position) {
    case "standard":
      return "Meets the standard";
    case "fallback":
      return `Fallback ${fallback ?? 1}`;
    case "outside":
      return "Not acceptable";
    case "absent":
      return "Absent";
    case "unclear":
      return "Unclear";
    case "failed":
      return "Failed";
  }
}
