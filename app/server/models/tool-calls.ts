/*
 * Assembles streamed tool calls. Every wire sends the name first and the input as JSON fragments;
 * differences in ids, indexes and whole calls are resolved by the wires first.
 */
import { randomUUID } from "node:crypto";
import type { ModelEvent } from "./model.ts";
import { parseJson } from "./json-fields.ts";

export type OpenToolCall = {
  readonly id: string;
  readonly name: string;
  append(text: string): void;
  close(signature?: string): void;
};

export function openToolCall(onEvent: (event: ModelEvent) => void, name: string, givenId?: string): OpenToolCall {
  const id = givenId !== undefined && givenId !== "" ? givenId : madeId();
  let raw = "";
  let isOpen = true;
  onEvent({ kind: "tool-input-start", id, name });
  return {
    id,
    name,
    append(text) {
      if (text === "") return;
      raw += text;
      onEvent({ kind: "tool-input", id, text });
    },
    close(signature) {
      if (!isOpen) return;
      isOpen = false;
      if (signature !== undefined) onEvent({ kind: "signature", signature, toolCallId: id });
      // Some servers send nothing at all as the input of a tool without input.
      onEvent({ kind: "tool-call", id, name, input: raw.trim() === "" ? {} : parseJson(raw), raw });
    },
  };
}

const madePrefix = "stet_call_";

function madeId(): string {
  return madePrefix + randomUUID().replaceAll("-", "").slice(0, 20);
}

/** We generated this id because the server gave none, so it means nothing to it. */
export function isAppliedId(id: string): boolean {
  return id.startsWith(madePrefix);
}

/** A tool's output as text for a model. */
export function outputText(output: unknown): string {
  return typeof output === "string" ? output : (JSON.stringify(output) ?? "");
}
