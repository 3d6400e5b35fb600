/* Everything that opens over a chat. Loaded when first opened. */
import { DraftFromChat } from "../drafts/draft-from-chat.tsx";
import { late } from "../kit/late.ts";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { showToast } from "../kit/toast.tsx";
import { returnToField, undoRemoval } from "./question-in-field.ts";
import { useChatTools } from "./chat-context.ts";
import type { DialogStates } from "./use-chat-page.ts";
import { useForm } from "./use-chat.ts";

const CheckpointDialog = late(() => import("./checkpoint-dialog.tsx")).part("CheckpointDialog");
const ModelPicker = late(() => import("../models/model-picker.tsx")).part("ModelPicker");
const CitationPopup = late(() => import("../sources/citation-popup.tsx")).part("CitationPopup");
const SourceViewer = late(() => import("../sources/source-viewer.tsx")).part("SourceViewer");

const VersionsDialog = late(() => import("./versions-dialog.tsx")).part("VersionsDialog");
const SentDialog = late(() => import("./sent-dialog.tsx")).part("SentDialog");

export function ChatDialogs(props: DialogStates) {
  const { restoring, setRestoring, choosing, setChoosing, citation, setCitation, viewed, setViewed } = props;
  const { sentFor, setSentFor, compared, setCompared } = props;
  const { store, form, reportFailure } = useChatTools();
  const model = useForm(form, (state) => state.choices.model);
  const hasChosen = useHasOpened(choosing !== null);
  const hasRestored = useHasOpened(restoring !== null);
  const effort = useForm(form, (state) => state.choices.reasoningEffort);

  async function restore(messageId: string) {
    setRestoring(null);
    const question = store.find(messageId)?.message.content ?? "";
    let done: { operationId: string; deletedCount: number } | undefined;
    if (!(await reportFailure(store.restore(messageId).then((answer) => void (done = answer))))) return;
    if (!done) return;
    const { operationId, deletedCount } = done;
    returnToField(question);
    showToast({
      kind: "info",
      text: `${deletedCount} ${deletedCount === 1 ? "message" : "messages"} put aside.`,
      action: { label: "Undo", run: () => void reportFailure(undoRemoval(store, operationId)) },
    });
  }
  return (
    <>
      {hasRestored && (
        <CheckpointDialog
          open={restoring !== null}
          onOpenChange={(open) => !open && setRestoring(null)}
          onConfirm={() => restoring !== null && void restore(restoring)}
        />
      )}
      {hasChosen && (
        <ModelPicker
          open={choosing !== null}
          onOpenChange={(open) => !open && setChoosing(null)}
          selected={model}
          onSelect={(id) => choosing?.chosen(id)}
          effort={effort}
          onEffort={(reasoningEffort) => form.choose({ reasoningEffort })}
        />
      )}
      {citation && (
        <CitationPopup
          citation={citation}
          onClose={() => setCitation(null)}
          onShow={({ source, claim, cited }) => {
            setCitation(null);
            setViewed({ source, claim, cited });
          }}
        />
      )}
      <DraftFromChat projectId={null} />
      {viewed && <SourceViewer {...viewed} onClose={() => setViewed(null)} />}
      {compared !== null && <VersionsDialog messageId={compared} onClose={() => setCompared(null)} />}
      {sentFor !== null && <SentDialog messageId={sentFor} onClose={() => setSentFor(null)} />}
    </>
  );
}
