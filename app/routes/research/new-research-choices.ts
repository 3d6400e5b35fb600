/* What may be chosen for a new research: whose law is stored, and which projects one may write in. */
import { jurisdictionCodes, type JurisdictionCode } from "#core/law/jurisdictions.ts";
import type { Person } from "#core/workspace/policy.ts";
import { listProjects } from "#server/data/organizations/projects.ts";
import type { Stet } from "#server/stet.ts";

export async function newResearchChoices(me: Person, { db, law }: Stet) {
  const [loaded, { own, shared }] = await Promise.all([law.loaded(me), listProjects(me, db)]);
  const projects = [...own, ...shared].filter(({ mayWrite }) => mayWrite).map(({ id, name }) => ({ id, name }));
  return { stored: jurisdictionCodes.filter((code): code is JurisdictionCode => loaded.includes(code)), projects };
}
