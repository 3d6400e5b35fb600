/*
 * The measured server in its own process: Stet's API as it is, and beside it /relay, which passes the model's bytes
 * through and does nothing else. GET /cpu returns the CPU this process has used, including the database thread;
 * GET /profile twice, what the main thread did in between; GET /database what the embedded engine has read, written and
 * flushed; GET /fill?chats=2000 adds another person's chats, indexed and vacuumed.
 *
 * node target.ts PORT MODEL_URL FOLDER
 */
import { createServer, request as ask, type IncomingMessage, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { createApi } from "#api/index.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";
import { createStet } from "#server/stet.ts";
import { fill, usedByDatabase } from "./full-database.ts";
import { startProfile, type Spent } from "./profile.ts";

const [port = "5900", modelUrl = "", folder = ""] = process.argv.slice(2);
const env = readEnv({
  ...process.env,
  PORT: port,
  STET_URL: `http://127.0.0.1:${port}`,
  STET_DATA: folder,
  MODEL_SERVER_URL: `${modelUrl}/v1`,
  LOG_LEVEL: process.env["LOG_LEVEL"] ?? "error",
});
const log = createLog(env);
const stet = await createStet(env, log);
const api = getRequestListener(createApi(stet).fetch);

function relay(incoming: IncomingMessage, outgoing: ServerResponse): void {
  const upstream = ask(
    `${modelUrl}/v1/chat/completions`,
    { method: "POST", headers: { "content-type": "application/json" } },
    (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, { "content-type": "text/event-stream" });
      answer.pipe(outgoing);
    },
  );
  upstream.on("error", () => outgoing.destroy());
  incoming.pipe(upstream);
}

const server = createServer((incoming, outgoing) => {
  if (incoming.url === "/relay") return relay(incoming, outgoing);
  if (incoming.url === "/cpu") {
    const { user, system } = process.cpuUsage();
    outgoing.end(JSON.stringify({ ms: (user + system) / 1000, rss: process.memoryUsage.rss() }));
    return;
  }
  if (incoming.url === "/profile") return void profile(outgoing);
  if (incoming.url === "/database") return void usedByDatabase(stet).then((used) => outgoing.end(JSON.stringify(used)));
  if (incoming.url?.startsWith("/fill?chats=") === true) {
    void fill(stet, Number(incoming.url.split("=")[1])).then(() => outgoing.end("{}"));
    return;
  }
  void api(incoming, outgoing);
});

let endProfile: (() => Promise<Spent>) | null = null;

/** Starts a profile; asked again, ends it and answers what it shows. */
async function profile(outgoing: ServerResponse): Promise<void> {
  if (endProfile === null) {
    endProfile = await startProfile();
    outgoing.end("{}");
    return;
  }
  const end = endProfile;
  endProfile = null;
  outgoing.end(JSON.stringify(await end()));
}

// As the real one: longer than the pauses of a bench.
server.keepAliveTimeout = 65_000;
server.listen(Number(port), "127.0.0.1", 1024, () => process.stdout.write("ready\n"));
process.once("SIGTERM", () => {
  void stet
    .drain()
    .then(() => stet.close())
    .then(() => process.exit(0));
});
