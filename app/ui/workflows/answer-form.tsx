/* What a person answers at a step that asked for them. Unsent words stay in the field. */
import { useState, type SyntheticEvent } from "react";
import type { StepQuestion } from "#core/workflows/run.ts";
import { Button } from "../kit/button.tsx";
import { TextArea } from "../kit/text-area.tsx";

type AnswerProps = { question: StepQuestion; onAnswer: (text: string) => Promise<boolean> };

export function AnswerForm({ question: { ask, choices, proposal, isInstead, email }, onAnswer }: AnswerProps) {
  const [text, setText] = useState(proposal);
  const [pending, setPending] = useState<string | null>(null);
  async function send(answer: string) {
    setPending(answer);
    await onAnswer(answer);
    setPending(null);
  }
  if (ask === "answer")
    return (
      <form
        className="mt-3 flex flex-col items-start gap-2 *:first:self-stretch"
        onSubmit={(event: SyntheticEvent) => {
          event.preventDefault();
          void send(text);
        }}
      >
        <TextArea
          label="Your answer"
          rows={Math.min(18, Math.max(4, text.split("\n").length + 1))}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
        />
        <Button type="submit" variant="primary" size="small" pending={pending !== null} disabled={text.trim() === ""}>
          Continue
        </Button>
      </form>
    );
  const options = ask === "choose" ? choices : isInstead ? ["yes"] : ["yes", "no"];
  function words(one: string): string {
    if (email !== undefined) return one === "yes" ? "I have sent it" : "Don’t send it";
    if (ask === "choose") return one;
    return one === "no" ? "Reject" : isInstead ? "Done" : "Approve";
  }
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      {options.map((one) => (
        <Button
          key={one}
          size="small"
          variant={one === "yes" && ask === "approve" ? "primary" : "outline"}
          pending={pending === one}
          onClick={() => void send(one)}
        >
          {words(one)}
        </Button>
      ))}
    </div>
  );
}
