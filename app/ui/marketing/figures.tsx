/* What was measured, and how. The benches and tests that print these figures are in docs/benches.md. */
import { href } from "react-router";
import { column } from "./carousel.tsx";

const figures = [
  {
    value: "0 of 9,797",
    what: "questions, saves and uploads lost",
    how: "in a quarter of an hour in which a server, the database or a proxy was killed every 20 seconds",
  },
  {
    value: "0 of 2,300",
    what: "messages lost",
    how: "in 27 power cuts, simulated by shutting down the disk in the middle of writing",
  },
  {
    value: "0 of 1,500",
    what: "changes in the wrong place",
    how: "in a contract edited at random around them, with the words they were meant for deleted, doubled or moved",
  },
] as const;

export function Figures() {
  return (
    <section aria-labelledby="figures-heading" className="border-t border-rule py-16 sm:py-24">
      <div className={column}>
        <h2 id="figures-heading" className="font-serif text-display font-medium tracking-[-0.015em] text-balance">
          Measured, not promised
        </h2>
        <ul className="mt-10 grid gap-x-12 gap-y-10 md:grid-cols-3">
          {figures.map(({ value, what, how }) => (
            <li key={value} className="border-t border-rule-strong pt-5">
              <p className="font-serif text-[2.5rem] leading-none font-medium tracking-[-0.02em] tabular-nums">{value}</p>
              <p className="mt-3 text-base font-medium">{what}</p>
              <p className="mt-1 max-w-80 text-ink-soft text-pretty">{how}</p>
            </li>
          ))}
        </ul>
        <a href={`${href("/security")}#measured`} className={linkClass}>
          How this was measured
        </a>
      </div>
    </section>
  );
}

const linkClass = "mt-8 inline-flex items-center py-1 text-blue touch-target hover:underline";
