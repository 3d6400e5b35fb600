/* The numbers of spreadsheets as they are displayed. */

/** Whether a format shows days or years, other than in quoted words and in brackets. */
export function isDateFormat(code: string): boolean {
  return /[yd]/i.test(code.replaceAll(/"[^"]*"|\[[^[\]]*\]/g, ""));
}

/** The days between the two calendars that spreadsheets count from. */
const days1904 = 1_462;

export function shownNumber(value: number, isDate: boolean, from1904 = false): string {
  const serial = from1904 ? value + days1904 : value;
  if (isDate && serial > 0 && serial < 2_958_466) return dateOf(serial);
  // A binary fraction's 0.1 + 0.2 isn't what the sheet displays.
  return String(Number(value.toPrecision(15)));
}

/** Days since 1899-12-30, as spreadsheets count. */
function dateOf(serial: number): string {
  return new Date(Math.round((serial - 25_569) * 86_400_000)).toISOString().slice(0, 10);
}
