/*
 * Turns a model's stream into run events: opens and closes text and reasoning blocks, collects
 * tool calls, tracks usage.
 */
import { findCitations } from "#core/law/citations.ts";
import { addUsage, cancelledToolResult, contentOf, type Usage } from "#core/chat/message.ts";
import { signed, unfoldParts, type Folded } from "#core/chat/run-fold.ts";
import type { Source } from "#core/sources/source.ts";
import type { CitedNumber } from "../data/chats/messages.ts";
import type { ModelEvent } from "../models/model.ts";
import type { LiveRun } from "./live-run.ts";

/** `input` is undefined if the model sent invalid JSON; `raw` holds the original. */
export type ToolCall = { id: string; name: string; input: unknown; raw: string };

export class AnswerWriter {
  readonly usage: Usage = { inputTokens: 0, outputTokens: 0 };
  #run: LiveRun;
  #open: { kind: "text" | "reasoning"; id: string; signature?: string } | null = null;
  #calls: ToolCall[] = [];
  #given: Source[] = [];
  #signatures = new Map<string, string>();
  /** Maps the model's tool call id to ours. */
  #ids = new Map<string, string>();
  #earlier: readonly CitedNumber[] = [];

  constructor(run: LiveRun) {
    this.#run = run;
  }

  /** Starts from an earlier answer. Text that was cut off stays open so the next delta is appended to it. */
  resume({ parts, sources }: Folded): void {
    const events = unfoldParts(parts, []);
    const id = String(parts.length - 1);
    if (parts.at(-1)?.type === "text") {
      events.pop();
      this.#open = { kind: "text", id };
    }
    for (const event of events) this.#run.emit(event);
    if (sources.length > 0) this.#run.emit({ type: "data-stet-sources", data: { sources } });
  }

  /** The tool calls collected since the last call. */
  takeCalls(): ToolCall[] {
    this.#ids.clear();
    return this.#calls.splice(0);
  }

  read = (event: ModelEvent): void => {
    switch (event.kind) {
      case "text":
      case "reasoning":
        this.#run.delta(event.kind, this.#opened(event.kind), event.text);
        break;
      case "signature":
        this.#sign(event.signature, event.toolCallId);
        break;
      case "tool-input-start":
        this.close();
        this.#run.emit({ type: "tool-input-start", toolCallId: this.#newId(event.id), toolName: event.name });
        break;
      case "tool-input":
        this.#run.delta("tool-input", this.#idOf(event.id), event.text);
        break;
      case "tool-call": {
        this.close();
        const call = { id: this.#idOf(event.id), name: event.name, input: event.input, raw: event.raw };
        this.#calls.push(call);
        this.#available(call);
        break;
      }
      case "usage":
        this.#count(event);
        break;
      case "waiting":
        this.#run.emit({
          type: "data-stet-notice",
          data: { code: event.code, detail: `Trying again in ${event.seconds} s.`, seconds: event.seconds },
        });
        break;
    }
  };

  close(): void {
    const open = this.#open;
    if (open === null) return;
    this.#open = null;
    if (open.kind === "text") this.#run.emit({ type: "text-end", id: open.id });
    else this.#run.emit({ type: "reasoning-end", id: open.id, ...signed(open.signature) });
  }

  result(toolCallId: string, output: unknown): void {
    this.#run.emit({ type: "tool-output-available", toolCallId, output });
  }

  /** Leaves no call without a result, since providers reject such a history. */
  cancelUnfinished(): void {
    for (const part of this.#run.folded.parts) {
      if (part.type === "tool-invocation" && part.toolInvocation.state !== "result") {
        this.result(part.toolInvocation.toolCallId, cancelledToolResult);
      }
    }
  }

  /** Reserves the source numbers used by earlier answers in the chat. */
  carry(earlier: readonly CitedNumber[]): void {
    this.#earlier = earlier;
  }

  /** Numbers sources after those already in the chat; a source found again keeps its number. */
  addSources(found: readonly Omit<Source, "number">[]): Source[] {
    const { numbered, fresh } = this.#number(found);
    if (fresh.length > 0) this.#run.emit({ type: "data-stet-sources", data: { sources: fresh } });
    return numbered;
  }

  /** Numbers sources the model has from the start. They join the answer only once it cites them. */
  giveSources(found: readonly Omit<Source, "number">[]): Source[] {
    const { numbered, fresh } = this.#number(found);
    this.#given.push(...fresh);
    return numbered;
  }

  /** At the end: adds the initially provided sources that the answer cites. */
  addCited(): void {
    const known = this.#run.folded.sources;
    const text = contentOf(this.#run.folded.parts);
    const numbers = new Set(findCitations(text).flatMap((citation) => citation.numbers));
    const cited = this.#given.filter(({ id, number }) => numbers.has(number ?? 0) && known.every((one) => one.id !== id));
    if (cited.length > 0) this.#run.emit({ type: "data-stet-sources", data: { sources: cited } });
  }

  #number(found: readonly Omit<Source, "number">[]): { numbered: Source[]; fresh: Source[] } {
    const known = [...this.#run.folded.sources, ...this.#given];
    let last = [...known, ...this.#earlier].reduce((highest, { number = 0 }) => Math.max(highest, number), 0);
    const fresh: Source[] = [];
    const numbered = found.map((source) => {
      const before = known.find(({ id }) => id === source.id) ?? fresh.find(({ id }) => id === source.id);
      if (before !== undefined) return before;
      const earlier = this.#earlier.findLast(({ id }) => id === source.id);
      const added = { ...source, number: earlier?.number ?? ++last };
      fresh.push(added);
      return added;
    });
    return { numbered, fresh };
  }

  #opened(kind: "text" | "reasoning"): string {
    if (this.#open?.kind === kind) return this.#open.id;
    this.close();
    const id = String(this.#run.folded.parts.length);
    this.#open = { kind, id };
    this.#run.emit(kind === "text" ? { type: "text-start", id } : { type: "reasoning-start", id });
    return id;
  }

  #sign(signature: string, toolCallId: string | undefined): void {
    if (toolCallId === undefined) {
      this.#opened("reasoning");
      this.#open!.signature = signature;
      // A signature closes its reasoning block; what follows is a new one.
      this.close();
      return;
    }
    const id = this.#idOf(toolCallId);
    this.#signatures.set(id, signature);
    const call = this.#calls.find((one) => one.id === id);
    if (call !== undefined) this.#available(call);
  }

  /** Some servers restart call ids in each step, so a second "call_0" in an answer is a different call. */
  #newId(given: string): string {
    const isTaken = (id: string) =>
      this.#run.folded.parts.some((part) => part.type === "tool-invocation" && part.toolInvocation.toolCallId === id);
    let id = given;
    for (let nth = 2; isTaken(id); nth++) id = `${given}-${nth}`;
    this.#ids.set(given, id);
    return id;
  }

  #idOf(given: string): string {
    return this.#ids.get(given) ?? given;
  }

  #available(call: ToolCall): void {
    const { id: toolCallId, name: toolName } = call;
    const input = call.input === undefined ? call.raw : call.input;
    this.#run.emit({ type: "tool-input-available", toolCallId, toolName, input, ...signed(this.#signatures.get(toolCallId)) });
  }

  #count(event: Extract<ModelEvent, { kind: "usage" }>): void {
    addUsage(this.usage, event);
    if (event.isEstimated) this.usage.isEstimated = true;
  }
}
