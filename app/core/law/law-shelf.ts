/* The law shelf of the library: every stored act, its sections, and the wordings that are kept of them. */

export type ShelfAct = {
  /** As its source numbers it: SFS 1982:80, CELEX 32016R0679, ukpga/2018/12. */
  id: string;
  title: string;
  shortNames: string[];
  jurisdiction: string;
  source: string;
  /** The day of its text, an ISO date, if its source says so. */
  version: string | null;
  /** ISO time at which its source was last asked; null if it was loaded from a file and never asked for. */
  checkedAt: string | null;
  sections: number;
  /** Wordings other than the current ones. */
  wordings: number;
  /** How many sections have a vector; null without an embedding model. */
  vectors: number | null;
};

/** `next`: the id to continue after, or null. */
export type ShelfPage = { acts: ShelfAct[]; next: string | null };

export type ActFacts = ShelfAct & {
  inForce: string | null;
  url: string;
  licence: string;
  note: string | null;
  /** ISO date of an already announced change of its text. */
  changesOn: string | null;
  /** The days of the stored texts, newest first. */
  texts: string[];
};

/** What is known of when a wording applied. All are ISO dates. */
export type WordingDays = {
  inForce: string | null;
  /** The day on which it ceases to apply. */
  ends: string | null;
  /** The first and last stored texts with it. */
  firstSeen: string | null;
  lastSeen: string | null;
  /** In the newest stored text. */
  isPresent: boolean;
};

export type KeptWording = WordingDays & { id: number };

export const sectionLists = ["all", "other", "absent", "changed"] as const;
/** All of the newest text; those with other wordings; those that are not in it; those that the newest change touched. */
export type SectionList = (typeof sectionLists)[number];

export type ShelfSection = {
  ref: string;
  label: string;
  heading: string;
  /** The enclosing parts and chapters, outermost first. */
  path: string[];
  /** How its text begins. */
  start: string;
  isPresent: boolean;
  /** Kept beside the current one, earliest first. */
  wordings: KeptWording[];
};

/** `next`: the ref to continue after, or null. */
export type SectionPage = { sections: ShelfSection[]; next: string | null };

/** What changed with the newest text that changed anything. */
export type LastChange = { day: string; changed: string[]; added: string[]; repealed: string[] };

export type LinkedSection = { ref: string; label: string; title: string };
export type UsedDefinition = { term: string; ref: string; label: string };
/** Around a section, among the stored law. `isRead`: the citations of its act are those of its present text. */
export type SectionLinks = { isRead: boolean; cites: LinkedSection[]; citedBy: LinkedSection[]; definitions: UsedDefinition[] };

export type SectionWordings = {
  ref: string;
  label: string;
  heading: string;
  path: string[];
  url: string;
  act: { id: string; title: string; jurisdiction: string; language: string };
  /** All of them, the current one included, earliest first. */
  wordings: (KeptWording & { text: string })[];
};

/** Work on an act that this person asked for: under way, failed, or done within the last hour. */
export type LawJob = {
  id: string;
  /** What was asked for, in words. */
  label: string;
  source: string;
  /** Null while the act is not stored. */
  act: { id: string; title: string } | null;
  /** Of a stored act. */
  isRefresh: boolean;
  state: "queued" | "running" | "paused" | "failed" | "done";
  /** Its source has answered, and the act is being stored. */
  isStoring: boolean;
  problem: string | null;
  /** Sections that read differently since, of one that is done. */
  changed: number;
};

/** What asking for acts by their numbers came to. */
export type LawAsked = {
  /** Already stored. */ stored: { id: string; title: string }[];
  /** Being fetched, in words. */ begun: string[];
};

export const mostActsAsked = 4;

/** A section as the days of its texts tell it. `current` is null if the newest text lacks it. */
export type SectionDays = { ref: string; current: { firstSeen: string | null } | null; others: WordingDays[] };

/**
 * The newest text that changed anything. `texts`: the days of all stored ones, in any order. Wordings that a text only
 * announces, or tells of as ended, have no days of texts and change nothing.
 */
export function lastChangeOf(sections: readonly SectionDays[], texts: readonly string[]): LastChange | null {
  const days = texts.toSorted();
  const changes = sections.flatMap((section) => changeOf(section, days) ?? []);
  const day = changes
    .map((one) => one.day)
    .toSorted()
    .at(-1);
  if (day === undefined) return null;
  const of = (kind: Change["kind"]) => changes.flatMap((one) => (one.day === day && one.kind === kind ? [one.ref] : []));
  return { day, changed: of("changed"), added: of("added"), repealed: of("repealed") };
}

type Change = { ref: string; day: string; kind: "changed" | "added" | "repealed" };

function changeOf({ ref, current, others }: SectionDays, days: readonly string[]): Change | null {
  const ended = others.flatMap(({ lastSeen }) => lastSeen ?? []).toSorted();
  if (current === null) {
    const last = ended.at(-1);
    const gone = last === undefined ? undefined : days.find((day) => day > last);
    return gone === undefined ? null : { ref, day: gone, kind: "repealed" };
  }
  const since = current.firstSeen;
  if (since === null) return null;
  if (ended.some((day) => day <= since)) return { ref, day: since, kind: "changed" };
  const [first] = days;
  return first !== undefined && since > first ? { ref, day: since, kind: "added" } : null;
}

/** Earliest first; the current wording comes after others of the same day. */
export function byDays(one: WordingDays, other: WordingDays): number {
  return startOf(one).localeCompare(startOf(other)) || Number(one.isPresent) - Number(other.isPresent);
}

function startOf({ inForce, firstSeen }: WordingDays): string {
  return inForce ?? firstSeen ?? "";
}
