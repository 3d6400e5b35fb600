/* A server that webhooks are sent to: it keeps what arrives, and answers as the test says. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Webhook } from "standardwebhooks";

export type Received = { body: string; headers: Record<string, string> };
export type WebhookReceiver = {
  url: string;
  received: Received[];
  /** The status of the next answers, and where they lead on to. */
  answer: { status: number; location?: string };
  close(): Promise<void>;
};

export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  const server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => (body += piece.toString()));
    request.on("end", () => {
      receiver.received.push({ body, headers: request.headers as Record<string, string> });
      const { status, location } = receiver.answer;
      response.writeHead(status, location === undefined ? {} : { location }).end("An answer that is not read.");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const receiver: WebhookReceiver = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/stet`,
    received: [],
    answer: { status: 204 },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
  return receiver;
}

/** As a receiver does it, with the official library; throws if the signature is wrong. */
export function verified(
  secret: string,
  { body, headers }: Received,
): { id: string; type: string; timestamp: string; data: Record<string, string> } {
  return new Webhook(secret).verify(body, headers) as ReturnType<typeof verified>;
}
