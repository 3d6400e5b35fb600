/** The wordmark: the name, with the proofreader's dots that mean "let it stand". */
export function StetMark({ className = "text-2xl" }: { className?: string }) {
  return (
    <span className={`stet-underline font-serif leading-none font-medium tracking-[-0.01em] text-ink ${className}`}>Stet</span>
  );
}
