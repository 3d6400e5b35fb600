/*
 * Strict peers of Anthropic, Gemini and OpenAI's Responses: each streams what a test scripts, in its own format and
 * in small pieces, and checks every request against the rules of the real one. What the real one would refuse is
 * answered with 400 and recorded in `mistakes`.
 */
import type { ServerResponse } from "node:http";
import { startProvider, type Asked, type Provider } from "./provider.ts";
import type { Dialect, Said } from "./peers/dialect.ts";
import { anthropicPeer } from "./peers/anthropic-peer.ts";
import { geminiPeer } from "./peers/gemini-peer.ts";
import { responsesPeer } from "./peers/responses-peer.ts";

export type Peer = {
  dialect: Dialect;
  provider: Provider;
  settings: Record<string, string>;
  mistakes: string[];
  /** Requests received since, except those for chat titles. */
  asked: Record<string, unknown>[];
  /** One answer per request; the last one repeats. */
  script(said: readonly Said[]): void;
  stop(): Promise<void>;
};

export const dialects = { Anthropic: anthropicPeer, Gemini: geminiPeer, Responses: responsesPeer };

export async function startPeer(makeDialect: () => Dialect): Promise<Peer> {
  const provider = await startProvider();
  const dialect = makeDialect();
  const mistakes: string[] = [];
  const asked: Record<string, unknown>[] = [];
  let script: readonly Said[] = [];
  let nth = 0;
  let answers = 0;

  function answer(response: ServerResponse, { body }: Asked): void {
    // A request without tools is for a chat's title.
    if (body["tools"] === undefined) return send(response, dialect.events({ text: "A title" }, ++answers));
    asked.push(body);
    const wrong = dialect.mistakes(body);
    mistakes.push(...wrong);
    const said = script[Math.min(nth++, script.length - 1)] ?? { text: "Nothing to say." };
    if (wrong.length > 0) return refuse(response, { status: 400 }, { error: { type: "invalid_request_error", message: wrong[0] } });
    if (said.status !== undefined) return refuse(response, said, dialect.refusal(said));
    send(response, dialect.events(said, ++answers));
  }
  provider.answer(answer);
  return {
    dialect,
    provider,
    settings: dialect.settings(provider.url),
    mistakes,
    asked,
    script(said) {
      script = said;
      nth = 0;
      asked.length = 0;
      mistakes.length = 0;
    },
    stop: () => provider.stop(),
  };
}

function refuse(response: ServerResponse, { status, retryAfter }: Said, body: object): void {
  const headers = { "content-type": "application/json", ...(retryAfter !== undefined && { "retry-after": retryAfter }) };
  response.writeHead(status!, headers).end(JSON.stringify(body));
}

function send(response: ServerResponse, events: readonly object[]): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events) response.write(`data: ${JSON.stringify(event)}\n\n`);
  response.end();
}
