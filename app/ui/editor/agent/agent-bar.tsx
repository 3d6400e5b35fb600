/*
 * Above the composer beside a draft: whether an agent handles the next question,
 * and within which limits. The choice is stored on this device with the others.
 */
import { Route, SlidersHorizontal } from "lucide-react";
import { agentStepsMax, defaultAgentChoice, type AgentChoice } from "#core/agent/agent.ts";
import { estimateCost, type ModelChoice } from "#core/models/models.ts";
import { builtinModelId } from "#core/account/plans.ts";
import { useChatTools } from "../../chat/chat-context.ts";
import { useChat, useForm } from "../../chat/use-chat.ts";
import { Button } from "../../kit/button.tsx";
import { IconButton } from "../../kit/icon-button.tsx";
import { Popover } from "../../kit/popover.tsx";
import { tooltipAttributes } from "../../kit/tooltip.tsx";
import { useModels } from "../../models/model-list.ts";
import { useAction } from "../../palette/actions.ts";
import { useRememberedWork } from "./agent-at-work.ts";

const tokenChoices = [20_000, 50_000, 100_000, 200_000, 500_000, 1_000_000, 2_000_000] as const;

export function AgentBar({ draftId }: { draftId: string }) {
  const { form, store } = useChatTools();
  const choice = useForm(form, (state) => state.choices.agent) ?? defaultAgentChoice;
  const choose = (change: Partial<AgentChoice>) => form.choose({ agent: { ...choice, ...change } });
  useRememberedWork(draftId, useChat(store, (state) => state.turn !== null) && choice.isOn);
  const toggle = () => choose({ isOn: !choice.isOn });
  useAction({
    id: "draft.agent",
    title: "Agent mode",
    group: "Draft",
    shortcut: "mod+shift+e",
    inRichText: true,
    keywords: "plan steps larger change",
    run: toggle,
  });
  return (
    <div className="mx-auto mb-1 flex min-h-9 max-w-[1400px] items-center gap-1 font-sans" data-agent-bar="">
      <Button
        size="small"
        variant="quiet"
        aria-pressed={choice.isOn}
        {...tooltipAttributes("Plan, and work through the document in steps", "mod+shift+e")}
        className="aria-pressed:bg-blue-soft aria-pressed:text-blue"
        onClick={toggle}
      >
        <Route /> Agent
      </Button>
      {choice.isOn && (
        <>
          <span className="min-w-0 truncate text-xs text-ink-faint tabular-nums">
            {choice.applies ? "Proposes and applies" : "Only proposes"} · {choice.maxSteps} steps · {shortTokens(choice.maxTokens)}
          </span>
          <span className="flex-1" />
          <Popover
            title="Limits of the agent"
            side="top"
            align="end"
            className="w-80 max-w-[calc(100vw-2rem)] p-4"
            trigger={<IconButton label="Limits of the agent" icon={<SlidersHorizontal />} size="small" />}
          >
            <Limits choice={choice} onChoose={choose} />
          </Popover>
        </>
      )}
    </div>
  );
}

type LimitsProps = { choice: AgentChoice; onChoose: (change: Partial<AgentChoice>) => void };

function Limits({ choice, onChoose }: LimitsProps) {
  const { form } = useChatTools();
  const chosen = useForm(form, (state) => state.choices.model);
  const model = useModels()?.models.find(({ id }) => id === chosen);
  const at = tokenChoices.findLastIndex((tokens) => tokens <= choice.maxTokens);
  return (
    <div className="mt-3 space-y-5 text-sm">
      <fieldset className="space-y-1">
        <legend className="sr-only">What it does with its changes</legend>
        <Way
          isOn={!choice.applies}
          label="Only propose"
          hint="Changes are shown in the text for you to accept or reject."
          onChoose={() => onChoose({ applies: false })}
        />
        <Way
          isOn={choice.applies}
          label="Propose and apply"
          hint="Changes are applied as they come, while the draft is open. One entry on the timeline undoes all of them."
          onChoose={() => onChoose({ applies: true })}
        />
      </fieldset>
      <Slider
        label="Maximum steps"
        words={choice.maxSteps === 1 ? "one step" : `${choice.maxSteps} steps`}
        min={1}
        max={agentStepsMax}
        value={choice.maxSteps}
        onChange={(maxSteps) => onChoose({ maxSteps })}
      />
      <Slider
        label="Maximum tokens"
        words={choice.maxTokens.toLocaleString("en")}
        min={0}
        max={tokenChoices.length - 1}
        value={Math.max(0, at)}
        hint={costWords(choice.maxTokens, model)}
        onChange={(index) => onChoose({ maxTokens: tokenChoices[index]! })}
      />
    </div>
  );
}

type WayProps = { isOn: boolean; label: string; hint: string; onChoose: () => void };

function Way({ isOn, label, hint, onChoose }: WayProps) {
  return (
    <label className="flex items-start gap-2.5 rounded-lg px-2 py-1.5 -outline-offset-2 has-checked:bg-wash has-focus-visible:outline-2">
      <input type="radio" name="agent-applies" className="mt-1 accent-blue" checked={isOn} onChange={onChoose} />
      <span>
        {label}
        <span className="block text-xs text-ink-faint text-pretty">{hint}</span>
      </span>
    </label>
  );
}

type SliderProps = {
  label: string;
  words: string;
  hint?: string;
  min: number;
  max: number;
  value: number;
  onChange: (value: number) => void;
};

function Slider({ label, words, hint, onChange, ...range }: SliderProps) {
  return (
    <label className="block px-2">
      <span className="flex items-baseline justify-between">
        <span>{label}</span>
        <span className="text-ink-soft tabular-nums">{words}</span>
      </span>
      <input
        type="range"
        aria-valuetext={words}
        className="mt-1.5 h-5 w-full accent-blue pointer-coarse:h-11"
        {...range}
        onChange={(event) => onChange(event.currentTarget.valueAsNumber)}
      />
      {hint !== undefined && <span className="block text-xs text-ink-faint text-pretty">{hint}</span>}
    </label>
  );
}

function shortTokens(tokens: number): string {
  return tokens >= 1_000_000 ? `${tokens / 1_000_000} million tokens` : `${Math.round(tokens / 1_000)}k tokens`;
}

/** What the limit means in words of text and, if the model's price is known, in money. */
function costWords(tokens: number, model: ModelChoice | undefined): string {
  if (model === undefined) return "";
  if (model.id === builtinModelId) return "The built-in editor works by rules: it uses no tokens and costs nothing.";
  const words = `About ${(Math.round((tokens * 0.75) / 1_000) * 1_000).toLocaleString("en")} words, read and written together.`;
  // Nearly all tokens are input; output is the smaller and more expensive part.
  const cost = estimateCost({ inputTokens: tokens * 0.85, outputTokens: tokens * 0.15 }, model);
  return cost === undefined
    ? `${words} The price of ${model.name} isn’t known.`
    : `${words} About ${money(cost)} with ${model.name}.`;
}

function money(usd: number): string {
  return usd < 0.01 ? "a cent or less" : `$${usd.toFixed(2)}`;
}
