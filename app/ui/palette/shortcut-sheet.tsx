/** All shortcuts that work right now. */
import { Dialog } from "../kit/dialog.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { listActions, useActions, type Action } from "./actions.ts";

/** Keys that fields handle themselves, without an action. */
const inFields = [
  { title: "Send the message", shortcut: "enter" },
  { title: "New line", shortcut: "shift+enter" },
  { title: "Edit the last message, from an empty field", shortcut: "arrowup" },
  { title: "Close or cancel; stop the answer", shortcut: "escape" },
];

export function ShortcutSheet({ open, onOpenChange }: { open: boolean; onOpenChange: (open: boolean) => void }) {
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title="Keyboard shortcuts"
      description="A shortcut does nothing while the field you are typing in uses the same keys."
    >
      <SheetGroups />
    </Dialog>
  );
}

function SheetGroups() {
  useActions();
  const groups = Map.groupBy(listActions().filter(hasShortcut), (action) => action.group);
  return (
    // Focusable, so that the arrow keys scroll it.
    <div tabIndex={0} role="group" aria-label="Shortcuts" className="flex flex-col gap-5 outline-none">
      {[["While typing", inFields] as const, ...groups].map(([group, actions]) => (
        <section key={group} aria-label={group}>
          <h3 className="group-label mb-1">{group}</h3>
          <dl>
            {actions.map((action) => (
              <div key={action.title} className="flex min-h-9 items-center justify-between gap-4 border-t border-rule py-1.5">
                <dt>{action.title}</dt>
                <dd>
                  <Kbd shortcut={action.shortcut} />
                </dd>
              </div>
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

function hasShortcut(action: Action): action is Action & { shortcut: string } {
  return action.shortcut !== undefined;
}
