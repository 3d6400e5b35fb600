/*
 * Attacks on the server by one person or a visitor. A row is a name and an action that returns its outcome. To add a
 * fault, add a row.
 */
import http from "node:http";
import { Readable } from "node:stream";
import { uuidv7 } from "../../app/core/text/uuid.ts";
import { choicesOf } from "../../test/turns.ts";
import { hostileModel } from "./hostile-model.ts";

export type Target = { url: string; cookie: string };
type Attack = { what: string; run(target: Target): Promise<string> };

const megabyte = 1_000_000;

export const attacks: readonly Attack[] = [
  {
    what: "a form of 100 MB, not signed in",
    run: ({ url }) => post(`${url}/auth/sign-in`, "application/x-www-form-urlencoded", filled("email=", 100 * megabyte)),
  },
  {
    what: "a form of 100 MB without a length, not signed in",
    run: ({ url }) =>
      post(`${url}/auth/sign-in`, "application/x-www-form-urlencoded", filled("email=", 100 * megabyte), { isChunked: true }),
  },
  {
    what: "13 MB of JSON keys, not signed in",
    run: ({ url }) => post(`${url}/api/auth/sign-in/email`, "application/json", [manyKeys(13 * megabyte)]),
  },
  {
    what: "13 MB of JSON keys as a draft",
    run: ({ url, cookie }) => post(`${url}/api/drafts`, "application/json", [manyKeys(13 * megabyte)], { cookie }),
  },
  {
    what: "60 passages to modify at once",
    run: async ({ url, cookie }) => {
      const body = { originalText: "He go home.", prompt: hostileModel.slow, model: "local:hostile" };
      return tally(Array.from({ length: 60 }, () => postJson(`${url}/api/text-modify`, body, cookie)));
    },
  },
  {
    what: "60 questions at once",
    run: ({ url, cookie }) =>
      tally(Array.from({ length: 60 }, () => postJson(`${url}/api/chat`, question(hostileModel.slow), cookie))),
  },
  {
    what: "a model that sends 1 GB",
    run: ({ url, cookie }) => postJson(`${url}/api/chat`, question(hostileModel.endless), cookie),
  },
  {
    what: "a model that sends 1 GB as one event",
    run: ({ url, cookie }) => postJson(`${url}/api/chat`, question(hostileModel.oneEvent), cookie),
  },
];

function question(content: string) {
  return {
    trigger: "send",
    chatId: uuidv7(),
    version: 0,
    messageId: uuidv7(),
    replyId: uuidv7(),
    content,
    choices: choicesOf("local:hostile"),
  };
}

function* filled(start: string, bytes: number): Generator<string> {
  yield start;
  const piece = "a".repeat(64 * 1024);
  for (let sent = start.length; sent < bytes; sent += piece.length) yield piece;
}

function manyKeys(bytes: number): string {
  const members: string[] = [];
  for (let length = 0, index = 0; length < bytes; index++) {
    const member = `"k${index}":1`;
    members.push(member);
    length += member.length + 1;
  }
  return `{${members.join(",")}}`;
}

function postJson(url: string, body: object, cookie: string): Promise<string> {
  return post(url, "application/json", [JSON.stringify(body)], { cookie });
}

/** Counts each outcome. */
async function tally(asked: Promise<string>[]): Promise<string> {
  const counts = new Map<string, number>();
  for (const outcome of await Promise.all(asked)) counts.set(outcome, (counts.get(outcome) ?? 0) + 1);
  return [...counts].map(([outcome, count]) => `${count} × ${outcome}`).join(", ");
}

/** Sends the pieces as fast as they are accepted. The outcome is the status, or how the connection ended. */
function post(url: string, type: string, given: Iterable<string>, { cookie = "", isChunked = false } = {}): Promise<string> {
  return new Promise((resolve) => {
    const pieces = [...given];
    const bytes = pieces.reduce((sum, piece) => sum + Buffer.byteLength(piece), 0);
    const headers = {
      origin: new URL(url).origin,
      "content-type": type,
      cookie,
      ...(!isChunked && { "content-length": bytes }),
    };
    const request = http.request(url, { method: "POST", headers, timeout: 90_000 }, (response) => {
      response.resume();
      response.on("close", () => resolve(String(response.statusCode)));
    });
    request.on("timeout", () => request.destroy(new Error("no answer in 90 s")));
    request.on("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    Readable.from(pieces).pipe(request);
  });
}
