/* Sends one signed message to the address of a webhook. */
import { createHmac, randomBytes } from "node:crypto";
import { readStatus, type Answered } from "#core/webhooks/webhook.ts";
import type { Reach } from "../tool-servers/guarded-fetch.ts";
import { checkedAddress, checkedUrl, NotFetched, open } from "../web/safe-fetch.ts";

const secretStart = "whsec_";
const answerMs = 10_000;

/** A new signing secret, in the form that libraries for Standard Webhooks take. */
export const newWebhookSecret = () => secretStart + randomBytes(32).toString("base64");

/** https://github.com/standard-webhooks/standard-webhooks/blob/main/spec/standard-webhooks.md */
function signedHeaders(secret: string, id: string, seconds: number, body: string): Record<string, string> {
  const key = Buffer.from(secret.slice(secretStart.length), "base64");
  const signature = createHmac("sha256", key).update(`${id}.${seconds}.${body}`).digest("base64");
  return { "webhook-id": id, "webhook-timestamp": String(seconds), "webhook-signature": `v1,${signature}` };
}

type Message = { id: string; body: string; secret: string };
export type SendMessage = (address: string, message: Message, signal: AbortSignal) => Promise<Answered>;

/** The answer's content is never read: it could be endless, and nothing depends on it. */
export function messageSender(reach: Reach, url: string): SendMessage {
  return async (address, { id, body, secret }, signal) => {
    const time = AbortSignal.any([signal, AbortSignal.timeout(answerMs)]);
    try {
      const to = checkedUrl(address);
      const port = to.port === "" ? (to.protocol === "https:" ? 443 : 80) : Number(to.port);
      const checked = await checkedAddress(to, port, { ...reach, signal: time });
      const headers = {
        "content-type": "application/json",
        "content-length": String(Buffer.byteLength(body)),
        "user-agent": `Stet/0.1 (+${url})`,
        ...signedHeaders(secret, id, Math.floor(Date.now() / 1000), body),
      };
      const response = await open(to, checked, {
        headers,
        method: "POST",
        body,
        connectMs: answerMs,
        firstByteMs: answerMs,
        signal: time,
      });
      response.destroy();
      return readStatus(response.statusCode ?? 0);
    } catch (error) {
      signal.throwIfAborted();
      return { status: null, problem: sentenceOf(error, time) };
    }
  };
}

function sentenceOf(error: unknown, time: AbortSignal): string {
  if (time.aborted) return `The server did not answer within ${answerMs / 1000} seconds.`;
  if (error instanceof NotFetched) return error.message;
  return "The server could not be reached.";
}
