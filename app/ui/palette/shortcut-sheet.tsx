/** All shortcuts that work right now. Those of actions can be changed. */
import { Undo2 } from "lucide-react";
import { useId, useState, type KeyboardEvent } from "react";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { Kbd } from "../kit/kbd.tsx";
import { pressedFor, useOwnKeys } from "../kit/own-keys.ts";
import { isApplePlatform, shortcutKeys } from "../kit/shortcut.ts";
import { listActions, useActions, type Action } from "./actions.ts";
import { changeKeys, restoreAllKeys } from "./change-keys.ts";
import { pressedKeys } from "./pressed-keys.ts";

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
      description="Select a shortcut to change it. It does nothing while the field you are typing in uses the same keys."
      footer={<RestoreAll />}
    >
      <SheetGroups />
    </Dialog>
  );
}

function RestoreAll() {
  const isChanged = Object.keys(useOwnKeys()).length > 0;
  return isChanged && <Button onClick={restoreAllKeys}>Restore all defaults</Button>;
}

function SheetGroups() {
  useActions();
  useOwnKeys();
  const actions = listActions().filter(hasShortcut);
  const groups = Map.groupBy(actions, (action) => action.group);
  return (
    // Focusable, so that the arrow keys scroll it.
    <div tabIndex={0} role="group" aria-label="Shortcuts" className="flex flex-col gap-5 outline-none">
      <section aria-label="While typing">
        <h3 className="group-label mb-1">While typing</h3>
        <dl>
          {inFields.map(({ title, shortcut }) => (
            <div key={title} className={rowClass}>
              <dt>{title}</dt>
              <dd>
                <Kbd shortcut={shortcut} isFixed />
              </dd>
            </div>
          ))}
        </dl>
      </section>
      {[...groups].map(([group, members]) => (
        <section key={group} aria-label={group}>
          <h3 className="group-label mb-1">{group}</h3>
          <dl>
            {members.map((action) => (
              <ActionRow key={action.id} action={action} others={actions} />
            ))}
          </dl>
        </section>
      ))}
    </div>
  );
}

const rowClass = "flex min-h-9 items-center justify-between gap-4 border-t border-rule py-1.5";

type WithShortcut = Action & { shortcut: string };

function ActionRow({ action, others }: { action: WithShortcut; others: readonly WithShortcut[] }) {
  const { title, shortcut } = action;
  const id = useId();
  const { isChanging, problem, begin, end, take } = useNewKeys(shortcut, others);
  return (
    <div className={`${rowClass} flex-wrap`}>
      <dt id={`${id}-title`}>{title}</dt>
      <dd className="ml-auto flex items-center gap-1">
        {pressedFor(shortcut) !== shortcut && (
          <IconButton
            label={`Restore the default of “${title}”`}
            size="small"
            icon={<Undo2 />}
            onClick={() => changeKeys(shortcut, null)}
          />
        )}
        <button
          type="button"
          title={`Change the shortcut for “${title}”`}
          aria-describedby={`${id}-title`}
          aria-pressed={isChanging}
          className="-mr-1 rounded-md px-1 py-0.5 touch-target hover:bg-wash aria-pressed:bg-blue-soft"
          onClick={begin}
          onKeyDown={take}
          onBlur={() => end()}
        >
          {isChanging ? <span className="text-xs text-blue">Press the new keys</span> : <Kbd shortcut={shortcut} />}
        </button>
        {problem !== null && (
          <span role="alert" className="order-first text-xs text-danger">
            {problem}
          </span>
        )}
      </dd>
    </div>
  );
}

function useNewKeys(shortcut: string, others: readonly WithShortcut[]) {
  const [isChanging, setChanging] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  function begin(): void {
    setProblem(null);
    setChanging(true);
  }
  function end(said: string | null = problem): void {
    setChanging(false);
    setProblem(said);
  }
  function take(event: KeyboardEvent<HTMLButtonElement>): void {
    if (!isChanging || event.key === "Tab") return;
    event.preventDefault();
    // The dialog stays, and no action runs.
    event.stopPropagation();
    if (event.key === "Escape") return end(null);
    const pressed = pressedKeys(event.nativeEvent, isApplePlatform());
    if (pressed === "waiting") return;
    if (pressed === "refused") return end(`Press a key together with ${isApplePlatform() ? "⌘ or ⌥" : "Ctrl or Alt"}.`);
    const { keys } = pressed;
    const taken = others.find((other) => other.shortcut !== shortcut && pressedFor(other.shortcut) === keys);
    if (taken !== undefined) return end(`${wordsOf(keys)} is already “${taken.title}”.`);
    changeKeys(shortcut, keys);
    end(null);
  }
  return { isChanging, problem, begin, end, take };
}

function wordsOf(keys: string): string {
  return shortcutKeys(keys, isApplePlatform()).join(" ");
}

function hasShortcut(action: Action): action is WithShortcut {
  return action.shortcut !== undefined;
}
