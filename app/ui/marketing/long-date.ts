/** An ISO date in words, independent of the reader's time zone. */
export function longDate(day: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
