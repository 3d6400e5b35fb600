/*
 * Where a person is when they ask: their time zone, from a request header, and their language.
 * Both are stored with the person for questions that come without them.
 */
export type Whereabouts = { timeZone: string | null; locale: string | null };

export const timeZoneHeader = "x-time-zone";

export function whereaboutsIn(headers: { get(name: string): string | null }): Whereabouts {
  return {
    timeZone: timeZoneOf(headers.get(timeZoneHeader)),
    locale: localeOf(headers.get("accept-language")),
  };
}

function timeZoneOf(name: string | null): string | null {
  if (name === null || name === "" || name.length > 60) return null;
  try {
    return new Intl.DateTimeFormat("en", { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** The first language with a region. */
function localeOf(header: string | null): string | null {
  const first = (header ?? "").slice(0, 200).split(",")[0]?.split(";")[0]?.trim() ?? "";
  return /^[a-z]{2,3}-[A-Z]{2}$/.test(first) ? first : null;
}

/** The ISO date in that time zone. */
export function dayIn(timeZone: string | null, now: Date): string {
  return new Intl.DateTimeFormat("sv-SE", { timeZone: timeZone ?? "UTC", dateStyle: "short" }).format(now);
}
