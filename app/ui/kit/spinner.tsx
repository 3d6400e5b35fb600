/** With a label it is announced by itself; without one, its surroundings must explain it. */
export function Spinner({ label, className = "size-4" }: { label?: string; className?: string }) {
  return (
    <svg
      viewBox="0 0 16 16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.75"
      strokeLinecap="round"
      className={`shrink-0 animate-spin ${className}`}
      {...(label === undefined ? { "aria-hidden": true } : { role: "img", "aria-label": label })}
    >
      <circle cx="8" cy="8" r="6" opacity="0.22" />
      <path d="M14 8a6 6 0 0 0-6-6" />
    </svg>
  );
}
