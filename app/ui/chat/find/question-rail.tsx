/*
 * The questions of a long chat as marks at its edge, loaded or not: one stop of the
 * Tab key, and the arrow keys move along it. In a narrow window the search panel
 * lists the questions instead.
 */
import { ChevronDown, ChevronUp } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent, type RefObject } from "react";
import { tooltipAttributes } from "../../kit/tooltip.tsx";
import { useAction } from "../../palette/actions.ts";
import { useChatTools } from "../chat-context.ts";
import { questionAt, shownMarks } from "./rail-marks.ts";
import { useFind } from "./use-find.ts";

export function QuestionRail({ pane }: { pane: RefObject<HTMLElement | null> }) {
  const { store } = useChatTools();
  const { found } = useFind(store, "");
  const questions = found?.messages ?? [];
  const { current, choose } = useCurrent(pane, questions);
  const list = useRef<HTMLElement>(null);
  const { from, to } = shownMarks(current, questions.length);

  function goTo(index: number): void {
    const question = questions[index];
    if (question === undefined) return;
    choose(index);
    store.goTo(question.id);
  }
  const isLong = questions.length > 1;
  const actions = { group: "This chat", when: () => isLong };
  useAction({
    id: "chat.previous-question",
    title: "Previous question",
    shortcut: "alt+pageup",
    run: () => goTo(current - 1),
    ...actions,
  });
  useAction({
    id: "chat.next-question",
    title: "Next question",
    shortcut: "alt+pagedown",
    run: () => goTo(current + 1),
    ...actions,
  });

  function onKey(event: KeyboardEvent): void {
    const next = { ArrowUp: current - 1, ArrowDown: current + 1, Home: 0, End: questions.length - 1 }[event.key];
    if (next === undefined) return;
    event.preventDefault();
    goTo(Math.min(Math.max(next, 0), questions.length - 1));
    // The mark may not be on the page until the next render.
    requestAnimationFrame(() => list.current?.querySelector<HTMLElement>('[aria-current="true"]')?.focus());
  }
  if (!isLong) return null;
  return (
    <div className="@container pointer-events-none absolute inset-0 z-10">
      <nav
        ref={list}
        aria-label="Questions"
        onKeyDown={onKey}
        className="pointer-events-auto absolute top-1/2 right-3 hidden -translate-y-1/2 flex-col items-end @min-[47rem]:flex [@media(max-height:40rem)]:hidden!"
      >
        <Step label="Previous question" shortcut="alt+pageup" isOn={current > 0} isUp onStep={() => goTo(current - 1)} />
        {questions.slice(from, to).map(({ id, excerpt }, i) => (
          <Mark
            key={id}
            words={excerpt || "(no text)"}
            at={`${from + i + 1} of ${questions.length}`}
            isCurrent={from + i === current}
            onChoose={() => goTo(from + i)}
          />
        ))}
        <Step
          label="Next question"
          shortcut="alt+pagedown"
          isOn={current < questions.length - 1}
          onStep={() => goTo(current + 1)}
        />
      </nav>
    </div>
  );
}

type MarkProps = { words: string; at: string; isCurrent: boolean; onChoose: () => void };

const longestTooltip = 120;

function Mark({ words, at, isCurrent, onChoose }: MarkProps) {
  const short = words.length > longestTooltip ? `${words.slice(0, longestTooltip)}…` : words;
  return (
    <button
      type="button"
      {...tooltipAttributes(short)}
      aria-label={`Question ${at}: ${short}`}
      aria-current={isCurrent ? "true" : undefined}
      tabIndex={isCurrent ? 0 : -1}
      onClick={onChoose}
      className="group/mark flex h-6 w-9 items-center justify-end rounded-md"
    >
      <span className="h-0.5 w-3 rounded-full bg-rule-strong transition-[width] group-hover/mark:w-5 group-hover/mark:bg-ink-soft group-aria-[current]/mark:w-5 group-aria-[current]/mark:bg-blue" />
    </button>
  );
}

type StepProps = { label: string; shortcut: string; isOn: boolean; isUp?: boolean; onStep: () => void };

/** Not stops of the Tab key: the arrow keys do the same. */
function Step({ label, shortcut, isOn, isUp = false, onStep }: StepProps) {
  return (
    <button
      type="button"
      {...tooltipAttributes(label, shortcut)}
      aria-label={label}
      tabIndex={-1}
      disabled={!isOn}
      onClick={onStep}
      className="grid h-6 w-9 place-items-center justify-items-end rounded-md text-ink-faint hover:text-ink disabled:opacity-0"
    >
      {isUp ? <ChevronUp className="size-4" /> : <ChevronDown className="size-4" />}
    </button>
  );
}

/** The question being read: the last one above the upper third of the view. A chosen one holds until the reader scrolls. */
function useCurrent(pane: RefObject<HTMLElement | null>, questions: readonly { id: string }[]) {
  const [current, setCurrent] = useState(-1);
  const chosenAt = useRef(0);
  useEffect(() => {
    const scroller = pane.current?.querySelector<HTMLElement>("[data-view]");
    if (!scroller) return;
    let frame = 0;
    function read() {
      frame = 0;
      const at = questionAt(scroller!, questions);
      if (at !== null) setCurrent(at);
    }
    function onScroll() {
      if (performance.now() - chosenAt.current > settleMs) frame ||= requestAnimationFrame(read);
    }
    read();
    scroller.addEventListener("scroll", onScroll, { passive: true });
    return () => {
      cancelAnimationFrame(frame);
      scroller.removeEventListener("scroll", onScroll);
    };
  }, [pane, questions]);
  return {
    current: Math.min(current, questions.length - 1),
    choose(index: number) {
      chosenAt.current = performance.now();
      setCurrent(index);
    },
  };
}

/** A jump scrolls in several steps until its message is in place. */
const settleMs = 800;
