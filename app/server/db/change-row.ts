/* A proposed change as listed: its row without the pieces that undo it. */
import { sql } from "kysely";
import { writtenBlock } from "#core/changes/change-blocks.ts";
import type { AppliedPatch, Patch } from "#core/changes/patch.ts";
import type { ChangeSummary } from "#core/changes/proposed-change.ts";

export const summaryColumns = [
  "proposed_changes.message_id",
  "proposed_changes.block",
  "proposed_changes.place",
  "proposed_changes.state",
  "proposed_changes.reason",
  "proposed_changes.reject_reason as rejectReason",
  "proposed_changes.patch",
  "proposed_changes.text_name as textName",
  sql<AppliedPatch | null>`case when proposed_changes.block = ${writtenBlock} then null else proposed_changes.change -> 'applied' end`.as(
    "applied",
  ),
  sql<number>`coalesce((proposed_changes.change ->> 'added')::int, 0)`.as("added"),
  sql<number>`coalesce((proposed_changes.change ->> 'deleted')::int, 0)`.as("deleted"),
] as const;

type SummaryRow = Omit<ChangeSummary, "messageId" | "patch"> & { message_id: string | null; patch: unknown };

export function summaryOf({ message_id, patch, ...row }: SummaryRow): ChangeSummary {
  return { ...row, messageId: message_id!, patch: patch as Patch | null };
}
