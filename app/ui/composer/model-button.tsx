/** Shows the chosen model and opens the picker. An unavailable model is marked before anything is sent. */
import { ChevronDown, TriangleAlert } from "lucide-react";
import { useSyncExternalStore } from "react";
import { useChatTools } from "../chat/chat-context.ts";
import { Button } from "../kit/button.tsx";
import { obstacleOf, useModels } from "../models/model-list.ts";

export function ModelButton() {
  const { form, chooseModel } = useChatTools();
  const chosen = useSyncExternalStore(
    form.subscribe,
    () => form.read().choices.model,
    () => form.read().choices.model,
  );
  const list = useModels();
  const model = list?.models.find((one) => one.id === chosen);
  const name = model?.name ?? (chosen === "stet-builtin" ? "Stet built-in" : chosen.replace(/^local:/, ""));
  const obstacle = model ? obstacleOf(model) : list ? "No longer available" : null;
  return (
    <Button
      variant="quiet"
      size="small"
      aria-label={`Model: ${name}${obstacle === null ? "" : `. ${obstacle}`}`}
      aria-haspopup="dialog"
      className="max-w-40 min-w-0 shrink! [&>span]:min-w-0"
      onClick={() => chooseModel((id) => form.choose({ model: id }))}
    >
      {obstacle !== null && <TriangleAlert className="text-warn" />}
      <span className="truncate">{name}</span>
      <ChevronDown className="text-ink-faint" />
    </Button>
  );
}
