/* What people say of a document: codes that every collection has, and issues of its own. */
export const codes = ["responsive", "not-responsive", "privileged", "second-look"] as const;
export type Code = (typeof codes)[number];

export const codeWords: Record<Code, string> = {
  responsive: "Responsive",
  "not-responsive": "Not responsive",
  privileged: "Privileged",
  "second-look": "Second look",
};

/** The key that sets it, or takes it away. */
export const codeKeys: Record<Code, string> = { responsive: "r", "not-responsive": "n", privileged: "p", "second-look": "s" };

export const codingLimits = { issues: 100, issueName: 80, documents: 1_000, codes: 50 } as const;

export type Issue = { id: string; name: string };

/** A code, or the id of an issue. */
export function isCode(code: string): code is Code {
  return codes.some((one) => one === code);
}

/** What has to go when these are set. */
export function excludedBy(set: readonly string[]): string[] {
  return set.flatMap((code) => (code === "responsive" ? ["not-responsive"] : code === "not-responsive" ? ["responsive"] : []));
}

export function codeName(code: string, issues: readonly Issue[]): string {
  return isCode(code) ? codeWords[code] : (issues.find(({ id }) => id === code)?.name ?? "Deleted issue");
}

export type CodingChange = { code: string; isSet: boolean; by: string | null; at: string };
