/* Load prompt: inserts a prompt of the library, or saves the composer's text as one. */
import { Dialog } from "../kit/dialog.tsx";
import { late } from "../kit/late.ts";
import { useWorkspace } from "../shell/use-place.ts";

const Prompts = late(() => import("../library/load-prompt.tsx")).part("Prompts");

type PromptPickerProps = {
  open: boolean;
  onOpenChange: (open: boolean) => void;
  /** The composer's current text. */
  current: () => string;
  onLoad: (text: string) => void;
};

export function PromptPicker({ open, onOpenChange, current, onLoad }: PromptPickerProps) {
  const { slug } = useWorkspace();
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Load prompt"
      description={`Prompts of the library: yours${slug === null ? "" : ", your organization’s"}, and those that come with Stet.`}
      size="medium"
      isHigh
    >
      {open && (
        <Prompts
          current={current().trim()}
          onLoad={(text) => {
            onOpenChange(false);
            onLoad(text);
          }}
        />
      )}
    </Dialog>
  );
}
