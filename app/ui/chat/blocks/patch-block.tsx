/*
 * Changes that the model proposes: what goes out is struck through, what comes
 * in is underlined, and nothing happens before Apply. While the JSON is coming
 * in there is nothing to show yet; JSON that cannot be read says why.
 */
/* oxlint-disable react/no-array-index-key -- these lists never change their order */
import { useMemo, useRef } from "react";
import type { PatchReading } from "#core/patch-json.ts";
import { Button } from "../../kit/button.tsx";
import type { LiveText } from "../live-text.ts";
import { useChatTools } from "../chat-context.ts";
import { useReadOnly } from "../use-chat.ts";
import { ChangedText } from "./changed-text.tsx";
import { decideByKey } from "./change-keys.ts";
import { PatchView } from "./patch-view.tsx";
import { PlainText } from "./plain-text.tsx";
import { usePatches } from "./use-patches.ts";

type PatchBlockProps = {
  text: LiveText;
  open: boolean;
  reading?: PatchReading | undefined;
  messageId: string;
  blockKey: string;
};

export function PatchBlock({ reading, ...props }: PatchBlockProps) {
  if (reading) return <Changes reading={reading} {...props} />;
  return (
    <p
      className="my-4 rounded-xl border border-rule bg-raised px-4 py-2.5 font-sans text-sm text-ink-soft"
      aria-label="Changes"
      data-patch="incomplete"
    >
      <span className="thinking-shimmer">Changing...</span>
    </p>
  );
}

function Changes({ text, open, reading, messageId, blockKey }: PatchBlockProps & { reading: PatchReading }) {
  const { patches, problems, repaired } = reading;
  const changes = usePatches(messageId, blockKey, patches);
  const isReadOnly = useReadOnly(useChatTools().store);
  const list = useRef<HTMLUListElement>(null);
  const left = changes.states.filter((state) => state.kind === "open").length;

  return (
    <section
      aria-label="Changes"
      data-patch="complete"
      className="my-4 overflow-hidden rounded-xl border border-rule bg-raised font-sans text-sm"
    >
      <header className="flex min-h-11 items-center gap-2 border-b border-rule py-1 pr-2 pl-4">
        <h3 className="font-medium text-ink-soft">Changes</h3>
        {patches.length > 1 && <span className="text-xs text-ink-faint tabular-nums">{patches.length}</span>}
        {open && <span className="text-xs text-warn">cut off</span>}
        <span className="flex-1" />
        {!isReadOnly && patches.length > 1 && left > 0 && (
          <Button size="small" onClick={changes.applyAll}>
            {left === patches.length ? "Apply all" : `Apply the other ${left}`}
          </Button>
        )}
      </header>
      <ul
        ref={list}
        className="divide-y divide-rule"
        onKeyDown={(event) => !isReadOnly && decideByKey(event, list.current, changes)}
      >
        {patches.map((patch, i) => (
          <PatchView
            key={i}
            patch={patch}
            state={changes.states[i]!}
            refusal={changes.refusals[i] ?? null}
            isOnly={patches.length === 1}
            isReadOnly={isReadOnly}
            onApply={(occurrence) => changes.apply(i, occurrence)}
            onReject={() => changes.reject(i)}
            onRevert={() => changes.revert(i)}
            onReopen={() => changes.reopen(i)}
          />
        ))}
      </ul>
      {changes.result && <ChangedText kind={changes.result.kind} text={changes.result.text} />}
      {problems.length > 0 && <Unreadable problems={problems} text={text} isAll={patches.length === 0} />}
      {repaired.length > 0 && (
        <p className="border-t border-rule px-4 py-2 text-xs text-ink-faint">Mended while reading: {repaired.join(", ")}.</p>
      )}
    </section>
  );
}

function repairWords(problems: readonly string[]): string {
  return `The change you proposed couldn’t be read. ${problems.join(" ")} Propose it again as valid JSON.`;
}

function Unreadable({ problems, text, isAll }: { problems: string[]; text: LiveText; isAll: boolean }) {
  const sentences = useMemo(() => [...new Set(problems)], [problems]);
  const { store, form, told } = useChatTools();
  const isReadOnly = useReadOnly(store);
  function repair() {
    const { choices, temporary } = form.read();
    return told(store.send({ content: repairWords(sentences), attachments: [], choices, temporary }));
  }
  return (
    <div className={`px-4 py-3 ${isAll ? "" : "border-t border-rule"}`} data-patch="unreadable">
      {sentences.map((problem) => (
        <p key={problem} className="text-warn">
          {problem}
        </p>
      ))}
      {!isReadOnly && (
        <Button size="small" className="mt-2" onClick={() => void repair()}>
          Ask to repair
        </Button>
      )}
      <details className="mt-2 text-xs text-ink-soft">
        <summary className="py-1">What the model wrote</summary>
        <PlainText
          as="pre"
          text={text}
          className="scroll-thin mt-1 max-h-64 overflow-auto rounded-lg bg-desk px-2.5 py-2 font-mono leading-5"
        />
      </details>
    </div>
  );
}
