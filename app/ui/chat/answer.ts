/*
 * One answer, stored or streaming, as the blocks a reader sees. The store lives
 * outside React, which only hears of structure: a block opened or closed, a tool
 * advanced, the end. Text goes from the stream into each block's LiveText and
 * straight to the page.
 */
import type { AgentProgress } from "#core/agent/agent.ts";
import type { MessagePart, RunStatus, ThreadMessage, ToolInvocation, Usage } from "#core/chat/message.ts";
import { ReplyParser, type Block, type BlockChange } from "#core/chat/reply.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import type { Source } from "#core/sources/source.ts";
import { LiveText } from "./live-text.ts";

type MarkedBlock = {
  kind: Block["kind"];
  key: string;
  text: LiveText;
  /** The end marker has not arrived; once `text.open` is false it never will. */
  open: boolean;
  reading?: Extract<Block, { kind: "patch" }>["reading"];
};
type Marked<K extends Block["kind"]> = Omit<MarkedBlock, "kind"> & { kind: K };
export type ShownBlock =
  | { [K in Block["kind"]]: Marked<K> }[Block["kind"]]
  | { kind: "tool"; key: string; invocation: ToolInvocation; input: LiveText };

export type AnswerView = {
  blocks: readonly ShownBlock[];
  status: RunStatus;
  /** Why the answer ended, if it did not end normally. */
  problem: { code: string; detail?: string } | null;
  /** Why we are waiting, such as a retry in a few seconds. Cleared by the next text. */
  notice: { code: string; detail: string; until: number | null } | null;
  sources: readonly Source[];
  usage: Usage | null;
  model: string | null;
  /** The agent's last reported progress. */
  agent: AgentProgress | null;
};

type TextPart = { parser: ReplyParser; raw: string[]; first: number; ended: boolean };

export class Answer {
  #view: AnswerView;
  #listeners = new Set<() => void>();
  #parts = 0;
  #length = 0;
  #texts = new Map<string, TextPart>();
  #open = new Map<string, number>();

