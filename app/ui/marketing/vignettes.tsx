/*
 * Small typeset pictures of the product, made of the very marks it uses. They
 * are pictures: nothing in them can be pressed, and each says in its caption
 * what it shows.
 */
import type { ReactNode } from "react";

function Vignette({ caption, title, children }: { caption: string; title: string; children: ReactNode }) {
  return (
    <figure className="overflow-hidden rounded-xl border border-rule bg-paper text-left">
      <p className="border-b border-rule px-4 py-2.5 text-sm font-medium text-ink-soft">{title}</p>
      {children}
      <figcaption className="sr-only">{caption}</figcaption>
    </figure>
  );
}

const removedClass = "rounded-xs bg-delete-soft text-delete line-through decoration-delete/70";
const addedClass = "rounded-xs bg-insert-soft text-insert underline decoration-insert/70 underline-offset-4";

export function PatchVignette() {
  return (
    <Vignette title="Changes" caption="A proposed change: words struck out, words put in, and a clause that stands.">
      <div className="px-4 pt-3 pb-4">
        <p className="mb-2 text-sm text-ink-soft">Plainer verbs. Your last clause is left alone.</p>
        <p className="font-serif text-read">
          The committee <del className={removedClass}>made a decision to undertake</del>{" "}
          <ins className={addedClass}>decided on</ins> a review of the <del className={removedClass}>currently existing</del>{" "}
          <ins className={addedClass}>present</ins> rules, and <span className="stet-underline">nobody was entirely pleased</span>.
        </p>
        <p className="mt-4 flex items-center gap-2 text-xs">
          <span className="rounded-lg bg-blue px-2.5 py-1.5 font-medium text-on-blue">Apply</span>
          <span className="px-2.5 py-1.5 font-medium text-ink-soft">Reject</span>
          <span className="ml-auto tabular-nums">
            <span className="text-insert">+3</span> <span className="text-delete">−7</span>
          </span>
        </p>
      </div>
    </Vignette>
  );
}

export function CitationVignette() {
  return (
    <Vignette title="Answer" caption="An answer whose sentence carries a numbered source, and the passage it rests on.">
      <div className="px-4 pt-3 pb-4">
        <p className="font-serif text-read">
          Either side may end the lease with three months’ notice.{" "}
          <span className="rounded-md bg-blue-soft px-1.5 py-0.5 font-sans text-xs text-blue">1</span>
        </p>
        <div className="mt-4 border-l-2 border-rule-strong pl-3">
          <p className="text-xs text-ink-soft">1 · lease.txt</p>
          <p className="mt-1 font-serif text-base text-ink-soft">
            “…may be terminated by <span className="stet-underline">either party on three months’ written notice</span>…”
          </p>
        </div>
      </div>
    </Vignette>
  );
}

export function DraftVignette() {
  return (
    <Vignette title="Draft" caption="A draft in a panel of its own, apart from the talk about it.">
      <div className="px-4 pt-3 pb-4 font-serif">
        <p className="text-lg leading-7 font-medium">What the river took</p>
        <p className="mt-1 text-read text-ink-soft">
          For eleven days the water stood in the lower street, and when it left it took the post office with it.
        </p>
      </div>
    </Vignette>
  );
}

export function ChatListVignette() {
  const rows: [string, string][] = [
    ["Letter to the housing board", "writing…"],
    ["Review, second pass", "new"],
    ["The river piece", ""],
  ];
  return (
    <Vignette title="Chats" caption="The list of chats beside the page: one is being written, one has news.">
      <ul className="px-2 py-2">
        {rows.map(([name, state], i) => (
          <li key={name} className={`flex items-baseline gap-3 rounded-lg px-2.5 py-2 text-sm ${i === 0 ? "bg-wash" : ""}`}>
            <span className="truncate">{name}</span>
            <span className="ml-auto text-xs text-blue">{state}</span>
          </li>
        ))}
      </ul>
    </Vignette>
  );
}

export function StepsVignette() {
  const steps = [
    "Read the brief and the three letters",
    "Draft the reply",
    "Check every date against the letters",
    "Wait for your yes",
  ];
  return (
    <Vignette title="Sketch of a plan" caption="A sketch: a numbered plan of four steps, the last of which waits for the writer.">
      <ol className="list-decimal space-y-2 py-3.5 pr-4 pl-9 text-sm marker:text-ink-faint">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </Vignette>
  );
}

export function TimelineVignette() {
  const moments = ["You: opening paragraph", "Patch applied, 3 words in and 7 out", "Patch taken back", "You: new ending"];
  return (
    <Vignette title="Sketch of a timeline" caption="A sketch: four moments of a text, one under the other.">
      <ol className="px-4 py-3.5 text-sm">
        {moments.map((moment, i) => (
          <li key={moment} className="relative border-l border-rule-strong pb-3 pl-4 last:pb-0">
            <span className={`absolute top-1.5 -left-[4.5px] size-2 rounded-full ${i === 3 ? "bg-blue" : "bg-rule-strong"}`} />
            {moment}
          </li>
        ))}
      </ol>
    </Vignette>
  );
}
