/*
 * The page of one draft: its name, the text, and its panels. The server renders the
 * text in its final form, of a long one the beginning, so there are words before the
 * editor loads. What can wait until the text can be edited is fetched then.
 */
import type { Editor } from "@tiptap/core";
import { undo } from "@tiptap/pm/history";
import { Feather, MessageCircle, Minimize2, X } from "lucide-react";
import { useEffect, useState, type CSSProperties, type ReactNode, type RefCallback } from "react";
import { useNavigate } from "react-router";
import { typedReferences, type TypedReference } from "#core/clauses/typed-references.ts";
import { storedDocument } from "#core/document/document-repair.ts";
import { jsonOf } from "#core/document/document-schema.ts";
import type { ChangedLaw } from "#core/law/changed-law.ts";
import type { CommentThread } from "#core/comments/comment.ts";
import type { DraftAsText, DraftVersion } from "#core/document/draft.ts";
import { paperSize, type Paper } from "#core/document/paper.ts";
import { titleOf } from "#core/document/version-words.ts";
import type { WritingRules } from "#core/style/house-checks.ts";
import { ask, problemIn, sentenceOf } from "../../ask.ts";
import { IconButton } from "../../kit/icon-button.tsx";
import { showToast } from "../../kit/toast.tsx";
import { useAction } from "../../palette/actions.ts";
import { useHasOpened } from "../../kit/use-has-opened.ts";
import { useIsIdle } from "../../kit/use-is-idle.ts";
import { useWorkspace } from "../../shell/use-place.ts";
import { ownHtml } from "../../trusted-html.ts";
import { useWorkShownAgain } from "../agent/agent-at-work.ts";
import { authored } from "../authorship/authorship-plugin.ts";
import { withAuthorship, runsIn } from "../authorship/authored-documents.ts";
import { askAboutComment } from "../comments/ask-about-comment.ts";
import { hasCommentMargin, WithCommentMargin } from "../comments/comment-margin.tsx";
import type { Comparison, RestoredVersion } from "../timeline/compare-dialog.tsx";
import { Counts } from "./counts.tsx";
import { coreDocument, made } from "./create-editor.ts";
import { DraftStore } from "../saving/draft-store.ts";
import { ExportMenu } from "../export/export-menu.tsx";
import { FindBar } from "../find/find-bar.tsx";
import { FootnoteList } from "../nodes/footnote-list.tsx";
import { pageMargins } from "./page-breaks.ts";
import { PanelBar, panelNames, type Panel } from "./panel-bar.tsx";
import { linkTyped } from "../nodes/references.ts";
import { replaceDocument } from "../changes/replace-document.ts";
import { hasUnsentSuggestions, useSuggesting } from "../suggesting/suggesting-choice.ts";
import { SaveMark } from "./save-mark.tsx";
import { SelectionMenu } from "../rewrite/selection-menu.tsx";
import { SlashMenu } from "../nodes/slash-menu.tsx";
import { Toolbar } from "./toolbar.tsx";
import { LanguageMenu } from "./language-menu.tsx";
import { knownLanguage, useDetectedLanguage, type DraftLanguage } from "./draft-language.ts";
import { ProseCard } from "../prose/prose-card.tsx";
import { useChecksProse } from "../prose/prose-memory.ts";
import { countOf, useChecks } from "../prose/use-checks.ts";
import { useProse } from "../prose/use-prose.ts";
import { useTypographic } from "../prose/typographic.ts";
import { changeView } from "./draft-view.ts";
import { useReplaceAction } from "../../pseudonyms/use-replace-action.ts";
import { useDraftView } from "./use-draft-view.ts";
import { textOnServer } from "../saving/text-on-server.ts";
import { usePaper, ViewMenu } from "./view-menu.tsx";
import { ChangesBelow } from "../changes/changes-below.tsx";
import { useComments } from "../comments/use-comments.ts";
import { late } from "../../kit/late.ts";
import { DraftActions } from "../../drafts/draft-actions.tsx";
import { DraftName } from "../../drafts/draft-name.tsx";
import { useDraftAccess } from "./use-draft-access.ts";
import { useDraftEditor } from "./use-draft-editor.ts";

