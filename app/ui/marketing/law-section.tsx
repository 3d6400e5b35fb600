/*
 * Law on the front page: an answer with its citations checked, set as in a chat. The three claims show what a check
 * finds; law-example.test.ts has them checked.
 */
import { Fragment, type ReactNode } from "react";
import { Check, CircleAlert, CircleHelp } from "lucide-react";
import { verdictSummary, verdictWords } from "#core/claims/verdicts.ts";
import { column } from "./carousel.tsx";
import { exampleClaims, exampleOpening, exampleQuestion, type ExampleClaim } from "./law-example.ts";

const sources = [
  ["European Union", "EUR-Lex"],
  ["Sweden", "Svensk författningssamling, Domstolsverket"],
  ["United Kingdom", "legislation.gov.uk"],
  ["Netherlands", "wetten.overheid.nl, rechtspraak.nl"],
  ["Germany", "gesetze-im-internet.de, rechtsinformationen.bund.de"],
] as const;

export function LawSection() {
  return (
    <section id="law" aria-labelledby="law-heading" className="scroll-mt-8 border-t border-rule bg-desk py-16 sm:py-24">
      <div className={`${column} grid items-center gap-x-16 gap-y-10 lg:grid-cols-[5fr_6fr]`}>
        <div>
          <h2 id="law-heading" className="font-serif text-display font-medium tracking-[-0.015em] text-balance">
            Law, cited to the paragraph
          </h2>
          <p className="mt-4 font-serif text-lg leading-8 text-ink-soft text-pretty">
            Acts are fetched from their official publishers and stored with their date. Every claim in an answer is compared with
            the passage it cites: quotations word by word, everything else by its figures, dates, negations and duties. What doesn’t
            agree is marked, with the source beside it.
          </p>
          <dl className="mt-8 grid grid-cols-[auto_1fr] gap-x-6 gap-y-2">
            {sources.map(([place, publisher]) => (
              <div key={place} className="contents">
                <dt className="font-medium">{place}</dt>
                <dd className="text-ink-soft">{publisher}</dd>
              </div>
            ))}
          </dl>
        </div>
        <Answer />
      </div>
    </section>
  );
}

function Answer() {
  const counts = exampleClaims.map(({ verdict }) => ({ verdict, count: 1 }));
  return (
    <figure
      className="rounded-xl border border-rule bg-raised p-6 shadow-panel sm:p-8"
      aria-label="An answer with its citations checked"
    >
      <p className="ml-auto w-fit rounded-xl bg-wash px-4 py-2.5 text-base">{exampleQuestion}</p>
      <p className="mt-6 text-xs text-danger">{verdictSummary(counts)}</p>
      <p className="mt-2 font-serif text-lg leading-8 text-pretty">
        {exampleOpening}{" "}
        {exampleClaims.map(({ text, verdict }, at) => (
          <Fragment key={text}>
            {text} <Chip n={at + 1} verdict={verdict} />{" "}
          </Fragment>
        ))}
      </p>
      <dl className="mt-6 space-y-3 border-t border-rule pt-5">
        {exampleClaims.map(({ name, verdict, finding }, at) => (
          <Finding key={name} n={at + 1} verdict={verdict} name={name}>
            {finding.split("*").map((words, part) => (part % 2 === 0 ? words : <Marked key={words}>{words}</Marked>))}
          </Finding>
        ))}
      </dl>
    </figure>
  );
}

function Marked({ children }: { children: string }) {
  return <mark className="rounded-sm bg-warn-soft px-0.5 text-ink">{children}</mark>;
}

type Shown = ExampleClaim["verdict"];

const looks: Record<Shown, { icon: typeof Check; className: string }> = {
  verified: { icon: Check, className: "border-insert/40 text-insert" },
  differs: { icon: CircleAlert, className: "border-danger/40 text-danger" },
  "unknown-authority": { icon: CircleHelp, className: "border-dashed border-danger/60 text-danger" },
};

function Chip({ n, verdict }: { n: number; verdict: Shown }) {
  const { icon: Icon, className } = looks[verdict];
  return (
    <span
      className={`inline-flex items-center gap-1 rounded-md border px-1.5 align-[0.1em] font-sans text-xs leading-5 whitespace-nowrap ${className}`}
    >
      <Icon aria-hidden="true" className="size-3" /> {n}
      <span className="sr-only">, {verdictWords[verdict]}</span>
    </span>
  );
}

function Finding({ n, verdict, name, children }: { n: number; verdict: Shown; name: string; children: ReactNode }) {
  return (
    <div className="grid grid-cols-[auto_1fr] gap-x-3">
      <dt className="pt-0.5">
        <Chip n={n} verdict={verdict} />
      </dt>
      <dd>
        <span className="font-medium">{name}</span> <span className="text-ink-soft">· {verdictWords[verdict]}</span>
        <p className="text-ink-soft">{children}</p>
      </dd>
    </div>
  );
}
