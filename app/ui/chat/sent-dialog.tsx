/*
 * The prompt behind an answer, to read or download: its cost, the instructions, the
 * tools, and each message. Material from files, law and the web is shown as the
 * model received it: as data.
 */
import { Copy } from "lucide-react";
import { Fragment, useEffect, useState } from "react";
import { dayAndTime } from "#core/text/day-and-time.ts";
import type { Sent, SentStep, StandIn } from "#core/chat/sent.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { showToast } from "../kit/toast.tsx";
import { copyRich } from "./clipboard.ts";
import { SentConversation, SentSection } from "./sent-parts.tsx";
import { hasSearched, sharesOf } from "./sent-shares.ts";

type Read = { state: "loading" } | { state: "failed"; sentence: string } | { state: "ready"; sent: Sent };

export function SentDialog({ messageId, onClose }: { messageId: string; onClose: () => void }) {
  const read = useSent(messageId);
  const sent = read.state === "ready" && read.sent.isKept ? read.sent : null;
  async function copy() {
    // As it was sent, without the key to it.
    const text = JSON.stringify(sent, (key, value: unknown) => (key === "pseudonyms" ? undefined : value), 2);
    const done = await copyRich(`<pre>${text.replace(/&/g, "&amp;").replace(/</g, "&lt;")}</pre>`, text);
    showToast({
      kind: done ? "success" : "error",
      text: done ? "Copied to clipboard!" : "Failed to copy to clipboard",
      id: "copy",
    });
  }
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Prompt details"
      description={sent === null ? undefined : whereTo(sent)}
      size="wide"
      {...(sent !== null && {
        footer: (
          <Button variant="outline" onClick={() => void copy()}>
            <Copy /> Copy as JSON
          </Button>
        ),
      })}
    >
      <Content read={read} />
    </Dialog>
  );
}

function Content({ read }: { read: Read }) {
  if (read.state === "loading")
    return (
      <p role="status" className="py-10 text-center text-ink-soft">
        <Spinner className="mx-auto size-6" />
        <span className="sr-only">Loading prompt details</span>
      </p>
    );
  const sentence = read.state === "failed" ? read.sentence : read.sent.isKept ? null : read.sent.reason;
  if (sentence !== null || read.state === "failed" || !read.sent.isKept)
    return (
      <p role={read.state === "failed" ? "alert" : undefined} className="py-8 text-center text-balance text-ink-soft">
        {sentence}
      </p>
    );
  return (
    <>
      <StandIns pseudonyms={read.sent.pseudonyms} />
      <Steps steps={read.sent.steps} />
    </>
  );
}

/** The key to the pseudonyms, which the model did not get. */
function StandIns({ pseudonyms }: { pseudonyms: readonly StandIn[] }) {
  if (pseudonyms.length === 0) return null;
  return (
    <section aria-label="Pseudonyms" className="mb-4 rounded-xl border border-rule p-4 text-sm">
      <h3 className="font-medium">Pseudonyms</h3>
      <p className="mt-0.5 text-ink-soft">The model got the words on the left. Only Stet knows what they stand for.</p>
      <dl className="mt-3 grid grid-cols-[max-content_1fr] gap-x-6 gap-y-1">
        {pseudonyms.map(({ code, standsFor }) => (
          <Fragment key={code}>
            <dt className="font-mono">{code}</dt>
            <dd className="break-words">{standsFor}</dd>
          </Fragment>
        ))}
      </dl>
    </section>
  );
}

function whereTo({ to, model, sentAt, steps }: Extract<Sent, { isKept: true }>): string {
  const when = dayAndTime(sentAt);
  if (to === null) {
    const given = `The built-in editor works by rules on this server. This is what it received, ${when}.`;
    return hasSearched(steps)
      ? `No model outside this server was asked, but the words searched for went to where was searched. ${given}`
      : `Nothing left this server. ${given}`;
  }
  return `To ${to}, for ${model}, ${when}.`;
}

