import type { ResearchAuthority } from "./research.ts";

/** "2018-05-25 – 2020-01-01": of which days the wording is, as far as known. */
export function datesOf({ version, inForce, inForceTo }: Pick<ResearchAuthority, "version" | "inForce" | "inForceTo">): string {
  if (inForceTo !== null) return `${inForce ?? "…"} – ${inForceTo}`;
  if (inForce !== null) return `${inForce} –`;
  return version ?? "";
}
