/*
 * A server that implements OpenAI's embeddings API. A text's vector counts its mentions of money, time and animals,
 * so that tests know which texts are similar.
 */
import { once } from "node:events";
import { createServer } from "node:http";

export type EmbeddingServer = {
  url: string;
  asked: { key: string | undefined; model: string; input: string[] }[];
  /** The next `times` requests are answered with this status. */
  refuse(status: number, times: number): void;
  /** While silent, it accepts requests without answering them. */
  silence(isSilent: boolean): void;
  stop(): Promise<void>;
};

const meanings = [/rent|euros|price|pay|cost|money/gi, /days|month|notice|year|long/gi, /cat|dog|pet|animal|parrot/gi];

function vectorOf(text: string): number[] {
  return [...meanings.map((words) => (text.match(words)?.length ?? 0) * 3), 0.1];
}

export async function startEmbeddingServer(): Promise<EmbeddingServer> {
  const asked: EmbeddingServer["asked"] = [];
  let refusals = { status: 500, times: 0 };
  let isSilent = false;
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const { model, input } = JSON.parse(Buffer.concat(pieces).toString()) as { model: string; input: string[] };
      asked.push({ key: request.headers.authorization, model, input });
      if (isSilent) return;
      if (refusals.times-- > 0) return void response.writeHead(refusals.status).end("no");
      // Out of order, as the API allows.
      const data = input.map((text, index) => ({ object: "embedding", index, embedding: vectorOf(text) })).toReversed();
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ object: "list", data, usage: { prompt_tokens: input.length * 7 } }));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`,
    asked,
    refuse: (status, times) => (refusals = { status, times }),
    silence: (wanted) => void (isSilent = wanted),
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