/** An answer with tool calls has several requests; the last of them is the most complete. */
function Steps({ steps }: { steps: readonly SentStep[] }) {
  const asked = steps.filter(({ purpose }) => purpose === undefined).length;
  const [chosen, setChosen] = useState(Math.max(0, asked - 1));
  const step = steps[chosen];
  if (step === undefined) return <p className="py-8 text-center text-ink-soft">No model was used.</p>;
  return (
    <div className="flex flex-col gap-4">
      {steps.length > 1 && (
        <div role="group" aria-label="Which time" className="flex flex-wrap gap-1.5">
          {steps.map(({ purpose }, at) => (
            <Button
              // Steps are identified only by their position.
              // oxlint-disable-next-line react/no-array-index-key
              key={at}
              size="small"
              variant="outline"
              aria-pressed={at === chosen}
              className={at === chosen ? chosenClass : "touch-target"}
              onClick={() => setChosen(at)}
            >
              {purpose === "title" ? "To name the chat" : at === 0 ? "First asked" : `After the tools, ${at + 1} of ${asked}`}
            </Button>
          ))}
        </div>
      )}
      <Tokens step={step} />
      <SentSection title="Instructions" tokens={sharesOf(step).instructions}>
        <p className="text-sm leading-6 break-words whitespace-pre-wrap text-ink-soft">{step.instructions}</p>
      </SentSection>
      {step.tools.length > 0 && (
        <SentSection title={`Available tools (${step.tools.length})`} tokens={sharesOf(step).tools}>
          <dl className="space-y-3 text-sm">
            {step.tools.map(({ name, description }) => (
              <div key={name}>
                <dt className="font-mono text-ink">
                  {name}
                  {step.requiredTool === name && <span className="ml-2 font-sans text-xs text-blue">had to be called</span>}
                </dt>
                <dd className="mt-0.5 text-ink-soft">{description}</dd>
              </div>
            ))}
          </dl>
        </SentSection>
      )}
      <SentConversation messages={step.messages} />
    </div>
  );
}

const chosenClass = "touch-target border-blue! bg-blue-soft! text-blue!";

function Tokens({ step }: { step: SentStep }) {
  const { tokens } = step;
  const { instructions, tools, conversation, data } = sharesOf(step);
  const shares = [
    ["Instructions", instructions, "bg-blue"],
    ["Tools", tools, "bg-ink-faint"],
    ["Conversation", conversation, "bg-insert"],
    ["Files, passages and results", data, "bg-warn"],
  ] as const;
  const whole = Math.max(1, instructions + tools + conversation + data);
  return (
    <section aria-label="Tokens" className="rounded-xl border border-rule p-4">
      <p className="text-sm">
        <strong className="tabular-nums">{tokens.input.toLocaleString("en")}</strong> tokens
        {tokens.isReported ? (
          <>
            {" "}
            in
            {tokens.cached ? `, of which ${tokens.cached.toLocaleString("en")} from the provider’s cache,` : ""} and{" "}
            <strong className="tabular-nums">{tokens.output.toLocaleString("en")}</strong> out, as the provider counted
          </>
        ) : (
          " in, estimated here"
        )}
      </p>
      <div className="mt-3 flex h-2 gap-px overflow-hidden rounded-full bg-wash" aria-hidden="true">
        {shares.map(
          ([name, count, color]) =>
            count > 0 && <span key={name} className={color} style={{ width: `${(count / whole) * 100}%` }} />,
        )}
      </div>
      <ul className="mt-3 grid gap-x-6 gap-y-1 text-xs text-ink-soft sm:grid-cols-2">
        {shares.map(([name, count, color]) => (
          <li key={name} className="flex items-center gap-2">
            <span className={`size-2 shrink-0 rounded-full ${color}`} aria-hidden="true" />
            <span className="flex-1">{name}</span>
            <span className="tabular-nums">about {count.toLocaleString("en")}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useSent(messageId: string): Read {
  const [read, setRead] = useState<Read>({ state: "loading" });
  useEffect(() => {
    const leaving = new AbortController();
    ask<Sent>(`/api/messages/${messageId}/sent`, { signal: leaving.signal }).then(
      (sent) => setRead({ state: "ready", sent }),
      (error: unknown) => !leaving.signal.aborted && setRead({ state: "failed", sentence: sentenceOf(problemIn(error)) }),
    );
    return () => leaving.abort();
  }, [messageId]);
  return read;
}
