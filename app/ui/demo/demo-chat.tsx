/*
 * The chat as visitors can try it: they can type, and everything else asks them to
 * sign up. It is the real form with a fixed model, so nothing needs relearning
 * after signing up.
 */
import { useRef, useState, type RefObject, type SyntheticEvent } from "react";
import { href } from "react-router";
import { StartHeading } from "../chat/start-view.tsx";
import { ComposerForm, defaultChoices } from "../composer/form-state.ts";
import { WritingTypes } from "../composer/writing-types.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { StetMark } from "../kit/stet-mark.tsx";
import { DemoComposer } from "./demo-composer.tsx";
import { handOver } from "./hand-over.ts";
import { JoinLinks } from "./join-links.tsx";
import { useDemoText } from "./use-demo-text.ts";

const demoModel = "gpt-4";

export function DemoChat() {
  const field = useRef<HTMLTextAreaElement>(null);
  const signUpLink = useRef<HTMLAnchorElement>(null);
  const [form] = useState(() => new ComposerForm({ ...defaultChoices, model: demoModel }));
  const [isAsked, setAsked] = useState(false);
  useDemoText(field);
  const leave = useLeaving(field);
  const ask = () => setAsked(true);

  function intercept(event: SyntheticEvent) {
    if (event.type === "click" && !(event.target as Element).closest("button")) return;
    event.preventDefault();
    event.stopPropagation();
    ask();
  }
  return (
    <div className="flex min-h-dvh flex-col">
      <header className="flex h-16 items-center gap-1 px-5">
        <a href={href("/")} aria-label="Stet, front page" className="mr-auto rounded-sm pb-1.5">
          <StetMark className="text-[1.75rem]" />
        </a>
        <JoinLinks onLeave={leave} signUp="outline" />
      </header>
      <main
        aria-label="Demo chat"
        className="flex flex-1 flex-col justify-center px-4 pt-4 pb-[16dvh]"
        onClickCapture={intercept}
        onSubmitCapture={intercept}
      >
        <StartHeading />
        <DemoComposer field={field} model={form.read().choices.model} onAsk={ask} />
        <div className="mt-5">
          <WritingTypes isLegal={false} chosen={form.read().choices.writingType} onChoose={ask} />
        </div>
        <noscript>
          <p className="mt-8 text-center text-ink-soft">The demo needs JavaScript. Signing up doesn’t.</p>
        </noscript>
      </main>
      <Dialog
        open={isAsked}
        onOpenChange={setAsked}
        size="small"
        title="Join and start writing"
        description="The account is free, and what you’ve typed comes with you."
        initialFocus={signUpLink}
        footer={<JoinLinks onLeave={leave} signUp="primary" signUpLink={signUpLink} />}
      />
    </div>
  );
}

/** Passes on the field's text every time the visitor leaves for an account page. */
function useLeaving(field: RefObject<HTMLTextAreaElement | null>): () => void {
  const before = useRef("");
  return () => {
    const text = field.current?.value ?? "";
    handOver(text, before.current);
    before.current = text;
  };
}
