/* A template about to be changed: locked, and only for those who may change or approve it. */
import type { LibraryKind } from "#core/templates/library.ts";
import { canApproveTemplate, canChangeTemplate, isPrivate, type LibraryOwned, type Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import { actAs } from "../../db/acting.ts";
import type { Trx } from "../../db/database.ts";
import { templatesHere } from "../visible.ts";

export const onlyPrompts = "In an organization, only prompts can be kept to oneself.";

type Held = { version: number; kind: LibraryKind; owned: LibraryOwned };

/** Locked until the transaction ends, for those who may change it, or approve it. */
export async function heldTemplate(me: Person, trx: Trx, id: string, { removed = false, toApprove = false } = {}): Promise<Held> {
  trx = actAs(me, trx);
  const row = await trx
    .selectFrom("library_templates")
    .select(["version", "kind", "made_by", "user_id", "organization_id", "removed_at"])
    .where("id", "=", id)
    .where(templatesHere(me))
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || (row.removed_at !== null && !removed)) throw problem("not-found");
  const owned: LibraryOwned = { userId: row.user_id, organizationId: row.organization_id, madeBy: row.made_by };
  if (toApprove && !canApproveTemplate(me, owned))
    throw problem(
      "not-allowed",
      isPrivate(owned)
        ? "What only you can see isn’t approved. Share it first."
        : "An organization’s library is approved by its administrators.",
    );
  if (!canChangeTemplate(me, owned))
    throw problem("not-allowed", "An organization’s template can be changed by who made it and by its administrators.");
  return { version: row.version, kind: row.kind, owned };
}
