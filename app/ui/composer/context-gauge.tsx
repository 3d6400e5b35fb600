/*
 * How full the model's context window is after the last answer, and the chat's cost
 * so far. The figures come from the provider; where it gave none, as for an
 * interrupted answer, they are estimates and labeled so. Hidden if neither is
 * known.
 */
import { Tooltip } from "../kit/tooltip.tsx";

export type ContextUse = {
  tokens: number;
  window: number | null;
  costUsd: number | null;
  isEstimated: boolean;
  /** For the last request. */ cached: number;
};

export function ContextGauge({ use }: { use: ContextUse }) {
  const { tokens, window, costUsd, isEstimated, cached } = use;
  const share = window === null ? null : Math.min(1, tokens / window);
  const number = new Intl.NumberFormat();
  const cost = costUsd !== null && costUsd > 0 ? formatCost(costUsd) : null;
  if (share === null && cost === null) return null;
  const words = [
    share === null ? `${number.format(tokens)} tokens` : `${number.format(tokens)} of ${number.format(window!)} tokens of context`,
    cached === 0 ? null : `of which ${number.format(cached)} from the provider’s cache`,
    cost === null ? null : `${cost} so far`,
    isEstimated ? "partly estimated" : null,
  ]
    .filter(Boolean)
    .join(", ");
  return (
    <Tooltip label={words}>
      <span
        tabIndex={0}
        role="img"
        aria-label={words}
        className="flex h-7 items-center gap-1.5 rounded-lg px-1.5 text-xs text-ink-faint tabular-nums"
      >
        {share !== null && <Ring share={share} />}
        <span className="max-sm:hidden">{cost ?? formatShare(share!)}</span>
      </span>
    </Tooltip>
  );
}

function Ring({ share }: { share: number }) {
  const length = 2 * Math.PI * 6;
  return (
    <svg
      viewBox="0 0 16 16"
      className={`size-3.5 -rotate-90 ${share > 0.85 ? "text-warn" : "text-ink-faint"}`}
      fill="none"
      strokeWidth="2.5"
      aria-hidden="true"
    >
      <circle cx="8" cy="8" r="6" stroke="var(--color-rule)" />
      <circle cx="8" cy="8" r="6" stroke="currentColor" strokeDasharray={`${share * length} ${length}`} />
    </svg>
  );
}

function formatShare(share: number): string {
  return new Intl.NumberFormat(undefined, { style: "percent", maximumFractionDigits: share < 0.1 ? 1 : 0 }).format(share);
}

function formatCost(usd: number): string {
  const digits = usd < 0.1 ? 4 : 2;
  return new Intl.NumberFormat(undefined, {
    style: "currency",
    currency: "USD",
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
  }).format(usd);
}
