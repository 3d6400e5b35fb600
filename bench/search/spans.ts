/* Places in a text that lawyers have marked. */
export type Span = { start: number; end: number };

export const touches = (one: Span, other: Span) => one.start < other.end && other.start < one.end;

/** Converts spans from code points to UTF-16 units. */
export function inUnits(text: string, { start, end }: Span): Span {
  const points = Array.from(text.slice(0, end * 2));
  const units = (count: number) => points.slice(0, count).reduce((sum, point) => sum + point.length, 0);
  return text.length === points.length ? { start, end } : { start: units(start), end: units(end) };
}
