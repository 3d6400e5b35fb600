/*
 * A server that implements OpenAI's transcription API, as a local whisper server would: it parses the form and
 * records what arrived.
 */
import { once } from "node:events";
import { createServer, type ServerResponse } from "node:http";

export type Heard = { path: string; key: string | undefined; model: unknown; audio: Buffer; type: string; fileName: string };

export type Transcriber = {
  url: string;
  heard: Heard[];
  /** How it answers from now on; by default with the text "Heard." */
  answer(with_: (response: ServerResponse) => void): void;
  stop(): Promise<void>;
};

export function saysText(text: string): (response: ServerResponse) => void {
  return (response) => response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify({ text }));
}

export async function startTranscriber(): Promise<Transcriber> {
  const heard: Heard[] = [];
  let answer = saysText("Heard.");
  const server = createServer((request, response) => {
    const pieces: Buffer[] = [];
    request.on("data", (piece: Buffer) => pieces.push(piece));
    request.on("end", () => {
      const headers = { "content-type": request.headers["content-type"] ?? "" };
      void new Response(Buffer.concat(pieces), { headers }).formData().then(async (form) => {
        const file = form.get("file") as File;
        heard.push({
          path: request.url ?? "",
          key: request.headers.authorization,
          model: form.get("model"),
          audio: Buffer.from(await file.arrayBuffer()),
          type: file.type,
          fileName: file.name,
        });
        answer(response);
      });
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  return {
    url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}/v1`,
    heard,
    answer(with_) {
      answer = with_;
    },
    async stop() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
