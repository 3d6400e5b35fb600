/* For people without a chat: a sample to work on, with changes to decide and a citation to open. */
import { FileText } from "lucide-react";
import { useState } from "react";
import { builtinModelId } from "#core/account/plans.ts";
import { sampleLease, sampleQuestions } from "#core/chat/sample.ts";
import { sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useChatTools } from "./chat-context.ts";
import { returnToField } from "./question-in-field.ts";

export function SampleLine() {
  const { store, form } = useChatTools();
  const [isPending, setPending] = useState(false);
  async function start() {
    setPending(true);
    const { choices, temporary } = form.read();
    const attachments = [{ name: sampleLease.name, contentType: "text/plain", url: asDataUrl(sampleLease.text) }];
    // By rules, so that everybody meets the same five changes.
    const asked = { content: sampleQuestions.first, attachments, choices: { ...choices, model: builtinModelId }, temporary };
    const problem = await store.send(asked);
    setPending(false);
    if (problem === null) returnToField(sampleQuestions.next);
    else showToast({ kind: "error", text: sentenceOf(problem) });
  }
  return (
    <p className="mx-auto mt-8 flex max-w-[40rem] items-center max-sm:flex-wrap justify-between gap-x-3 gap-y-2 text-ink-soft">
      <span className="text-pretty">New here? Correct a sample lease: five changes to decide, then a citation to check.</span>
      <Button size="small" variant="outline" pending={isPending} onClick={() => void start()}>
        <FileText /> Try the sample
      </Button>
    </p>
  );
}

function asDataUrl(text: string): string {
  return `data:text/plain;base64,${btoa(text)}`;
}
