/*
 * One field that asks, finds or starts. Asking puts the words into a new chat, where the model and the sources are
 * chosen and Enter sends them; what is unsent there already stays in front of them. Finding works without script.
 */
import { ArrowRight, FileDown, FilePlus2, FolderPlus, LibraryBig, Search } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import { Form, Link, useNavigate } from "react-router";
import { putInNewChat } from "../composer/put-in-new-chat.ts";
import { useNewDraft } from "../drafts/use-new-draft.ts";
import { Button } from "../kit/button.tsx";
import { useWorkspace } from "../shell/use-place.ts";

export function AskField({ find, canMake }: { find: string; canMake: boolean }) {
  const place = useWorkspace();
  const navigate = useNavigate();
  const { isMaking, make } = useNewDraft(null);
  const field = useRef<HTMLInputElement>(null);
  function ask(event: MouseEvent) {
    event.preventDefault();
    const words = field.current?.value.trim() ?? "";
    if (words !== "") putInNewChat(words);
    void navigate(place.path("/chat"));
  }
  return (
    <div className="mt-6">
      <Form method="get" role="search" key={find} className="rounded-2xl border border-rule-strong bg-raised p-2 shadow-panel">
        <input
          ref={field}
          name="find"
          defaultValue={find}
          maxLength={200}
          autoComplete="off"
          aria-label={canMake ? "Ask or find" : "Find"}
          placeholder={
            canMake ? "Ask, or find in your work, the library and the law…" : "Find in what is shared with you, and in the law…"
          }
          className="h-11 w-full bg-transparent px-2.5 text-base outline-none"
        />
        <div className="flex justify-end gap-1.5">
          {canMake && (
            <Button variant="primary" type="submit" className="order-2" onClick={ask}>
              Ask <ArrowRight />
            </Button>
          )}
          <Button variant="quiet" type="submit">
            <Search /> Find
          </Button>
        </div>
      </Form>
      {canMake && (
        <nav aria-label="Start" className="mt-3 flex flex-wrap gap-x-5 gap-y-1">
          <button type="button" aria-busy={isMaking} onClick={make} className={startClass}>
            <FilePlus2 />
            New draft
          </button>
          <Start to={place.path("/vault?new")} icon={<FolderPlus />} words="New project" />
          <Start to={place.path("/library")} icon={<LibraryBig />} words="From a template" />
          <Start to={place.path("/settings/account/import")} icon={<FileDown />} words="Import chats" />
        </nav>
      )}
    </div>
  );
}

function Start({ to, icon, words }: { to: string; icon: React.ReactNode; words: string }) {
  return (
    <Link to={to} className={startClass}>
      {icon}
      {words}
    </Link>
  );
}

const startClass =
  "inline-flex items-center gap-1.5 rounded-sm text-ink-soft underline-offset-4 touch-target hover:text-ink hover:underline [&>svg]:size-4";