  constructor(view: Partial<AnswerView> = {}) {
    this.#view = {
      blocks: [],
      status: "running",
      problem: null,
      notice: null,
      sources: [],
      usage: null,
      model: null,
      agent: null,
      ...view,
    };
  }

  /** A stored message. If its run is still active, it stays open at its end and continues from the run's last seq. */
  static of(message: ThreadMessage): Answer {
    const { run } = message;
    const answer = new Answer({
      status: run?.status ?? "done",
      problem: run?.problem ? { code: run.problem, ...(run.problemDetail !== undefined && { detail: run.problemDetail }) } : null,
      sources: message.sources ?? [],
      usage: run?.usage ?? null,
      model: run?.model ?? null,
    });
    const isOpen = run?.status === "running";
    for (const [i, part] of message.parts.entries()) answer.#addPart(part, isOpen && i === message.parts.length - 1);
    if (!isOpen) answer.#endAll();
    return answer;
  }

  get view(): AnswerView {
    return this.#view;
  }

  subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  };

  read = (): AnswerView => this.#view;

  /** Characters of text so far, to check whether a replay has caught up with the page. */
  get length(): number {
    return this.#length;
  }

  /** The full text with all parts joined, markers included. */
  get content(): string {
    return [...this.#texts.values()].map((part) => part.raw.join("")).join("");
  }

  apply(event: RunEvent): void {
    switch (event.type) {
      case "start":
        return this.#set({ model: event.messageMetadata.model });
      case "text-start":
        return void this.#textPart(event.id);
      case "text-delta":
        return this.#addText(event.id, event.delta);
      case "text-end":
        return this.#endText(event.id);
      case "reasoning-start":
        return void this.#reasoning(event.id);
      case "reasoning-delta":
        return this.#addReasoning(event.id, event.delta);
      case "reasoning-end":
        return this.#closeBlock(`reasoning ${event.id}`);
      case "tool-input-start":
        return void this.#tool(event.toolCallId, event.toolName);
      case "tool-input-delta":
        return this.#toolInput(event.toolCallId, event.inputTextDelta);
      case "tool-input-available":
        return this.#toolCall(event.toolCallId, event.toolName, event.input);
      case "tool-output-available":
        return this.#toolResult(event.toolCallId, event.output);
      case "data-stet-sources":
        return this.#set({ sources: merged(this.#view.sources, event.data.sources) });
      case "data-stet-notice": {
        const { code, detail, seconds } = event.data;
        return this.#set({ notice: { code, detail, until: seconds === undefined ? null : Date.now() + seconds * 1000 } });
      }
      case "data-stet-agent":
        return this.#set({ agent: event.data });
      case "data-stet-final":
        return this.#settleParts(event.data.parts, { sources: event.data.sources });
      case "error":
        return this.#set({ problem: { code: "something-went-wrong", detail: event.errorText } });
      case "finish":
        return this.#finish(event.messageMetadata);
    }
  }

  /** Stopped by the reader: keeps what is shown and cancels what was in progress. */
  stop(cancelledResult: unknown): void {
    const blocks = this.#view.blocks.map((block) =>
      block.kind === "tool" && block.invocation.state !== "result"
        ? { ...block, invocation: { ...block.invocation, state: "result" as const, result: cancelledResult } }
        : block,
    );
    this.#view = { ...this.#view, blocks, status: "stopped", notice: null };
    this.#endAll();
    this.#notify();
  }

  /** No more events will come, for a reason the stream could not report. */
  fail(status: RunStatus, problem: AnswerView["problem"]): void {
    this.#view = { ...this.#view, status, problem, notice: null };
    this.#endAll();
    this.#notify();
  }

  /** The stored message wins. Where only words differ, the page keeps its elements and replaces their text. */
  settle(message: ThreadMessage): void {
    const { blocks: _, ...truth } = Answer.of(message).view;
    this.#settleParts(message.parts, truth);
  }

  #settleParts(parts: readonly MessagePart[], change: Partial<AnswerView>): void {
    const stored = new Answer();
    for (const part of parts) stored.#addPart(part);
    stored.#endAll();
    // The words are kept with the numbers of citations that are shown.
    this.#texts = stored.#texts;
    const truth = stored.view.blocks;
    const shown = this.#view.blocks;
    const same = truth.length === shown.length && truth.every((block, i) => block.kind === shown[i]!.kind);
    this.#set({ ...change, blocks: same ? truth.map((block, i) => keepText(shown[i]!, block)) : truth });
  }

  /** Text and reasoning are keyed by part index, as in the stream. */
  #addPart(part: MessagePart, isOpen = false): void {
    const id = String(this.#parts);
    if (part.type === "text") {
      this.#addText(id, part.text);
      if (!isOpen) this.#endText(id);
    } else if (part.type === "reasoning") {
      this.#addReasoning(id, part.reasoning);
      if (!isOpen) this.#closeBlock(`reasoning ${id}`);
    } else {
      const { toolInvocation } = part;
      const index = this.#tool(toolInvocation.toolCallId, toolInvocation.toolName);
      if (toolInvocation.state === "partial-call") this.#toolInput(toolInvocation.toolCallId, String(toolInvocation.args));
      else this.#toolBlock(toolInvocation.toolCallId)!.input.close();
      this.#replaceBlock(index, { invocation: toolInvocation });
    }
  }

  #textPart(id: string): TextPart {
    let part = this.#texts.get(id);
    if (!part) {
      part = { parser: new ReplyParser(), raw: [], first: this.#parts++, ended: false };
      this.#texts.set(id, part);
    }
    return part;
  }

  #addText(id: string, delta: string): void {
    const part = this.#textPart(id);
    part.raw.push(delta);
    const isFirst = this.#length === 0;
    this.#length += delta.length;
    this.#applyChanges(part, part.parser.push(delta));
    // Half a marker renders nothing, but it shows that the model has started.
    if (isFirst) this.#set({});
  }

  #endText(id: string): void {
    const part = this.#texts.get(id);
    if (!part || part.ended) return;
    part.ended = true;
    this.#applyChanges(part, part.parser.end());
  }

  #applyChanges(part: TextPart, changes: BlockChange[]): void {
    let structural = false;
    for (const change of changes) {
      const name = `text ${part.first} ${change.index}`;
      if (change.type === "grow") {
        (this.#view.blocks[this.#open.get(name)!] as MarkedBlock).text.append(change.text);
        continue;
      }
      structural = true;
      if (change.type === "open") this.#openBlock(name, change.kind, `${part.first}-${part.parser.blocks[change.index]!.key}`);
      else {
        const source = part.parser.blocks[change.index]!;
        this.#shut(this.#open.get(name)!, source);
      }
    }
    if (structural || (changes.length > 0 && this.#view.notice)) this.#set({ notice: null });
  }

  #openBlock(name: string, kind: Block["kind"], key: string): number {
    const index = this.#view.blocks.length;
    this.#open.set(name, index);
    this.#view = { ...this.#view, blocks: [...this.#view.blocks, { kind, key, text: new LiveText(), open: true } as ShownBlock] };
    return index;
  }

  #shut(index: number, source?: Block): void {
    const block = this.#view.blocks[index] as MarkedBlock;
    block.text.close();
    const open = source !== undefined && source.state === "open";
    this.#replaceBlock(index, { open, ...(source?.kind === "patch" && source.reading && { reading: source.reading }) });
  }

  #replaceBlock(index: number, change: Partial<ShownBlock>): void {
    const blocks = this.#view.blocks.slice();
    blocks[index] = { ...blocks[index], ...change } as ShownBlock;
    this.#view = { ...this.#view, blocks };
  }

  #reasoning(id: string): number {
    const name = `reasoning ${id}`;
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const index = this.#openBlock(name, "reasoning", `${this.#parts++}-reasoning`);
    this.#notify();
    return index;
  }

  #addReasoning(id: string, delta: string): void {
    const index = this.#reasoning(id);
    (this.#view.blocks[index] as MarkedBlock).text.append(delta);
    if (this.#view.notice) this.#set({ notice: null });
  }

  #closeBlock(name: string): void {
    const index = this.#open.get(name);
    if (index === undefined) return;
    this.#shut(index);
    this.#notify();
  }

  #tool(toolCallId: string, toolName: string): number {
    const name = `tool ${toolCallId}`;
    const known = this.#open.get(name);
    if (known !== undefined) return known;
    const index = this.#view.blocks.length;
    this.#open.set(name, index);
    const invocation: ToolInvocation = { toolCallId, toolName, state: "partial-call", args: "" };
    const block: ShownBlock = { kind: "tool", key: `${this.#parts++}-tool`, invocation, input: new LiveText() };
    this.#set({ blocks: [...this.#view.blocks, block], notice: null });
    return index;
  }

  #toolInput(toolCallId: string, delta: string): void {
    const block = this.#toolBlock(toolCallId);
    block?.input.append(delta);
  }

  #toolCall(toolCallId: string, toolName: string, input: unknown): void {
    const index = this.#tool(toolCallId, toolName);
    const block = this.#toolBlock(toolCallId)!;
    block.input.close();
    this.#replaceBlock(index, { invocation: { ...block.invocation, toolName, state: "call", args: input } });
    this.#notify();
  }

  #toolResult(toolCallId: string, output: unknown): void {
    const block = this.#toolBlock(toolCallId);
    if (!block) return;
    this.#replaceBlock(this.#open.get(`tool ${toolCallId}`)!, {
      invocation: { ...block.invocation, state: "result", result: output },
    });
    this.#notify();
  }

  #toolBlock(toolCallId: string): Extract<ShownBlock, { kind: "tool" }> | undefined {
    const index = this.#open.get(`tool ${toolCallId}`);
    return index === undefined ? undefined : (this.#view.blocks[index] as Extract<ShownBlock, { kind: "tool" }>);
  }

  #finish({ status, usage, problem, problemDetail }: Extract<RunEvent, { type: "finish" }>["messageMetadata"]): void {
    const before = this.#view.problem;
    const detail = problemDetail ?? before?.detail;
    const reported = problem === undefined ? before : { code: problem, ...(detail !== undefined && { detail }) };
    this.#view = { ...this.#view, status, usage: usage ?? null, notice: null, problem: status === "done" ? null : reported };
    this.#endAll();
    this.#notify();
  }

  #endAll(): void {
    for (const id of this.#texts.keys()) this.#endText(id);
    for (const [index, block] of this.#view.blocks.entries()) {
      if (block.kind === "tool") block.input.close();
      else if (block.text.open) {
        block.text.close();
        this.#replaceBlock(index, this.#endOf(index));
      }
    }
  }

  /** For a block whose end never came: a patch can still report why it is unreadable. */
  #endOf(index: number): Partial<ShownBlock> {
    for (const part of this.#texts.values()) {
      for (const [i, source] of part.parser.blocks.entries()) {
        if (this.#open.get(`text ${part.first} ${i}`) !== index) continue;
        return source.kind === "patch" && source.reading ? { reading: source.reading } : {};
      }
    }
    return { open: false };
  }

  #set(change: Partial<AnswerView>): void {
    this.#view = { ...this.#view, ...change };
    this.#notify();
  }

  #notify(): void {
    for (const listener of this.#listeners) listener();
  }
}

/** A source found again keeps its position and number. */
function merged(known: readonly Source[], found: readonly Source[]): Source[] {
  return [...known, ...found.filter((source) => !known.some((one) => one.id === source.id))];
}

function keepText(shown: ShownBlock, stored: ShownBlock): ShownBlock {
  if (shown.kind === "tool" || stored.kind === "tool") return { ...stored, key: shown.key };
  shown.text.replace(stored.text.text);
  return { ...stored, key: shown.key, text: shown.text };
}
