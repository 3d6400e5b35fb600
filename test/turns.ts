/*
 * Turns as a client performs them: a question goes in, the run's events come out. `foldFrames` is a careful reader:
 * it throws on a gap, drops duplicates, and ends with the message that a screen would show.
 */
import { contentOf, type MessagePart } from "#core/chat/message.ts";
import { foldRunEvent, type Folded } from "#core/chat/run-fold.ts";
import type { RunEvent } from "#core/chat/run-event.ts";
import type { ChatThread, TurnRequest } from "#core/chat/chat.ts";
import { uuidv7 } from "#core/text/uuid.ts";
import type { TestApp, TestPerson } from "./app.ts";

export type Frame = { seq: number; event: RunEvent };

/** A request with its own ids; `rest` overrides what matters to the test. */
export function question(content: string, rest: Partial<Extract<TurnRequest, { trigger: "send" }>> = {}) {
  return {
    trigger: "send" as const,
    chatId: uuidv7(),
    version: 0,
    messageId: uuidv7(),
    replyId: uuidv7(),
    content,
    attachments: [],
    editorSelection: null,
    temporary: false,
    choices: choicesOf("local:mock-model"),
    ...rest,
  };
}

export function choicesOf(model: string) {
  return {
    model,
    sources: [],
    knowledgeSources: [],
    forceWebSearch: false,
    searchProjectFiles: false,
    draftMode: false,
    writingType: null,
  };
}

export function framesOf(text: string): Frame[] {
  return text.split("\n\n").flatMap((block) => {
    const match = /^id: (\d+)\ndata: (.+)$/s.exec(block);
    return match === null ? [] : [{ seq: Number(match[1]), event: JSON.parse(match[2]!) as RunEvent }];
  });
}

export type Read = { seq: number; content: string; parts: MessagePart[]; finish: Extract<RunEvent, { type: "finish" }> | null };

/** Applies frames to what was read before. Throws if a screen would have to reload. */
export function foldFrames(
  frames: readonly Frame[],
  from: { seq: number; folded: Folded } = { seq: 0, folded: { parts: [], sources: [] } },
): Read {
  const folded = structuredClone(from.folded);
  let { seq } = from;
  let finish: Read["finish"] = null;
  for (const frame of frames) {
    if (frame.seq <= seq) continue;
    if (frame.seq !== seq + 1) throw new Error(`a gap: ${frame.seq} after ${seq}`);
    seq = frame.seq;
    foldRunEvent(folded, frame.event);
    if (frame.event.type === "finish") finish = frame.event;
  }
  return { seq, content: contentOf(folded.parts), parts: folded.parts, finish };
}

export async function send(app: TestApp, as: TestPerson, body: unknown): Promise<Response> {
  return app.request("/api/chat", { as, body });
}

/** Sends and reads to the end. */
export async function ask(app: TestApp, as: TestPerson, body: unknown): Promise<Read & { runId: string; frames: Frame[] }> {
  const response = await send(app, as, body);
  if (response.status !== 200) throw new Error(`the turn answered ${response.status}: ${await response.text()}`);
  const frames = framesOf(await response.text());
  return { ...foldFrames(frames), frames, runId: response.headers.get("x-stet-run") ?? "" };
}

export async function threadOf(app: TestApp, as: TestPerson, chatId: string): Promise<ChatThread> {
  return (await (await app.request(`/api/chats/${chatId}`, { as })).json()) as ChatThread;
}

/** Without the title, which a model gives behind the answer; that it is none of these is checked. */
export async function untitledThread(app: TestApp, as: TestPerson, chatId: string, notTitles: string[]): Promise<ChatThread> {
  const thread = await threadOf(app, as, chatId);
  if (notTitles.includes(thread.chat.title)) throw new Error(`the title is ${thread.chat.title}`);
  return { ...thread, chat: { ...thread.chat, title: "" } };
}

/** Reads frames one by one as they arrive; stops reading when `until` returns true, without affecting the run. */
export async function readUntil(response: Response, until: (frame: Frame) => boolean): Promise<Frame[]> {
  const frames: Frame[] = [];
  const reader = response.body!.getReader();
  const decoder = new TextDecoder();
  let rest = "";
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return frames;
    rest += decoder.decode(value, { stream: true });
    const blocks = rest.split("\n\n");
    rest = blocks.pop() ?? "";
    for (const frame of framesOf(blocks.join("\n\n"))) {
      frames.push(frame);
      if (until(frame)) {
        await reader.cancel();
        return frames;
      }
    }
  }
}
