/*
 * The models that can be used, in groups, with a description and any obstacle. Those
 * that are not connected are one line at the end.
 */
import { Check, Search } from "lucide-react";
import { useEffect, useRef, useState, type KeyboardEvent } from "react";
import { modelGroups } from "#core/models/model-groups.ts";
import type { ModelChoice } from "#core/models/models.ts";
import { Link } from "react-router";
import { buttonClass } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { Spinner } from "../kit/spinner.tsx";
import { TextField } from "../kit/text-field.tsx";
import { EffortChoice, type Effort } from "./effort-choice.tsx";
import { obstacleOf, readModels, useModels } from "./model-list.ts";

type ModelPickerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  selected: string;
  onSelect: (model: string) => void;
  effort: Effort;
  onEffort: (effort: Effort) => void;
};

export function ModelPicker({ open, onOpenChange, selected, onSelect, effort, onEffort }: ModelPickerProps) {
  const search = useRef<HTMLInputElement>(null);
  const canReason = useModels()?.models.some((model) => model.id === selected && model.abilities.includes("effort"));
  useEffect(() => {
    if (open) void readModels();
  }, [open]);
  function select(model: string) {
    onOpenChange(false);
    onSelect(model);
  }
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Choose a model"
      size="medium"
      initialFocus={search}
      {...(canReason && { footer: <EffortChoice effort={effort} onChange={onEffort} /> })}
    >
      <PickerBody selected={selected} onSelect={select} search={search} />
    </Dialog>
  );
}

type PickerBodyProps = Pick<ModelPickerProps, "selected" | "onSelect"> & { search: React.RefObject<HTMLInputElement | null> };

function PickerBody({ selected, onSelect, search }: PickerBodyProps) {
  const list = useModels();
  const [query, setQuery] = useState("");
  const body = useRef<HTMLDivElement>(null);
  if (!list) {
    return (
      <p className="flex items-center gap-3 py-8 text-ink-soft">
        <Spinner /> Loading models
      </p>
    );
  }
  const words = query.trim().toLowerCase();
  // A chosen one stays, so that it says why it cannot be used.
  const allowed = list.models.filter((model) => model.isAllowed || model.id === selected);
  const connected = allowed.filter((model) => model.available || model.id === selected);
  const withheld = list.models.filter((model) => model.available && !model.isAllowed).length;
  const found = connected.filter((model) => `${model.name} ${model.id} ${model.group}`.toLowerCase().includes(words));
  return (
    <div ref={body} onKeyDown={(event) => moveFocus(event, body.current)}>
      <TextField
        ref={search}
        label="Find a model"
        hideLabel
        placeholder="Find a model"
        type="search"
        value={query}
        onChange={(event) => setQuery(event.currentTarget.value)}
        start={<Search aria-hidden="true" />}
        className="sticky top-0 z-10 bg-raised pb-2"
      />
      {found.length === 0 && <p className="py-6 text-center text-ink-soft">No matching models</p>}
      {modelGroups.map((group) => {
        const members = found.filter((model) => model.group === group);
        if (members.length === 0) return null;
        return (
          <section key={group} aria-label={group} className="-mx-2">
            <h3 className="group-label px-2 pt-3 pb-1">{group}</h3>
            <ul>
              {members.map((model) => (
                <li key={model.id}>
                  <ModelOption model={model} isSelected={model.id === selected} onSelect={onSelect} />
                </li>
              ))}
            </ul>
          </section>
        );
      })}
      {withheld > 0 && (
        <p className="mt-3 border-t border-rule pt-3 text-ink-soft">
          {withheld === 1 ? "1 model isn’t" : `${withheld} models aren’t`} allowed in this organization. Its owner and admins decide
          this.
        </p>
      )}
      <NotConnected models={allowed.filter((model) => !connected.includes(model))} mayConnect={list.connect !== null} />
    </div>
  );
}

/** One that its provider has ended cannot be connected any more. */
const isOver = ({ endsOn }: ModelChoice, today: string) => endsOn !== undefined && endsOn <= today;
const dateOfToday = () => new Date().toISOString().slice(0, 10);

function NotConnected({ models, mayConnect }: { models: ModelChoice[]; mayConnect: boolean }) {
  const [today] = useState(dateOfToday);
  const count = models.filter((model) => !isOver(model, today)).length;
  if (count === 0) return null;
  const words = count === 1 ? "1 more model is not connected." : `${count} more models are not connected.`;
  return (
    <p className="mt-3 flex flex-wrap items-center gap-x-3 gap-y-2 border-t border-rule pt-3 text-ink-soft">
      <span className="flex-1">{mayConnect ? words : `${words} Your administrator can connect them.`}</span>
      {mayConnect && (
        <Link to="/admin/models" className={buttonClass("outline", "small")}>
          Connect a model
        </Link>
      )}
    </p>
  );
}

type ModelOptionProps = { model: ModelChoice; isSelected: boolean; onSelect: (model: string) => void };

function ModelOption({ model, isSelected, onSelect }: ModelOptionProps) {
  const obstacle = obstacleOf(model);
  const [today] = useState(dateOfToday);
  const facts = [windowOf(model), priceOf(model)].filter(Boolean).join(" · ");
  return (
    <button
      ref={isSelected ? bringIntoView : undefined}
      type="button"
      data-model={model.id}
      aria-disabled={obstacle !== null}
      aria-current={isSelected || undefined}
      onClick={() => obstacle === null && onSelect(model.id)}
      className="flex min-h-11 w-full items-center gap-3 rounded-lg px-2 py-1.5 text-left hover:bg-wash aria-disabled:cursor-not-allowed aria-disabled:text-ink-faint"
    >
      <span className="min-w-0 flex-1">
        <span className={obstacle === null ? "font-medium" : ""}>{model.name}</span>
        {model.description !== undefined && <span className="block text-xs text-ink-soft">{model.description}</span>}
        {(obstacle !== null || facts !== "") && <span className="block truncate text-xs text-ink-faint">{obstacle ?? facts}</span>}
      </span>
      {model.endsOn !== undefined && (
        <span className={`shrink-0 text-xs ${isOver(model, today) ? "text-ink-faint" : "text-warn"}`}>
          {isOver(model, today) ? "ended" : "until"} {new Date(model.endsOn).toLocaleDateString(undefined, { dateStyle: "medium" })}
        </span>
      )}
      {isSelected && <Check className="size-4 shrink-0 text-blue" role="img" aria-label="Chosen" />}
    </button>
  );
}

function bringIntoView(option: HTMLElement | null): void {
  option?.scrollIntoView({ block: "center" });
}

function windowOf(model: ModelChoice): string {
  if (model.contextWindow === null) return "";
  return `${new Intl.NumberFormat(undefined, { notation: "compact", maximumFractionDigits: 1 }).format(model.contextWindow)} tokens`;
}

function priceOf(model: ModelChoice): string {
  if (model.price === null || model.provider === "builtin") return "";
  const format = new Intl.NumberFormat(undefined, { style: "currency", currency: "USD", maximumFractionDigits: 2 });
  return `${format.format(model.price.input)} in, ${format.format(model.price.output)} out per million`;
}

/** Up and down move through the list; down from the search field enters it. */
function moveFocus(event: KeyboardEvent, body: HTMLElement | null): void {
  if (event.key !== "ArrowDown" && event.key !== "ArrowUp") return;
  const stops = [...(body?.querySelectorAll<HTMLElement>("input, button[data-model]") ?? [])];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === "ArrowDown" ? 1 : -1)];
  if (!next) return;
  event.preventDefault();
  next.focus();
}
