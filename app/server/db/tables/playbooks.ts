/* Drafts held against playbooks. */
import type { Generated } from "kysely";
import type { ChangeProposed, PlaybookRule, RuleFinding } from "#core/playbooks/playbook.ts";
import type { Json, TimeByDefault } from "./columns.ts";

type PlaybookChecksTable = {
  id: string;
  draft_id: string;
  made_by: string | null;
  name: string;
  model: string;
  input_tokens: Generated<string>;
  output_tokens: Generated<string>;
  cost: Generated<number>;
  unpriced: Generated<number>;
  created_at: TimeByDefault;
};

type PlaybookFindingsTable = {
  check_id: string;
  place: number;
  title: string;
  rule: Json<PlaybookRule>;
  finding: Json<RuleFinding> | null;
  proposed: Json<ChangeProposed> | null;
};

export type PlaybookTables = { playbook_checks: PlaybookChecksTable; playbook_findings: PlaybookFindingsTable };
