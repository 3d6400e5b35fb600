/** Two tabs have different unsent text for the same chat: both are kept, and this notice says so. */
import { Button } from "../kit/button.tsx";

type OtherTextProps = { text: string; onTake: () => void; onDismiss: () => void };

export function OtherText({ text, onTake, onDismiss }: OtherTextProps) {
  return (
    <div role="status" className="mb-2 flex flex-wrap items-center gap-x-3 gap-y-1 rounded-xl border border-rule bg-desk px-3 py-2">
      <p className="min-w-0 flex-1 basis-60">
        <span className="text-ink-soft">Another tab has unsent text here: </span>
        <q className="line-clamp-2 font-serif">{text.slice(0, 300)}</q>
      </p>
      <Button size="small" onClick={onTake}>
        Insert below
      </Button>
      <Button size="small" variant="quiet" onClick={onDismiss}>
        Discard
      </Button>
    </div>
  );
}
