/*
 * The page of one draft: its name, the text, and beside it what belongs to it.
 * The server sends the text as it will look, so there are words before there is
 * an editor, and for a reader of the project there is nothing else.
 */
import "./editor.css";
import type { Editor } from "@tiptap/core";
import { undo } from "@tiptap/pm/history";
import { History, ListChecks, ListTree, MessageSquareText, X } from "lucide-react";
import { useEffect, useState, type ReactNode, type RefCallback } from "react";
import { Link } from "react-router";
import { jsonOf, type DocumentJson } from "#core/document-schema.ts";
import type { Draft, DraftVersion } from "#core/draft.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { IconButton } from "../kit/icon-button.tsx";
import { showToast } from "../kit/toast.tsx";
import { useAction } from "../palette/actions.ts";
import { useHasOpened } from "../kit/use-has-opened.ts";
import { usePlace } from "../shell/use-place.ts";
import { Checks, countOf } from "./checks.tsx";
import { CompareDialog, type Comparison } from "./compare-dialog.tsx";
import { Counts } from "./counts.tsx";
import { coreDocument, made } from "./create-editor.ts";
import { DraftStore } from "./draft-store.ts";
import { ExportMenu } from "./export-menu.tsx";
import { DraftChat } from "./draft-chat.tsx";
import { useOpenDocument } from "./use-open-document.ts";
import { FindBar } from "./find-bar.tsx";
import { Outline } from "./outline.tsx";
import { replaceDocument } from "./replace-document.ts";
import { SaveMark } from "./save-mark.tsx";
import { SelectionMenu } from "./selection-menu.tsx";
import { SlashMenu } from "./slash-menu.tsx";
import { Timeline, titleOf } from "./timeline.tsx";
import { Toolbar } from "./toolbar.tsx";
import { useChecks } from "./use-checks.ts";
import { useDraftEditor } from "./use-draft-editor.ts";

type Panel = "chat" | "outline" | "checks" | "timeline";
const panelNames: Record<Panel, string> = { chat: "Assistant", outline: "Outline", checks: "Checks", timeline: "Timeline" };

type DraftPageProps = { draft: Draft; html: string; defaultModel: string | null };

export function DraftPage({ draft, html, defaultModel }: DraftPageProps) {
  const [store] = useState(() => new DraftStore(draft));
  const { editor, mount, slashKeys } = useDraftEditor(draft, store);
  const [isFinding, setFinding] = useState(false);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const toggle = (name: Panel) => setPanel((shown) => (shown === name ? null : name));
  // Once opened it stays, only out of sight: an answer goes on, and what it proposed stays in the text.
  const hasChat = useHasOpened(panel === "chat");
  useOpenDocument(editor, draft.id, draft.canChange);
  const checks = useChecks(editor);
  useFindKey(editor, () => setFinding(true));
  return (
    <main className="flex min-h-0 flex-1 flex-col" aria-label="Draft">
      <header className="flex min-h-13 items-center gap-3 border-b border-rule px-4">
        <DraftName draft={draft} />
        <span className="flex-1" />
        {draft.canChange ? (
          <SaveMark store={store} />
        ) : (
          <p className="text-xs whitespace-nowrap text-ink-soft">You may read this</p>
        )}
        <ExportMenu draft={draft} store={store} editor={editor} />
        {draft.canChange && (
          <PanelButton label="Assistant" icon={<MessageSquareText />} isOn={panel === "chat"} onClick={() => toggle("chat")} />
        )}
        <PanelButton label="Outline" icon={<ListTree />} isOn={panel === "outline"} onClick={() => toggle("outline")} />
        {/* On a phone the name needs the room: the count below the text leads there. */}
        <span className="max-sm:hidden">
          <PanelButton label="Checks" icon={<ListChecks />} isOn={panel === "checks"} onClick={() => toggle("checks")} />
        </span>
        <PanelButton label="Timeline" icon={<History />} isOn={panel === "timeline"} onClick={() => toggle("timeline")} />
      </header>
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {editor && draft.canChange && (
            <div className="border-b border-rule">
              <Toolbar editor={editor} onFind={() => setFinding(true)} />
            </div>
          )}
          {editor && isFinding && <FindBar editor={editor} onClose={() => setFinding(false)} />}
          <div className="scroll-thin min-h-0 flex-1 overflow-y-auto" data-draft-scroll="">
            <PageOfText mount={mount} html={html} />
          </div>
          <footer className="flex h-9 items-center justify-end gap-4 pointer-coarse:h-11 border-t border-rule px-4">
            {checks.findings !== null && checks.findings.length > 0 && panel !== "checks" && (
              <button
                type="button"
                className="text-xs text-ink-soft touch-target hover:text-ink hover:underline"
                onClick={() => setPanel("checks")}
              >
                {countOf(checks.findings)} to look at
              </button>
            )}
            {editor && <Counts editor={editor} />}
          </footer>
        </div>
        {editor && hasChat && (
          <SidePanel title={panelNames.chat} isShown={panel === "chat"} isChat onClose={() => setPanel(null)}>
            <DraftChat draft={draft} store={store} editor={editor} defaultModel={defaultModel} />
          </SidePanel>
        )}
        {panel && panel !== "chat" && editor && (
          <SidePanel title={panelNames[panel]} onClose={() => setPanel(null)}>
            {panel === "outline" && <Outline editor={editor} />}
            {panel === "checks" && <Checks editor={editor} checks={checks} onGone={() => isNarrow() && setPanel(null)} />}
            {panel === "timeline" && (
              <Timeline
                store={store}
                canChange={draft.canChange}
                onCompare={(versions, version) => setComparison({ versions, version })}
              />
            )}
          </SidePanel>
        )}
      </div>
      {editor && (
        <CompareDialog
          draftId={draft.id}
          comparison={comparison}
          current={() => jsonOf(coreDocument(editor.state.doc))}
          onRestore={draft.canChange ? (version, document) => restore(editor, version, document) : null}
          onClose={() => setComparison(null)}
        />
      )}
      {editor && draft.canChange && <SelectionMenu editor={editor} />}
      {editor && draft.canChange && <SlashMenu editor={editor} keys={slashKeys} />}
    </main>
  );
}

