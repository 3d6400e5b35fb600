/* A section of law that a draft, a research or a clause rests on, and that reads differently now. */
export type ChangedLaw = {
  /** Of a draft or a research. */
  projectId?: string;
  /** What rests on it: a clause of the library, a draft, a research, or the memo of one. */
  clause?: { id: string; name: string };
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
