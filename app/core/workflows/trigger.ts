/* When a workflow runs automatically: at set times where its maker is, or for each file that is uploaded into a project. */
export const weekDays = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"] as const;

/** `days`: 1 is Monday. `day`: of the month; of a shorter month, its last. */
export type Schedule =
  | { every: "day"; hour: number }
  | { every: "week"; days: readonly number[]; hour: number }
  | { every: "month"; day: number; hour: number };

export type TriggerState = "active" | "paused" | "stopped";

export type WorkflowTrigger = {
  id: string;
  when: { kind: "schedule"; schedule: Schedule; timeZone: string } | { kind: "upload"; input: string };
  projectId: string;
  projectName: string;
  by: string;
  isMine: boolean;
  mayWrite: boolean;
  state: TriggerState;
  /** Why it has stopped, or could not be started yet. */
  problem: string | null;
  nextAt: string | null;
  last: { at: string; runId: string | null } | null;
};

type Day = { year: number; month: number; day: number };

const formats = new Map<string, Intl.DateTimeFormat>();

function formatIn(timeZone: string): Intl.DateTimeFormat {
  const known = formats.get(timeZone);
  if (known !== undefined) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
    second: "numeric",
  });
  formats.set(timeZone, made);
  return made;
}

/** What the clocks of a time zone show, as if it were UTC. */
function shownAt(time: number, timeZone: string): number {
  const parts = Object.fromEntries(
    formatIn(timeZone)
      .formatToParts(time)
      .map(({ type, value }) => [type, Number(value)]),
  );
  const part = (name: string) => parts[name] ?? 0;
  return Date.UTC(part("year"), part("month") - 1, part("day"), part("hour"), part("minute"), part("second"));
}

const dayLength = 24 * 60 * 60 * 1000;

/** The first moment at which the clocks show this hour; where they skip it, as long after midnight as it would be. */
function momentOf({ year, month, day }: Day, hour: number, timeZone: string): number {
  const shown = Date.UTC(year, month - 1, day, hour);
  const offsetAt = (time: number) => shownAt(time, timeZone) - time;
  const [before, after] = [shown - offsetAt(shown - dayLength), shown - offsetAt(shown + dayLength)];
  const fitting = [before, after].filter((time) => shownAt(time, timeZone) === shown);
  return fitting.length === 0 ? before : Math.min(...fitting);
}

const daysIn = ({ year, month }: Pick<Day, "year" | "month">) => new Date(Date.UTC(year, month, 0)).getUTCDate();

function isOn(schedule: Schedule, at: Day): boolean {
  switch (schedule.every) {
    case "day":
      return true;
    case "week":
      return schedule.days.includes(new Date(Date.UTC(at.year, at.month - 1, at.day)).getUTCDay() || 7);
    case "month":
      return at.day === Math.min(schedule.day, daysIn(at));
  }
}

/** The next time behind `after`. */
export function nextDue(schedule: Schedule, timeZone: string, after: Date): Date {
  const first = shownAt(after.getTime(), timeZone);
  // A month has at most 31 days, and a zone may have skipped one of them.
  for (let days = -1; days <= 64; days++) {
    const date = new Date(first + days * dayLength);
    const day = { year: date.getUTCFullYear(), month: date.getUTCMonth() + 1, day: date.getUTCDate() };
    if (!isOn(schedule, day)) continue;
    const moment = momentOf(day, schedule.hour, timeZone);
    if (moment > after.getTime()) return new Date(moment);
  }
  throw new Error("A schedule has no next time.");
}

/** Null if there is no such time zone. */
export function knownTimeZone(name: string): string | null {
  try {
    return formatIn(name).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

export const hourWords = (hour: number) => `${String(hour).padStart(2, "0")}:00`;

export function scheduleWords(schedule: Schedule): string {
  const at = `at ${hourWords(schedule.hour)}`;
  if (schedule.every === "day") return `Every day ${at}`;
  if (schedule.every === "month") return `Every month on day ${schedule.day} ${at}`;
  const names = schedule.days.toSorted((a, b) => a - b).map((day) => weekDays[day - 1] ?? "");
  const last = names.pop() ?? "";
  return `Every ${names.length === 0 ? last : `${names.join(", ")} and ${last}`} ${at}`;
}
