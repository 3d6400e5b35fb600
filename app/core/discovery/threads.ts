/*
 * Which emails are one conversation: those that name each other's Message-ID, and replies without such a reference that
 * have the subject and a person in common with an earlier email.
 */
export type ThreadEmail = {
  messageId: string | null;
  /** In-Reply-To and References. */
  references: readonly string[];
  subject: string;
  /** Addresses, lower case. */
  people: readonly string[];
  /** Milliseconds. */
  at: number | null;
};

/** A reply comes within this time of what it replies to, if only the subject says so. */
const longestSilenceMs = 90 * 86_400_000;
/** As mail programs of many languages write it before the subject. */
const replyMarks =
  /^\s*(?:(?:re|aw|antw|sv|vs|ref|rif|rv|res|odp|fw|fwd|wg|tr|vb|vl|doorst|enc|i|r)\s*(?:\[\d+\]|\(\d+\))?\s*:\s*)+/iu;

export function isReply(subject: string): boolean {
  return replyMarks.test(subject);
}

export function plainSubject(subject: string): string {
  return subject.replace(replyMarks, "").replace(/\s+/gu, " ").trim().toLowerCase();
}

/** For each email the index of the first one of its thread. The emails are in the order of their times. */
export function threadsOf(emails: readonly ThreadEmail[]): number[] {
  const roots = emails.map((_, at) => at);
  const rootOf = (at: number): number => {
    while (roots[at] !== at) at = roots[at] = roots[roots[at]!]!;
    return at;
  };
  const join = (one: number, other: number) => {
    const [first, second] = [rootOf(one), rootOf(other)];
    roots[Math.max(first, second)] = Math.min(first, second);
  };
  // What was named but is not in the collection joins those that name it.
  const named = new Map<string, number>();
  emails.forEach(({ messageId, references }, at) => {
    for (const id of messageId === null ? references : [messageId, ...references]) {
      const other = named.get(id);
      if (other === undefined) named.set(id, at);
      else join(at, other);
    }
  });
  const latest = new Map<string, { at: number; index: number }>();
  emails.forEach(({ references, subject, people, at }, index) => {
    const plain = plainSubject(subject);
    if (plain === "" || at === null) return;
    if (references.length === 0 && isReply(subject))
      for (const person of people) {
        const before = latest.get(`${person} ${plain}`);
        if (before !== undefined && at - before.at <= longestSilenceMs) join(index, before.index);
      }
    for (const person of people) latest.set(`${person} ${plain}`, { at, index });
  });
  return emails.map((_, at) => rootOf(at));
}
