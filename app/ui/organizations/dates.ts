/* Dates formatted the same on server and browser: in English, in UTC. */
const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
const moment = new Intl.DateTimeFormat("en-GB", { dateStyle: "medium", timeStyle: "short", timeZone: "UTC" });

export function longDate(iso: string): string {
  return day.format(new Date(iso));
}

export function momentOf(iso: string): string {
  return `${moment.format(new Date(iso))} UTC`;
}
