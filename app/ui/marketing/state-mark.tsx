/** Whether a feature is available today, in words beside it. */
export function StateMark({ isHere }: { isHere: boolean }) {
  return isHere ? (
    <span className="rounded-full border border-insert/40 px-2.5 py-0.5 text-xs text-insert">Works today</span>
  ) : (
    <span className="rounded-full border border-dashed border-rule-strong px-2.5 py-0.5 text-xs text-ink-soft">In the making</span>
  );
}
