/*
 * Records what a model is asked and stores it with the finished answer. It wraps the model, so it
 * covers every caller and sees nothing the provider's wire adds (API key, address). Storing
 * happens in the background; if it fails, the answer is unaffected.
 */
import { createHash } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { addUsage, type Usage } from "#core/chat/message.ts";
import type { ProviderId } from "#core/models/models.ts";
import { theServer } from "#core/workspace/policy.ts";
import type { SentMessage, SentPart, SentPurpose, SentTool } from "#core/chat/sent.ts";
import { keepSent, type KeptRequest, type SentOutline } from "../data/chats/sent-requests.ts";
import type { Db } from "../db/database.ts";
import type { Log } from "../log.ts";
import { readableFile } from "../models/model-file.ts";
import type { Model, ModelMessage, ModelRequest } from "../models/model.ts";
import { outputText } from "../models/tool-calls.ts";
import { gathering } from "./gathering.ts";

export type RecordedStep = { request: ModelRequest; usage: Usage | null; purpose?: SentPurpose };

/** The same model; `steps` grows with every request. */
export function recorded(model: Model, steps: RecordedStep[], purpose?: SentPurpose): Model {
  return {
    ask(request, onEvent, signal) {
      const step: RecordedStep = { request, usage: null, ...(purpose !== undefined && { purpose }) };
      steps.push(step);
      return model.ask(
        request,
        (event) => {
          if (event.kind === "usage" && !event.isEstimated) {
            step.usage ??= { inputTokens: 0, outputTokens: 0 };
            addUsage(step.usage, event);
          }
          onEvent(event);
        },
        signal,
      );
    },
  };
}

export type SentLog = {
  keep(
    run: { chatId: string; messageId: string },
    to: { provider: ProviderId; model: string },
    steps: readonly RecordedStep[],
  ): void;
  close(): Promise<void>;
};

export function createSentLog({ db, log }: { db: Db; log: Log }): SentLog {
  const pending = new Set<Promise<void>>();
  const keepTogether = gathering({ most: 50, keyOf: (one: KeptRequest) => one.messageId, waitMs: 200 }, (together) =>
    keepSent(theServer, db, together),
  );
  return {
    keep({ chatId, messageId }, { provider, model }, steps) {
      if (steps.length === 0) return;
      const work = (async () => {
        const pieces: Pieces = new Map();
        const outline = await outlineOf([...steps], pieces, provider);
        await keepTogether({ chatId, messageId, outline: { provider, model, ...outline }, pieces });
      })().catch((error: unknown) => log.warn({ messageId, err: error }, "what was sent could not be kept"));
      pending.add(work);
      void work.finally(() => pending.delete(work));
    },
    async close() {
      await Promise.all(pending);
    },
  };
}

type Pieces = Map<string, Buffer>;

/** Messages processed before yielding: this thread also writes other answers. */
const atOnce = 20;

async function outlineOf(
  steps: readonly RecordedStep[],
  pieces: Pieces,
  provider: ProviderId,
): Promise<Pick<SentOutline, "steps">> {
  // The same object is the same piece: the history is sent again in every step.
  const known = new Map<ModelMessage, string>();
  const outlined: SentOutline["steps"] = [];
  for (const { request, usage, purpose } of steps) {
    const tools = request.tools.map(({ name, description, inputSchema }): SentTool => ({ name, description, inputSchema }));
    const messages: string[] = [];
    for (const message of request.messages) {
      if (!known.has(message)) {
        known.set(message, addPiece(pieces, sentMessage(message, provider)));
        if (known.size % atOnce === 0) await setImmediate();
      }
      messages.push(known.get(message)!);
    }
    outlined.push({
      instructions: addPiece(pieces, request.instructions),
      tools: addPiece(pieces, tools),
      messages,
      ...(request.requiredTool !== undefined && { requiredTool: request.requiredTool }),
      ...(purpose !== undefined && { purpose }),
      ...(usage !== null && {
        usage: {
          input: usage.inputTokens,
          output: usage.outputTokens,
          ...(usage.cachedInputTokens !== undefined && { cached: usage.cachedInputTokens }),
        },
      }),
    });
  }
  return { steps: outlined };
}

function addPiece(pieces: Pieces, value: unknown): string {
  const json = Buffer.from(JSON.stringify(value));
  const digest = createHash("sha256").update(json).digest().subarray(0, 16).toString("base64url");
  pieces.set(digest, json);
  return digest;
}

/** Longer texts are truncated; the rest is only counted. */
const mostOfText = 200_000;

export function sentMessage(message: ModelMessage, provider: ProviderId): SentMessage {
  let leftOut = 0;
  const kept = (text: string) => {
    leftOut += Math.max(0, text.length - mostOfText);
    return text.slice(0, mostOfText).toWellFormed();
  };
  const parts: SentPart[] =
    message.role === "tool"
      ? message.results.map(({ name, output }) => ({ kind: "tool-result", name, text: kept(outputText(output)) }))
      : message.parts.map((part): SentPart => {
          if (part.type === "text") return { kind: "text", text: kept(part.text) };
          if (part.type === "reasoning") return { kind: "reasoning", text: kept(part.text) };
          if (part.type === "tool-call")
            return { kind: "tool-call", name: part.name, input: kept(JSON.stringify(part.input) ?? "") };
          const readable = readableFile(part, provider);
          if (readable.kind === "text") return { kind: "text", text: kept(readable.text) };
          return { kind: "file", name: part.name, mediaType: part.mediaType, bytes: Math.floor((part.data.length * 3) / 4) };
        });
  return { role: message.role, parts, ...(leftOut > 0 && { leftOut }) };
}
