/* The sections of the prompt, and each message with its contents. */
import { ChevronRight, FileText } from "lucide-react";
import type { ReactNode } from "react";
import type { SentMessage, SentPart } from "#core/chat/sent.ts";
import { materialIn, tokensOfMessage } from "./sent-shares.ts";

export function SentSection({ title, tokens, children }: { title: string; tokens: number; children: ReactNode }) {
  return (
    <details className="group/section rounded-xl border border-rule">
      <summary className={`${summaryClass} font-medium`}>
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform group-open/section:rotate-90"
          aria-hidden="true"
        />
        <span className="flex-1">{title}</span>
        <span className="text-xs font-normal text-ink-faint tabular-nums">about {tokens.toLocaleString("en")} tokens</span>
      </summary>
      <div className="border-t border-rule px-4 py-3">{children}</div>
    </details>
  );
}

const summaryClass = "flex min-h-11 cursor-pointer list-none items-center gap-2.5 px-3 py-2 [&::-webkit-details-marker]:hidden";

export function SentConversation({ messages }: { messages: readonly SentMessage[] }) {
  return (
    <section aria-label="Messages">
      <h3 className="group-label mb-2">Messages, in order ({messages.length})</h3>
      <ol className="space-y-2">
        {messages.map((message, at) => (
          // Identified only by their order.
          // oxlint-disable-next-line react/no-array-index-key
          <li key={at} className="rounded-xl border border-rule px-4 py-3">
            <p className="mb-1.5 flex items-baseline justify-between gap-3 text-xs text-ink-faint">
              <span className="font-medium text-ink-soft">{speakers[message.role]}</span>
              <span className="tabular-nums">about {tokensOfMessage(message).toLocaleString("en")} tokens</span>
            </p>
            <div className="space-y-2">
              {message.parts.map((part, place) => (
                // oxlint-disable-next-line react/no-array-index-key
                <Part key={place} part={part} />
              ))}
            </div>
            {message.leftOut !== undefined && (
              <p className="mt-2 text-xs text-ink-faint">
                {message.leftOut.toLocaleString("en")} more characters were sent but are not stored here.
              </p>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const speakers: Record<SentMessage["role"], string> = { user: "You", assistant: "Stet", tool: "Tool results" };

function Part({ part }: { part: SentPart }) {
  if (part.kind === "file")
    return (
      <p className="flex items-center gap-2 text-sm text-ink-soft">
        <FileText className="size-4 shrink-0" aria-hidden="true" />
        <span className="min-w-0 truncate">{part.name}</span>
        <span className="shrink-0 text-xs text-ink-faint">
          {part.mediaType}, {Math.max(1, Math.round(part.bytes / 1000)).toLocaleString("en")} kB, sent as it is
        </span>
      </p>
    );
  if (part.kind === "tool-call")
    return (
      <Folded label={`Called ${part.name}`}>
        <Code text={indented(part.input)} />
      </Folded>
    );
  if (part.kind === "reasoning")
    return (
      <Folded label="Reasoning">
        <Words text={part.text} />
      </Folded>
    );
  const material = materialIn(part.text);
  if (part.kind === "tool-result" || material !== null)
    return (
      <Folded label={capital(material?.label ?? `result of ${(part as { name: string }).name}`)} isMaterial={material !== null}>
        <Code text={indented(material?.text ?? part.text)} />
      </Folded>
    );
  return <Words text={part.text} />;
}

function Folded({ label, isMaterial = false, children }: { label: string; isMaterial?: boolean; children: ReactNode }) {
  return (
    <details className="group/part rounded-lg bg-desk">
      <summary className={`${summaryClass} text-sm text-ink-soft`}>
        <ChevronRight
          className="size-4 shrink-0 text-ink-faint transition-transform group-open/part:rotate-90"
          aria-hidden="true"
        />
        <span className="min-w-0 flex-1 truncate">{label}</span>
        {isMaterial && <span className="shrink-0 text-xs text-ink-faint">marked as data</span>}
      </summary>
      <div className="px-3 pb-3">{children}</div>
    </details>
  );
}

function Words({ text }: { text: string }) {
  return <p className="text-sm leading-6 break-words whitespace-pre-wrap">{text}</p>;
}

function Code({ text }: { text: string }) {
  return (
    <pre
      tabIndex={0}
      className="max-h-80 overflow-auto scroll-thin font-mono text-xs leading-5 break-words whitespace-pre-wrap text-ink-soft"
    >
      {text}
    </pre>
  );
}

function indented(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
