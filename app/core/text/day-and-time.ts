/*
 * The date and time format used throughout Stet, "20 Nov 2026, 14:02", whatever
 * the browser's language. In the reader's time zone unless another is given.
 */
const months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export function dayAndTime(moment: string | Date, timeZone?: string): string {
  const format = new Intl.DateTimeFormat("en-GB", {
    day: "numeric",
    month: "numeric",
    year: "numeric",
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(timeZone !== undefined && { timeZone }),
  });
  const parts = new Map(format.formatToParts(new Date(moment)).map(({ type, value }) => [type, value]));
  const month = months[Number(parts.get("month")) - 1];
  return `${Number(parts.get("day"))} ${month} ${parts.get("year")}, ${parts.get("hour")}:${parts.get("minute")}`;
}

const locales = { en: "en-GB", sv: "sv-SE", de: "de-DE", nl: "nl-NL" } as const;

/** An ISO date for use in a sentence of a language: "1 March 2019". */
export function longDay(day: string, language: keyof typeof locales = "en"): string {
  return new Intl.DateTimeFormat(locales[language], { dateStyle: "long", timeZone: "UTC" }).format(new Date(`${day}T00:00:00Z`));
}

/** Of an ISO date. */
export function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10);
}

/** Whether a time zone name sent by a browser is valid. */
export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat("en-GB", { timeZone: name }).resolvedOptions().timeZone !== "";
  } catch {
    return false;
  }
}
