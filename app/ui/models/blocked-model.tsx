/* Above the composer while the chosen model can't be used: why, and one that can. */
import { TriangleAlert } from "lucide-react";
import { useChatTools } from "../chat/chat-context.ts";
import { useForm } from "../chat/use-chat.ts";
import { Button } from "../kit/button.tsx";
import { nameOfModel, obstacleOf, type ModelList } from "./model-list.ts";

export function BlockedModel({ list }: { list: ModelList }) {
  const { form } = useChatTools();
  const chosen = useForm(form, (state) => state.choices.model);
  const model = list.models.find(({ id }) => id === chosen);
  const usable = list.models.filter((one) => obstacleOf(one) === null);
  const instead = usable.find(({ id }) => id === list.defaultModel) ?? usable[0];
  const reason = (model && obstacleOf(model)) ?? "No longer available";
  return (
    <div
      role="status"
      className="mx-auto mb-2 flex min-h-10 max-w-[47rem] flex-wrap items-center gap-x-2.5 gap-y-1 rounded-xl border border-warn/40 bg-warn-soft py-1.5 pr-1.5 pl-3"
    >
      <TriangleAlert className="size-4 shrink-0 text-warn" aria-hidden="true" />
      <span className="min-w-0 flex-1">
        {nameOfModel(chosen)}: {reason.charAt(0).toLowerCase() + reason.slice(1)}.
      </span>
      {instead !== undefined && (
        <Button size="small" onClick={() => form.choose({ model: instead.id })}>
          Use {instead.name}
        </Button>
      )}
    </div>
  );
}