/** Then a panel lies over the text. */
function isNarrow(): boolean {
  return matchMedia("(width < 64rem)").matches;
}

/** One step of undo, and a new entry on the timeline: what stood here until now stays there. */
function restore(editor: Editor, version: DraftVersion, document: DocumentJson): void {
  replaceDocument(editor.view, document, (tr) => made(tr, { kind: "restore", summary: titleOf(version) }));
  showToast({
    kind: "success",
    text: "Restored. What stood here is on the timeline.",
    action: { label: "Undo", run: () => void undo(editor.state, editor.view.dispatch) },
  });
}

/** React leaves alone what is inside: first the server's words, then the editor. */
function PageOfText({ mount, html }: { mount: RefCallback<HTMLElement>; html: string }) {
  const [inner] = useState({ __html: `<div class="document">${html}</div>` });
  return <div ref={mount} className="mx-auto w-full max-w-[46rem] px-6 py-10 sm:px-10 sm:py-14" dangerouslySetInnerHTML={inner} />;
}

type PanelButtonProps = { label: string; icon: ReactNode; isOn: boolean; onClick: () => void };

function PanelButton({ isOn, ...rest }: PanelButtonProps) {
  return <IconButton {...rest} pressed={isOn} />;
}

type SidePanelProps = { title: string; onClose: () => void; isShown?: boolean; isChat?: boolean; children: ReactNode };

function SidePanel({ title, onClose, isShown = true, isChat = false, children }: SidePanelProps) {
  return (
    <aside
      aria-label={title}
      hidden={!isShown}
      className={`${isShown ? "flex" : "hidden"} ${isChat ? "w-[26rem]" : "w-96"} shrink-0 flex-col border-l border-rule bg-paper max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:w-full max-lg:max-w-md max-lg:shadow-panel`}
    >
      <div className="flex min-h-11 items-center border-b border-rule pr-2 pl-5">
        <h2 className="font-medium">{title}</h2>
        <IconButton label={`Close ${title.toLowerCase()}`} icon={<X />} className="ml-auto" onClick={onClose} />
      </div>
      <div className={`min-h-0 flex-1 ${isChat ? "" : "scroll-thin overflow-y-auto"}`}>{children}</div>
    </aside>
  );
}

/** Where the draft lies, and its name, which its owner changes by writing over it. */
function DraftName({ draft }: { draft: Draft }) {
  const place = usePlace();
  const [name, setName] = useState(draft.name);
  useEffect(() => {
    document.title = `${name} · Stet`;
  }, [name]);
  async function rename(typed: string) {
    const next = typed.trim();
    if (next === "" || next === name) return;
    try {
      await ask(`/api/drafts/${draft.id}`, { method: "PATCH", body: { name: next } });
      setName(next);
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }
  return (
    <div className="flex min-w-0 items-baseline gap-2">
      <Link
        to={place.path(`/vault/projects/${draft.projectId}`)}
        className="truncate text-ink-soft underline-offset-4 hover:text-ink hover:underline max-sm:hidden"
      >
        {draft.projectName}
      </Link>
      <span className="text-ink-faint max-sm:hidden" aria-hidden="true">
        /
      </span>
      <h1 className="min-w-0 overflow-hidden">
        {draft.canChange ? (
          <input
            key={name}
            aria-label="Name of the draft"
            defaultValue={name}
            maxLength={200}
            className="field-sizing-content max-w-full min-w-24 truncate rounded-md bg-transparent px-1 font-serif text-lg"
            onBlur={(event) => {
              void rename(event.currentTarget.value);
              if (event.currentTarget.value.trim() === "") event.currentTarget.value = name;
            }}
            onKeyDown={(event) => {
              if (event.key === "Escape") event.currentTarget.value = name;
              if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
            }}
          />
        ) : (
          <span className="truncate font-serif text-lg">{name}</span>
        )}
      </h1>
    </div>
  );
}

/** The browser's own search sees only what is laid out of a long document. */
function useFindKey(editor: Editor | null, open: () => void): void {
  useAction({
    id: "draft.find",
    title: "Find and replace",
    group: "Draft",
    shortcut: "mod+f",
    inRichText: true,
    run: open,
    when: () => editor !== null,
  });
}
