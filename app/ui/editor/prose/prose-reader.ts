/*
 * Checks a document's paragraphs for spelling and grammar in a worker, one at a
 * time, nearest to the caret first. Nodes are immutable, so findings are cached by
 * paragraph node: after a change only the touched paragraphs are checked again.
 */
import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { documentText } from "#core/document/document-text.ts";
import { setRead, type ProseFinding, type ReadBlock } from "./prose-plugin.ts";
import type { ProseAnswer, ProseQuestion } from "./prose-worker.ts";

type Reading = { node: Node; id: number };
/** `left`: how many paragraphs are still to be checked. */
export type Progress = { left: number; hasFailed: boolean };

const pauseMs = 500;
/** How often findings are drawn while many paragraphs are checked. */
const drawMs = 400;
/** Anything longer is not prose. */
const longestBlock = 20_000;

export class ProseReader {
  #editor: Editor;
  #isWanted: (finding: ProseFinding) => boolean;
  #isAmerican: boolean;
  #tell: (progress: Progress) => void;
  #worker = new Worker(new URL("./prose-worker.ts", import.meta.url), { type: "module" });
  #found = new WeakMap<Node, readonly ProseFinding[]>();
  #drawn = new WeakSet<Node>();
  #queue: Node[] = [];
  #reading: Reading | null = null;
  #count = 0;
  #pause = 0;
  #draw = 0;
  #about = "";

  constructor(
    editor: Editor,
    given: { isAmerican: boolean; isWanted: (finding: ProseFinding) => boolean; tell: (progress: Progress) => void },
  ) {
    this.#editor = editor;
    this.#isAmerican = given.isAmerican;
    this.#isWanted = given.isWanted;
    this.#tell = given.tell;
    this.#worker.onmessage = ({ data }: MessageEvent<ProseAnswer>) => this.#answered(data);
    this.#worker.onerror = () => this.#fail();
    editor.on("update", this.#changed);
    this.#look();
  }

  close(): void {
    clearTimeout(this.#pause);
    clearTimeout(this.#draw);
    this.#editor.off("update", this.#changed);
    this.#worker.terminate();
  }

  /** Changes which findings are wanted. */
  show(isWanted: (finding: ProseFinding) => boolean): void {
    this.#isWanted = isWanted;
    this.#drawn = new WeakSet();
    this.#drawAll();
  }

  #changed = (): void => {
    clearTimeout(this.#pause);
    this.#pause = window.setTimeout(() => this.#look(), pauseMs);
  };

  #look(): void {
    const { doc, selection } = this.#editor.state;
    const blocks: { node: Node; distance: number }[] = [];
    doc.descendants((node, pos) => {
      if (!node.isTextblock) return true;
      if (!this.#found.has(node) && mayBeRead(node)) blocks.push({ node, distance: Math.abs(pos - selection.from) });
      return false;
    });
    this.#queue = blocks.sort((a, b) => b.distance - a.distance).map(({ node }) => node);
    this.#drawSoon();
    if (this.#queue.length === 0) return;
    this.#sendAbout(doc);
    this.#next();
  }

  /** Sent in full again only when the text is substantially different: a few more words do not change its names. */
  #sendAbout(doc: Node): void {
    const { text } = documentText(doc);
    if (this.#about !== "" && Math.abs(text.length - this.#about.length) < this.#about.length / 20) return;
    this.#about = text;
    this.#ask({ kind: "about", text, isAmerican: this.#isAmerican });
  }

  #ask(question: ProseQuestion): void {
    this.#worker.postMessage(question);
  }

  #next(): void {
    const node = this.#reading ? null : this.#queue.pop();
    if (!node) return;
    this.#reading = { node, id: ++this.#count };
    this.#ask({ kind: "block", id: this.#reading.id, text: textOf(node) });
  }

  #answered({ id, findings }: ProseAnswer): void {
    if (this.#reading?.id !== id) return;
    const { node } = this.#reading;
    this.#reading = null;
    this.#found.set(
      node,
      findings.filter((one) => isProse(node, one)),
    );
    this.#drawSoon();
    this.#next();
  }

  #drawSoon(): void {
    this.#draw ||= window.setTimeout(() => this.#drawAll(), this.#queue.length > 3 ? drawMs : 0);
  }

  #drawAll(): void {
    this.#draw = 0;
    const { view, state } = this.#editor;
    if (this.#editor.isDestroyed) return;
    // Never draws into a word that is being composed.
    if (view.composing) return this.#drawSoon();
    const read: ReadBlock[] = [];
    state.doc.descendants((node, pos) => {
      if (!node.isTextblock) return true;
      const found = this.#found.get(node);
      if (found && !this.#drawn.has(node)) {
        this.#drawn.add(node);
        read.push({ pos, node, findings: found.filter(this.#isWanted) });
      }
      return false;
    });
    if (read.length > 0) view.dispatch(setRead(state.tr, read));
    this.#tell({ left: this.#queue.length + (this.#reading ? 1 : 0), hasFailed: false });
  }

  #fail(): void {
    this.close();
    this.#tell({ left: 0, hasFailed: true });
  }
}

function mayBeRead(node: Node): boolean {
  return !node.type.spec.code && node.content.size > 0 && node.content.size < longestBlock;
}

/** As long as the content: each non-text position becomes one character. */
function textOf(block: Node): string {
  return block.children
    .map((child) => (child.isText ? child.text! : child.type.name === "hardBreak" ? "\n" : "\ufffc".repeat(child.nodeSize)))
    .join("");
}

/** Code is not prose, and a range with an image or a note cannot be corrected as words. */
function isProse(block: Node, { start, end, original }: ProseFinding): boolean {
  const code = block.type.schema.marks["code"]!;
  return end > start && !original.includes("\ufffc") && !block.rangeHasMark(start, end, code);
}