const LinkReferencesDialog = late(() => import("../nodes/link-references-dialog.tsx")).part("LinkReferencesDialog");
// Fetched with the page, after the text can be edited: it stays mounted.
const ReferencePicker = late(() => import("../nodes/reference-picker.tsx")).part("ReferencePicker");
const draftChat = late(() => import("../chat/draft-chat.tsx"));
const DraftChat = draftChat.part("DraftChat");
const OpenDocument = late(() => import("../chat/open-document.tsx")).part("OpenDocument");
const LibraryInsertion = late(() => import("../changes/library-insertion.tsx")).part("LibraryInsertion");
const ChangedLawNotice = late(() => import("../../sources/changed-law.tsx")).part("ChangedLawNotice");
const CompareDialog = late(() => import("../timeline/compare-dialog.tsx")).part("CompareDialog");
const AuthorshipReportDialog = late(() => import("../authorship/authorship-report-dialog.tsx")).part("AuthorshipReportDialog");
const Checks = late(() => import("../prose/checks.tsx")).part("Checks");
const CommentList = late(() => import("../comments/comment-list.tsx")).part("CommentList");
const Timeline = late(() => import("../timeline/timeline.tsx")).part("Timeline");
const SuggestingMode = late(() => import("../suggesting/suggesting-mode.tsx")).part("SuggestingMode");
const AuthorshipBar = late(() => import("../authorship/authorship-bar.tsx")).part("AuthorshipBar");
const Outline = late(() => import("./outline.tsx")).part("Outline");
const UnplacedChanges = late(() => import("../changes/unplaced-changes.tsx")).part("UnplacedChanges");
const PlaybookPanel = late(() => import("../../playbooks/playbook-panel.tsx")).part("PlaybookPanel");
const AccessNotice = late(() => import("./access-notice.tsx")).part("AccessNotice");

type DraftPageProps = {
  draft: DraftAsText;
  changedLaw: readonly ChangedLaw[];
  defaultModel: string | null;
  rules: WritingRules | null;
};

