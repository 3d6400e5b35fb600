/*
 * One conversation in the playground. It exists only in this window: as in a
 * program, every request sends all of it.
 */
import { useReducer, useRef } from "react";
import type { CompletionUsage } from "#core/models/completion.ts";
import { createEventReader } from "#core/models/server-sent-events.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import { askForResponse, problemIn, sentenceOf } from "../ask.ts";

export type PlaygroundMessage = { id: string; role: "user" | "assistant"; content: string };
export type PlaygroundSettings = { model: string; system: string; temperature: string; maxTokens: string };
type Outcome = { usage: CompletionUsage | null; seconds: number };
export type PlaygroundState = {
  messages: readonly PlaygroundMessage[];
  isRunning: boolean;
  refusal: string | null;
  outcome: Outcome | null;
};

type Change =
  | { kind: "asked"; messages: readonly PlaygroundMessage[]; answer: PlaygroundMessage }
  | { kind: "written"; text: string }
  | { kind: "ended"; refusal: string | null; outcome: Outcome }
  | { kind: "edited"; id: string; content: string }
  | { kind: "removed"; id: string }
  | { kind: "cleared" };

const empty: PlaygroundState = { messages: [], isRunning: false, refusal: null, outcome: null };

function changed(state: PlaygroundState, change: Change): PlaygroundState {
  const { messages } = state;
  switch (change.kind) {
    case "asked":
      return { ...empty, messages: [...change.messages, change.answer], isRunning: true };
    case "written":
      return {
        ...state,
        messages: messages.map((one, at) => (at === messages.length - 1 ? { ...one, content: one.content + change.text } : one)),
      };
    case "ended":
      // An empty answer is not a message.
      return {
        ...state,
        isRunning: false,
        refusal: change.refusal,
        outcome: change.outcome,
        messages: messages.filter((one) => one.role === "user" || one.content !== ""),
      };
    case "edited":
      return { ...state, messages: messages.map((one) => (one.id === change.id ? { ...one, content: change.content } : one)) };
    case "removed":
      return { ...state, messages: messages.filter((one) => one.id !== change.id) };
    case "cleared":
      return empty;
  }
}

/** The request body, as a program would send it. */
export function requestOf(settings: PlaygroundSettings, messages: readonly Pick<PlaygroundMessage, "role" | "content">[]) {
  const { model, system, temperature, maxTokens } = settings;
  const instructions = system.trim() === "" ? [] : [{ role: "system", content: system }];
  return {
    model,
    messages: [...instructions, ...messages.map(({ role, content }) => ({ role: role as string, content }))],
    ...(temperature === "" ? {} : { temperature: Number(temperature) }),
    ...(maxTokens === "" ? {} : { max_completion_tokens: Number(maxTokens) }),
  };
}

export function usePlayground() {
  const [state, change] = useReducer(changed, empty);
  const running = useRef<AbortController | null>(null);

  async function run(settings: PlaygroundSettings, messages: readonly PlaygroundMessage[]): Promise<void> {
    const stopping = new AbortController();
    running.current = stopping;
    const begun = performance.now();
    change({ kind: "asked", messages, answer: { id: uuidv7(), role: "assistant", content: "" } });
    let usage: CompletionUsage | null = null;
    let refusal: string | null = null;
    try {
      const body = { ...requestOf(settings, messages), stream: true, stream_options: { include_usage: true } };
      const response = await askForResponse("/api/playground", { body, signal: stopping.signal });
      await readChunks(response, (chunk) => {
        if (chunk.usage) usage = chunk.usage;
        if (chunk.error) refusal = chunk.error.message;
        const text = chunk.choices?.[0]?.delta.content;
        if (text) change({ kind: "written", text });
      });
    } catch (thrown) {
      if (!stopping.signal.aborted) refusal = sentenceOf(problemIn(thrown));
    }
    change({ kind: "ended", refusal, outcome: { usage, seconds: (performance.now() - begun) / 1000 } });
  }

  return { state, change, run, stop: () => running.current?.abort() };
}

type Chunk = {
  choices?: { delta: { content?: string } }[];
  usage?: CompletionUsage;
  error?: { message: string };
};

async function readChunks(response: Response, onChunk: (chunk: Chunk) => void): Promise<void> {
  const events = createEventReader((data) => {
    if (data !== "[DONE]") onChunk(JSON.parse(data) as Chunk);
  });
  const decoder = new TextDecoder();
  for await (const bytes of response.body as unknown as AsyncIterable<Uint8Array>)
    events.push(decoder.decode(bytes, { stream: true }));
}
