/* Before a project gets a client or a counterparty, their names are compared with what the workspace knows. */
import type { ConflictFindings, Party } from "#core/contacts/conflicts.ts";
import type { Matter } from "#core/workspace/project.ts";
import { ask, ProblemError } from "../ask.ts";

export type CheckedParties = { id: string; parties: Party[]; found: ConflictFindings };

/** The last check if it was of the same names; undefined where none is named that was not there before. */
export async function checkParties(
  matter: Matter,
  project: { id: string; matter: Matter } | undefined,
  last: CheckedParties | undefined,
): Promise<CheckedParties | undefined> {
  const parties = (["client", "counterparty"] as const)
    .filter((side) => matter[side] !== "" && matter[side] !== project?.matter[side])
    .map((side): Party => ({ name: matter[side], side }));
  if (parties.length === 0) return undefined;
  if (last !== undefined && JSON.stringify(last.parties) === JSON.stringify(parties)) return last;
  const body = { parties, ...(project && { except: project.id }) };
  try {
    return { ...(await ask<Omit<CheckedParties, "parties">>("/api/conflict-checks", { body })), parties };
  } catch (error) {
    // Guests of an organization see no contacts, and may still own a project from before.
    if (error instanceof ProblemError && error.problem.code === "not-allowed") return undefined;
    throw error;
  }
}

export function isAdverseTo({ hits, hidden }: ConflictFindings): boolean {
  return hidden.adverse > 0 || hits.some((hit) => hit.isAdverse);
}

/** The project exists by now: the record without its name is still there. */
export async function noteProject(checkId: string, projectId: string): Promise<void> {
  await ask(`/api/conflict-checks/${checkId}`, { method: "PATCH", body: { projectId } }).catch(() => undefined);
}
