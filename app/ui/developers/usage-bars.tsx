/*
 * Bar charts made of plain boxes. The same figures are in the table beside them, so
 * for a screen reader each chart is one sentence.
 */
const count = new Intl.NumberFormat("en-GB");

export type Bar = { label: string; title: string; value: number };

/** Vertical bars, one per day. */
export function DayBars({ bars, summary }: { bars: readonly Bar[]; summary: string }) {
  const most = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <figure role="img" aria-label={summary} className="mt-5">
      <div aria-hidden="true" className="flex items-baseline justify-between text-xs text-ink-faint">
        <span>{count.format(most)}</span>
      </div>
      <div aria-hidden="true" className="mt-1 flex h-40 items-end gap-px border-t border-b border-rule sm:gap-1">
        {bars.map(({ label, title, value }) => (
          <span key={label} title={`${title}: ${count.format(value)}`} className="flex h-full flex-1 items-end hover:bg-wash">
            <span
              className="w-full rounded-t-xs bg-blue"
              style={{ height: value === 0 ? "0" : `max(2px, ${(100 * value) / most}%)` }}
            />
          </span>
        ))}
      </div>
      <div aria-hidden="true" className="mt-1.5 flex justify-between text-xs text-ink-faint">
        <span>{bars[0]?.title}</span>
        <span>{bars.at(-1)?.title}</span>
      </div>
    </figure>
  );
}

/** A horizontal bar behind a row's number. */
export function RowBar({ value, most }: { value: number; most: number }) {
  return (
    <span aria-hidden="true" className="block h-1.5 w-full rounded-full bg-wash">
      <span className="block h-full rounded-full bg-blue" style={{ width: `${most === 0 ? 0 : (100 * value) / most}%` }} />
    </span>
  );
}
