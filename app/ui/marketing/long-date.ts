/** An ISO day in words. The day is the same wherever it is read. */
export function longDate(day: string): string {
  return new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" }).format(new Date(day));
}
