/* A section of law that a draft or a research rests on, and that reads differently now. */
export type ChangedLaw = {
  projectId: string;
  /** What rests on it: a draft, a research, or the memo of one. */
  draftId?: string;
  draft?: string;
  research?: { id: string; question: string };
  ref: string;
  /** As it was cited. */
  name: string;
  isRepealed: boolean;
  /** `version`: of which day the text is, an ISO date, if its source says so. */
  cited: { text: string; version: string | null };
  /** Empty if it was repealed. */
  present: { text: string; version: string | null; url: string };
};

export function changedLawSentence({ isRepealed, cited, present }: ChangedLaw): string {
  const since = present.version === null ? "" : ` in the text of ${present.version}`;
  const before = cited.version === null ? "" : `; cited as of ${cited.version}`;
  return `${isRepealed ? "Repealed" : "Amended"}${since}${before}`;
}
