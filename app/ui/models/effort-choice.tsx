/** How much a model may reason before it answers. Only some models support this. */
import type { ChatChoices } from "#core/chat/chat.ts";

export type Effort = ChatChoices["reasoningEffort"];

const efforts: { value: NonNullable<Effort> | "auto"; name: string }[] = [
  { value: "auto", name: "Automatic" },
  { value: "off", name: "None" },
  { value: "low", name: "Briefly" },
  { value: "medium", name: "For a while" },
  { value: "high", name: "Thoroughly" },
];

export function EffortChoice({ effort, onChange }: { effort: Effort; onChange: (effort: Effort) => void }) {
  return (
    <label className="flex w-full items-center gap-3">
      <span className="text-ink-soft">Thinks before it answers</span>
      <select
        value={effort ?? "auto"}
        onChange={(event) => {
          const { value } = event.currentTarget;
          onChange(value === "auto" ? undefined : (value as NonNullable<Effort>));
        }}
        className="ml-auto h-9 rounded-lg border border-rule-strong bg-paper px-2 pointer-coarse:h-11"
      >
        {efforts.map(({ value, name }) => (
          <option key={value} value={value}>
            {name}
          </option>
        ))}
      </select>
    </label>
  );
}
