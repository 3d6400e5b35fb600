/* Warns that the latest export is incomplete. */
import { CircleAlert } from "lucide-react";

export function ExportGaps({ gaps }: { gaps: string }) {
  return (
    <p className="mb-4 flex items-start gap-2 rounded-lg bg-warn-soft px-3 py-2.5 text-warn">
      <CircleAlert aria-hidden="true" className="mt-0.5 size-4 shrink-0" />
      <span>Your latest export is incomplete. {gaps}</span>
    </p>
  );
}
