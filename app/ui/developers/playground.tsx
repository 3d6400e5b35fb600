/* Lets developers try models with their own instructions and parameters, as a program would. */
import { Code, Eraser, RotateCcw } from "lucide-react";
import { useState, type KeyboardEvent } from "react";
import type { ModelChoice } from "#core/models/models.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { Button } from "../kit/button.tsx";
import { TextField } from "../kit/text-field.tsx";
import { obstacleOf } from "../models/model-list.ts";
import { CodeDialog } from "./code-dialog.tsx";
import { PlaygroundMessages } from "./playground-messages.tsx";
import { SelectField } from "./select-field.tsx";
import { requestOf, usePlayground, type PlaygroundSettings, type PlaygroundState } from "./use-playground.ts";

type PlaygroundProps = { models: readonly ModelChoice[]; defaultModel: string; baseUrl: string };

export function Playground({ models, defaultModel, baseUrl }: PlaygroundProps) {
  const { state, change, run, stop } = usePlayground();
  const [settings, setSettings] = useState<PlaygroundSettings>({ model: defaultModel, system: "", temperature: "", maxTokens: "" });
  const [text, setText] = useState("");
  const [isCodeOpen, setCodeOpen] = useState(false);
  const { messages, isRunning } = state;
  const typed = text.trim() === "" ? [] : [{ id: "typed", role: "user" as const, content: text }];

  function send() {
    if (typed.length === 0) return;
    setText("");
    void run(settings, [...messages, { ...typed[0]!, id: uuidv7() }]);
  }
  function again() {
    const last = messages.findLastIndex((one) => one.role === "user");
    void run(settings, messages.slice(0, last + 1));
  }
  function press(event: KeyboardEvent) {
    if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    if (!isRunning) send();
  }

  return (
    <div className="mt-6 grid gap-8 md:grid-cols-[1fr_15rem]">
      <section aria-label="Conversation" className="flex min-h-90 flex-col">
        <ModelField models={models} chosen={settings.model} onChoose={(model) => setSettings({ ...settings, model })} />
        <PlaygroundMessages state={state} onChange={change} />
        {state.refusal !== null && (
          <p role="alert" className="mt-3 rounded-lg bg-danger-soft px-3 py-2.5 text-danger">
            {state.refusal}
          </p>
        )}
        <Outcome state={state} />
        <div className="sticky bottom-0 mt-auto bg-paper pt-4 pb-4">
          <label htmlFor="playground-message" className="sr-only">
            Message
          </label>
          <textarea
            id="playground-message"
            rows={3}
            value={text}
            onChange={(event) => setText(event.currentTarget.value)}
            onKeyDown={press}
            placeholder="Ask a model"
            className="scroll-thin field-sizing-content block max-h-60 min-h-20 w-full resize-none rounded-xl border border-rule-strong bg-paper px-3.5 py-3 text-base"
          />
          <div className="mt-3 flex flex-wrap items-center gap-2">
            {isRunning ? (
              <Button onClick={stop}>Stop</Button>
            ) : (
              <Button variant="primary" onClick={send} disabled={typed.length === 0}>
                Ask
              </Button>
            )}
            <Button variant="quiet" onClick={again} disabled={isRunning || !messages.some((one) => one.role === "user")}>
              <RotateCcw aria-hidden="true" /> Ask again
            </Button>
            <Button variant="quiet" onClick={() => change({ kind: "cleared" })} disabled={isRunning || messages.length === 0}>
              <Eraser aria-hidden="true" /> Clear
            </Button>
            <span className="flex-1" />
            <Button onClick={() => setCodeOpen(true)}>
              <Code aria-hidden="true" /> Show code
            </Button>
          </div>
        </div>
      </section>
      <Parameters settings={settings} onChange={setSettings} />
      <CodeDialog
        open={isCodeOpen}
        onOpenChange={setCodeOpen}
        baseUrl={baseUrl}
        request={requestOf(settings, messages.length + typed.length === 0 ? [hello] : [...messages, ...typed])}
      />
    </div>
  );
}

const hello = { role: "user" as const, content: "Hello" };

function Outcome({ state: { outcome, isRunning, messages } }: { state: PlaygroundState }) {
  if (outcome === null || isRunning || messages.length === 0) return null;
  const { usage, seconds } = outcome;
  const tokens = usage === null ? "stopped" : `${usage.prompt_tokens} tokens in, ${usage.completion_tokens} out`;
  return (
    <p role="status" className="mt-3 text-xs text-ink-faint tabular-nums">
      {tokens} · {seconds.toFixed(1)} s
    </p>
  );
}

type ModelFieldProps = { models: readonly ModelChoice[]; chosen: string; onChoose: (model: string) => void };

function ModelField({ models, chosen, onChoose }: ModelFieldProps) {
  const connected = models.filter((model) => model.available && model.isAllowed);
  const groups = [...new Set(connected.map(({ group }) => group))];
  return (
    <SelectField label="Model" value={chosen} onChange={(event) => onChoose(event.currentTarget.value)} className="mb-6 max-w-90">
      {groups.map((group) => (
        <optgroup key={group} label={group}>
          {connected
            .filter((model) => model.group === group)
            .map((model) => (
              <option key={model.id} value={model.id} disabled={obstacleOf(model) !== null}>
                {[model.name, obstacleOf(model)].filter(Boolean).join(": ")}
              </option>
            ))}
        </optgroup>
      ))}
    </SelectField>
  );
}

type ParametersProps = {
  settings: PlaygroundSettings;
  onChange: (settings: PlaygroundSettings) => void;
};

function Parameters({ settings, onChange }: ParametersProps) {
  const set = (part: Partial<PlaygroundSettings>) => onChange({ ...settings, ...part });
  return (
    <section aria-label="Parameters" className="flex flex-col gap-4">
      <div>
        <label htmlFor="playground-system" className="mb-1.5 block font-medium">
          System prompt
        </label>
        <textarea
          id="playground-system"
          rows={4}
          value={settings.system}
          onChange={(event) => set({ system: event.currentTarget.value })}
          className="scroll-thin block w-full resize-y rounded-lg border border-rule-strong bg-paper px-3 py-2 max-sm:text-base"
        />
      </div>
      <div className="grid grid-cols-2 gap-3">
        <TextField
          label="Temperature"
          type="number"
          min={0}
          max={2}
          step={0.1}
          placeholder="Model default"
          value={settings.temperature}
          onChange={(event) => set({ temperature: event.currentTarget.value })}
        />
        <TextField
          label="Max tokens"
          type="number"
          min={1}
          max={1_000_000}
          placeholder="No limit"
          value={settings.maxTokens}
          onChange={(event) => set({ maxTokens: event.currentTarget.value })}
        />
      </div>
      <p className="text-xs text-ink-faint text-pretty">
        Nothing here is saved, and the conversation ends when you leave the page. Usage counts as the organization’s API usage.
      </p>
    </section>
  );
}