export function DraftPage({ draft, changedLaw, defaultModel, rules }: DraftPageProps) {
  const [store] = useState(() => new DraftStore(draft));
  const { editor, mount, slashKeys } = useDraftEditor(draft, store);
  const place = useWorkspace();
  const navigate = useNavigate();
  const moved = (projectId: string) =>
    void navigate(place.path(`/vault/projects/${projectId}/drafts/${draft.id}`), { replace: true });
  const access = useDraftAccess(draft, editor, moved);
  const { canChange } = access;
  const [isFinding, setFinding] = useState(false);
  const [typed, setTyped] = useState<readonly TypedReference[] | null>(null);
  const [panel, setPanel] = useState<Panel | null>(null);
  const [comparison, setComparison] = useState<Comparison | null>(null);
  const toggle = (name: Panel) => setPanel((shown) => (shown === name ? null : name));
  // Once opened it stays mounted but hidden, so that an answer continues and its proposals stay in the text.
  const hasChat = useHasOpened(panel === "chat");
  const isIdle = useIsIdle();
  useEffect(() => {
    // Before it is asked for, so that it opens at once, and without a connection.
    if (isIdle && editor && canChange) draftChat.fetch();
  }, [isIdle, editor, canChange]);
  const hasSuggested = useHasOpened(useSuggesting(draft.id) || (editor !== null && hasUnsentSuggestions(draft.id)));
  const hasCompared = useHasOpened(comparison !== null);
  useWorkShownAgain(draft.id, () => setPanel("chat"));
  const [language, setLanguage] = useState(knownLanguage(draft.language));
  const detected = useDetectedLanguage(editor);
  const checks = useChecks(editor, rules, language ?? detected);
  useTypographic(editor, language ?? detected);
  const checksProse = useChecksProse();
  const prose = useProse(editor, { draftId: draft.id, language: language ?? detected, isOn: checksProse && canChange });
  const comments = useComments(editor, draft.id, () => {
    if (panel === "comments" || !hasCommentMargin()) setPanel("comments");
  });
  const openComments = comments.state.threads?.filter(({ isResolved }) => !isResolved).length ?? 0;
  const askAgent =
    editor && canChange ? (thread: CommentThread) => void askAboutComment(editor, thread, () => setPanel("chat")) : null;
  useFindKey(editor, () => setFinding(true));
  const [paper, setPaper] = usePaper(draft);
  const view = useDraftView(editor, paper);
  useReplaceAction(() => draft.projectId);
  const [isReport, setReport] = useState(false);
  const hasReported = useHasOpened(isReport);
  useAction({
    id: "draft.authorship-report",
    title: "Authorship report",
    group: "Draft",
    keywords: "who wrote words share print",
    run: () => setReport(true),
  });
  return (
    <main className="flex min-h-0 flex-1 flex-col" aria-label="Draft">
      {view.isFocus && (
        <IconButton
          label="Leave focus mode"
          shortcut="escape"
          icon={<Minimize2 />}
          className="fixed top-3 right-4 z-30 bg-paper"
          onClick={() => changeView({ isFocus: false })}
        />
      )}
      <header className="focus-away @container border-b border-rule">
        <div className="flex min-h-13 items-center gap-3 px-4 @max-4xl:gap-1 @max-xl:px-2">
          <DraftName draft={draft} canChange={canChange} />
          <span className="flex-1" />
          {canChange ? (
            <SaveMark store={store} />
          ) : (
            <p className="text-xs whitespace-nowrap text-ink-soft">{access.mayPropose ? "Suggest and comment" : "View only"}</p>
          )}
          <span className="@max-xl:hidden">
            <IconButton
              label="Authorship"
              shortcut="mod+shift+a"
              icon={<Feather />}
              pressed={view.isAuthorship}
              onClick={() => changeView({ isAuthorship: !view.isAuthorship })}
            />
          </span>
          <ViewMenu paper={paper} canChange={canChange} onPaper={setPaper} onReport={() => setReport(true)} />
          <ExportMenu draft={draft} store={store} editor={editor} />
          {editor && <DraftActions draft={draft} canChange={canChange} onSave={() => store.flush()} onMoved={moved} />}
          <PanelBar shown={panel} hasChat={canChange} onToggle={toggle} />
        </div>
      </header>
      <div className="relative flex min-h-0 flex-1">
        <div className="flex min-w-0 flex-1 flex-col">
          {editor && changedLaw.length > 0 && <ChangedLawNotice changed={changedLaw} />}
          {editor && access.news && <AccessNotice news={access.news} editor={editor} store={store} />}
          {editor && canChange && (
            <div className="focus-away border-b border-rule">
              <Toolbar
                editor={editor}
                draftId={draft.id}
                onFind={() => setFinding(true)}
                onComment={comments.begin}
                onLinkReferences={() => setTyped(typedReferences(editor.state.doc))}
              />
            </div>
          )}
          {editor && view.isAuthorship && (
            <AuthorshipBar editor={editor} onReport={() => setReport(true)} onClose={() => changeView({ isAuthorship: false })} />
          )}
          {editor && canChange && hasSuggested && <SuggestingMode editor={editor} store={store} />}
          {editor && canChange && <UnplacedChanges editor={editor} />}
          {editor && isFinding && <FindBar editor={editor} onClose={() => setFinding(false)} />}
          <div
            className="scroll-thin min-h-0 flex-1 overflow-y-auto"
            data-draft-scroll=""
            {...(view.isPaged && { "data-paged": paper, style: sheetOf(paper, view.sheetScale) })}
          >
            <WithCommentMargin
              editor={editor}
              comments={comments}
              isShown={panel !== "comments"}
              isPaged={view.isPaged}
              onAskAgent={askAgent}
            >
              <PageOfText mount={mount} html={textOnServer(draft)} language={language ?? detected} />
              {editor && <FootnoteList editor={editor} />}
            </WithCommentMargin>
          </div>
          <footer className="group/foot focus-away @container flex h-9 items-center justify-end gap-4 max-sm:gap-3 pointer-coarse:h-11 border-t border-rule px-4">
            {editor && canChange && <ChangesBelow editor={editor} />}
            {openComments > 0 && panel !== "comments" && (
              <button
                type="button"
                aria-label={openComments === 1 ? "1 comment" : `${openComments} comments`}
                className="flex items-center gap-1 text-xs text-ink-soft touch-target hover:text-ink sm:hidden"
                onClick={() => setPanel("comments")}
              >
                <MessageCircle className="size-3.5" aria-hidden="true" /> {openComments}
              </button>
            )}
            {checks.findings !== null && checks.findings.length > 0 && panel !== "checks" && (
              <button
                type="button"
                className="text-xs whitespace-nowrap text-ink-soft touch-target hover:text-ink hover:underline"
                onClick={() => setPanel("checks")}
              >
                {countOf(checks.findings)} to look at
              </button>
            )}
            {editor && canChange && (
              <span className="contents max-sm:group-has-[[role=group]]/foot:hidden">
                <LanguageMenu
                  chosen={language}
                  detected={detected}
                  isOn={checksProse}
                  onChoose={(chosen) => {
                    setLanguage(chosen);
                    void keepLanguage(draft.id, chosen);
                  }}
                />
              </span>
            )}
            {editor && <Counts editor={editor} />}
          </footer>
        </div>
        {editor && hasChat && canChange && (
          <SidePanel title={panelNames.chat} isShown={panel === "chat"} isChat onClose={() => setPanel(null)}>
            <DraftChat draft={draft} store={store} editor={editor} defaultModel={defaultModel} />
          </SidePanel>
        )}
        {panel && panel !== "chat" && editor && (
          <SidePanel title={panelNames[panel]} onClose={() => setPanel(null)}>
            {panel === "outline" && <Outline editor={editor} />}
            {panel === "checks" && (
              <Checks editor={editor} checks={checks} prose={prose} onGone={() => isNarrow() && setPanel(null)} />
            )}
            {panel === "comments" && <CommentList editor={editor} comments={comments} onAskAgent={askAgent} />}
            {panel === "playbook" && (
              <PlaybookPanel
                editor={editor}
                draftId={draft.id}
                canChange={canChange}
                onSave={() => store.flush()}
                onGone={() => isNarrow() && setPanel(null)}
              />
            )}
            {panel === "timeline" && (
              <Timeline
                editor={editor}
                store={store}
                canChange={canChange}
                onCompare={(versions, version) => setComparison({ versions, version })}
              />
            )}
          </SidePanel>
        )}
      </div>
      {editor && hasCompared && (
        <CompareDialog
          draftId={draft.id}
          comparison={comparison}
          current={() => jsonOf(coreDocument(editor.state.doc))}
          onRestore={canChange ? (version, restored) => restore(editor, version, restored) : null}
          onClose={() => setComparison(null)}
        />
      )}
      {hasReported && <AuthorshipReportDialog store={store} open={isReport} onClose={() => setReport(false)} />}
      {editor && canChange && <ProseCard editor={editor} draftId={draft.id} prose={prose} />}
      {editor && !(panel !== null && isNarrow()) && (
        <SelectionMenu
          editor={editor}
          draftId={draft.id}
          canChange={canChange}
          maySuggest={access.mayPropose && !canChange}
          onComment={comments.begin}
        />
      )}
      {editor && canChange && <SlashMenu editor={editor} keys={slashKeys} />}
      {editor && (canChange || access.mayPropose) && <OpenDocument editor={editor} store={store} canChange={canChange} />}
      {editor && canChange && <LibraryInsertion editor={editor} />}
      {editor && canChange && <ReferencePicker editor={editor} language={draft.language} />}
      {editor && typed && (
        <LinkReferencesDialog found={typed} onLink={(taken) => linkTyped(editor.view, taken)} onClose={() => setTyped(null)} />
      )}
    </main>
  );
}

