/*
 * The editor of a draft of an answer, from the click to leaving it. The draft is
 * stored as Markdown, which is rewritten only where the document was changed:
 * a second after typing, on leaving the text, and when the page is hidden or
 * closed. What is changed elsewhere meanwhile is merged into the open editor, and
 * changes that answers propose are shown in it.
 */
import type { Editor } from "@tiptap/core";
import type { Node } from "prosemirror-model";
import { mergeDocuments } from "#core/document/document-merge.ts";
import { guessLanguage } from "#core/prose/prose-language.ts";
import { turnDecisions } from "../../editor/changes/decision-step.ts";
import { replaceDocument } from "../../editor/changes/replace-document.ts";
import { liveNumbers } from "../../editor/nodes/live-numbers.ts";
import { coreDocument, createEditor, drawEditor } from "../../editor/page/create-editor.ts";
import { viewChoices } from "../../editor/page/draft-view.ts";
import { setTypographic } from "../../editor/prose/typographic.ts";
import type { ChatTools } from "../chat-context.ts";
import { draftDocument, draftMarkdown } from "./draft-markdown.ts";
import { DraftProposals } from "./draft-proposals.ts";
import { lettersBefore, positionAfter, type Clicked } from "./clicked-position.ts";

// Merging is in the editor's file: a file of its own would be one more for a draft's page.
export { broughtEdit, mergedText, rebased } from "./merged-text.ts";

const typingMs = 1000;

/** `name`: of the text among the chat's; `original`: as the answer wrote it. */
type Draft = Pick<ChatTools, "store" | "changes"> & {
  name: string;
  clicked: Clicked | null;
  original(): string;
  read(): string;
  save(markdown: string): void;
};

export class DraftSession {
  readonly #editor: Editor;
  readonly #draft: Draft;
  readonly #letters: number | null;
  readonly #proposals: DraftProposals;
  /** The last state in which the editor and the stored draft agreed. */
  #kept: { document: Node; markdown: string };
  #timer: ReturnType<typeof setTimeout> | undefined;
  #isKeeping = false;

  constructor(element: HTMLElement, draft: Draft) {
    const markdown = draft.read();
    const document = draftDocument(markdown);
    this.#draft = draft;
    this.#kept = { document, markdown };
    this.#letters = draft.clicked && lettersBefore(draft.clicked);
    this.#proposals = new DraftProposals({ ...draft, keep: this.keep });
    this.#editor = createEditor({
      document,
      canChange: true,
      label: "Draft text",
      plugins: [liveNumbers(), this.#proposals.plugin],
      onTyped: () => this.#keepSoon(),
      onDone: () => this.#keepSoon(),
    });
    this.#editor.on("transaction", ({ transaction }) => turnDecisions(transaction));
    drawEditor(this.#editor, element);
    const { language, isAhead } = guessLanguage(markdown.slice(0, 4000));
    if (!viewChoices().isStraight) setTypographic(this.#editor, (isAhead && language) || null);
  }

  focus(): void {
    const at = this.#letters === null ? "end" : positionAfter(this.#editor.state.doc, this.#letters);
    this.#editor.commands.focus(at, { scrollIntoView: this.#letters === null });
  }

  /** Saves what was typed, and takes over what was changed elsewhere. */
  keep = (): void => {
    // Saving reports a change, which is our own.
    if (this.#isKeeping) return;
    this.#isKeeping = true;
    try {
      this.#keepNow();
    } finally {
      this.#isKeeping = false;
    }
  };

  #keepNow(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    const { document: base, markdown } = this.#kept;
    const mine = coreDocument(this.#editor.state.doc);
    const stored = this.#draft.read();
    const theirs = stored === markdown ? base : draftDocument(stored);
    const { document } = mergeDocuments(base, mine, theirs);
    if (!document.eq(mine)) replaceDocument(this.#editor.view, document);
    const written = document.eq(theirs) ? stored : draftMarkdown(document);
    this.#kept = { document, markdown: written };
    if (written !== stored) this.#draft.save(written);
    this.#proposals.show(this.#editor.view, written);
  }

  #keepSoon(): void {
    this.#timer ??= setTimeout(this.keep, typingMs);
  }

  /** `left` is called when the reader has left the text, but not when the window has lost the focus. */
  listen(left: () => void): () => void {
    const { dom } = this.#editor.view;
    const listening = new AbortController();
    const { signal } = listening;
    const { ownerDocument: page } = dom;
    let isPressed = false;
    const leave = () => {
      if (!isPressed && page.activeElement !== dom && !signal.aborted) left();
    };
    dom.addEventListener("blur", () => (this.keep(), leave()), { signal });
    // The text changes its height on leaving, so a click in progress is finished first.
    page.addEventListener("pointerdown", () => (isPressed = true), { signal, capture: true });
    for (const end of ["pointerup", "pointercancel"] as const)
      page.addEventListener(end, () => ((isPressed = false), setTimeout(leave)), { signal, capture: true });
    dom.addEventListener("keydown", (event) => event.key === "Escape" && this.#escape(event), { signal });
    window.addEventListener("pagehide", this.keep, { signal });
    page.addEventListener("visibilitychange", this.keep, { signal });
    return () => listening.abort();
  }

  /** Focuses what the text is in, so that the next key continues there. */
  #escape(event: KeyboardEvent): void {
    event.stopPropagation();
    this.#editor.view.dom.parentElement?.closest<HTMLElement>("[tabindex]")?.focus({ preventScroll: true });
  }

  close(): void {
    this.keep();
    this.#editor.destroy();
  }
}