async function keepLanguage(draftId: string, language: DraftLanguage | null): Promise<void> {
  try {
    await ask(`/api/drafts/${draftId}`, { method: "PATCH", body: { language } });
  } catch (error) {
    showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
  }
}

/** At this width a panel covers the text. */
function isNarrow(): boolean {
  return matchMedia("(width < 64rem)").matches;
}

/** One undo step and a new timeline entry, so the current text is kept there. The words keep their authorship. */
function restore(editor: Editor, version: DraftVersion, { document, authorship }: RestoredVersion): void {
  const restored = withAuthorship(storedDocument(document), authorship);
  replaceDocument(editor.view, restored, (tr) =>
    authored(made(tr, { kind: "restore", summary: titleOf(version) }), { runs: runsIn(restored) }),
  );
  showToast({
    kind: "success",
    text: "Restored. The previous text is on the timeline.",
    action: { label: "Undo", run: () => void undo(editor.state, editor.view.dispatch) },
  });
}

/** The paper's dimensions for the style sheet. */
function sheetOf(paper: Paper, scale: number): CSSProperties {
  const { width } = paperSize(paper, 96);
  const { top, side } = pageMargins;
  const sizes = { "--paper-width": `${width}px`, "--page-top": `${top}px`, "--page-side": `${side}px`, "--sheet-scale": scale };
  return sizes as CSSProperties;
}

/** React leaves the contents alone: first the server's words, then the editor. */
function PageOfText({ mount, html, language }: { mount: RefCallback<HTMLElement>; html: string; language: string | null }) {
  const [inner] = useState(() => ({ __html: ownHtml(`<div class="document">${html}</div>`) }));
  return (
    <div
      ref={mount}
      lang={language ?? undefined}
      className="page-of-text mx-auto w-full max-w-[46rem] px-6 py-10 sm:px-10 sm:py-14"
      dangerouslySetInnerHTML={inner}
      suppressHydrationWarning
    />
  );
}

type SidePanelProps = { title: string; onClose: () => void; isShown?: boolean; isChat?: boolean; children: ReactNode };

function SidePanel({ title, onClose, isShown = true, isChat = false, children }: SidePanelProps) {
  return (
    <aside
      aria-label={title}
      hidden={!isShown}
      className={`focus-away ${isShown ? "flex" : "hidden"} ${isChat ? "w-[clamp(20rem,32vw,26rem)]" : "w-[clamp(18rem,28vw,24rem)]"} shrink-0 flex-col border-l border-rule bg-paper max-lg:absolute max-lg:inset-y-0 max-lg:right-0 max-lg:z-20 max-lg:w-full max-lg:max-w-md max-lg:shadow-panel`}
    >
      <div className="flex min-h-11 items-center border-b border-rule pr-2 pl-5">
        <h2 className="font-medium">{title}</h2>
        <IconButton label={`Close ${title.toLowerCase()}`} icon={<X />} className="ml-auto" onClick={onClose} />
      </div>
      <div className={`min-h-0 flex-1 ${isChat ? "" : "scroll-thin overflow-y-auto"}`}>{children}</div>
    </aside>
  );
}

/** In a long document, the browser's own search sees only what is laid out. */
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
