/*
 * Kills the server at random moments while people chat with it, restarts it on the same folder, and compares its data
 * with what its readers received: every acknowledged message exists once, every answer reaches at least as far as its
 * reader had it 300 ms before the kill, and every reader can resume to an end that agrees with what is stored.
 */
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import type { ChatThread, TurnRequest } from "../../app/core/chat/chat.ts";
import { contentOf } from "../../app/core/chat/message.ts";
import { foldRunEvent, type Folded } from "../../app/core/chat/run-fold.ts";
import { uuidv7 } from "../../app/core/text/uuid.ts";
import { choicesOf, foldFrames, framesOf, type Frame } from "../../test/turns.ts";

/** What one reader received of one turn, and when. */
type Told = {
  request: Extract<TurnRequest, { trigger: "send" }>;
  runId: string | null;
  frames: Frame[];
  /** The text at a given moment. */
  texts: { at: number; content: string }[];
  isFinished: boolean;
};

export type KillReport = {
  acknowledged: number;
  lost: number;
  duplicated: number;
  unopened: number;
  worstTailMs: number;
  /** For each answer in progress: how long ago its oldest missing text had been read, 0 if none is missing. */
  tailsMs: number[];
  /** Answers missing more than the last 300 ms: a matter of timing, and so of the machine. */
  late: number;
  wrong: string[];
};

const graceMs = 300;

export async function killRounds(options: {
  rounds: number;
  readers: number;
  port: number;
  folder: string;
  modelUrl: string;
}): Promise<KillReport> {
  const report: KillReport = {
    acknowledged: 0,
    lost: 0,
    duplicated: 0,
    unopened: 0,
    worstTailMs: 0,
    tailsMs: [],
    late: 0,
    wrong: [],
  };
  const base = `http://127.0.0.1:${options.port}`;
  let headers: Record<string, string> | undefined;
  for (let round = 0; round < options.rounds; round++) {
    const target = await startServer(options);
    headers ??= await signUp(base);
    const told: Told[] = [];
    const leaving = new AbortController();
    const readers = Array.from({ length: options.readers }, () => chat(base, headers!, told, leaving.signal));
    await new Promise((resolve) => setTimeout(resolve, 300 + Math.random() * 2200));
    const killedAt = performance.now();
    target.kill("SIGKILL");
    await once(target, "exit");
    leaving.abort();
    await Promise.all(readers);
    try {
      const again = await startServer(options);
      for (const turn of told) await compare(base, headers, turn, killedAt, report);
      again.kill("SIGTERM");
      await once(again, "exit");
    } catch (error) {
      report.unopened++;
      report.wrong.push(String(error));
    }
  }
  return report;
}

/** Ends with this process, even if it is interrupted. */
let server: ChildProcess | undefined;
process.once("exit", () => server?.kill("SIGKILL"));

async function startServer({ port, modelUrl, folder }: { port: number; modelUrl: string; folder: string }): Promise<ChildProcess> {
  const script = join(import.meta.dirname, "target.ts");
  const child = spawn(process.execPath, [script, String(port), modelUrl, folder], { stdio: ["ignore", "pipe", "inherit"] });
  server = child;
  const ready = await Promise.race([once(child.stdout, "data").then(() => true), once(child, "exit").then(() => false)]);
  if (!ready) throw new Error("the server did not open its database again");
  return child;
}

async function signUp(base: string): Promise<Record<string, string>> {
  const body = JSON.stringify({ name: "Reader", email: `${uuidv7()}@example.test`, password: "a password for a bench" });
  const ask = (step: string) =>
    fetch(`${base}/api/auth/${step}/email`, {
      method: "POST",
      headers: { "content-type": "application/json", origin: base },
      body,
    });
  await ask("sign-up");
  const response = await ask("sign-in");
  if (!response.ok) throw new Error(`sign-in answered ${response.status}`);
  const cookie = response.headers.getSetCookie().map((one) => one.split(";", 1)[0]);
  return { cookie: cookie.join("; "), origin: base, "content-type": "application/json" };
}

/** One person in one chat, asking again as soon as an answer has ended, until the server is gone. */
async function chat(base: string, headers: Record<string, string>, told: Told[], signal: AbortSignal): Promise<void> {
  const chatId = uuidv7();
  for (let version = 0; !signal.aborted; version++) {
    const chars = 40 + Math.floor(Math.random() * 600);
    const turn: Told = {
      request: {
        trigger: "send",
        chatId,
        version,
        messageId: uuidv7(),
        replyId: uuidv7(),
        content: `Question ${version}. [[mock tps=100 kind=plain chars=${chars}]]`,
        attachments: [],
        editorSelection: null,
        temporary: false,
        choices: choicesOf("local:mock-model"),
      },
      runId: null,
      frames: [],
      texts: [],
      isFinished: false,
    };
    told.push(turn);
    try {
      const response = await fetch(`${base}/api/chat`, { method: "POST", headers, body: JSON.stringify(turn.request), signal });
      turn.runId = response.headers.get("x-stet-run");
      await listen(response, turn);
    } catch {
      return;
    }
    if (!turn.isFinished) return;
  }
}

async function listen(response: Response, turn: Told): Promise<void> {
  const folded: Folded = { parts: [], sources: [] };
  const decoder = new TextDecoder();
  let rest = "";
  for await (const bytes of response.body!) {
    const blocks = (rest + decoder.decode(bytes, { stream: true })).split("\n\n");
    rest = blocks.pop() ?? "";
    for (const frame of framesOf(blocks.join("\n\n"))) {
      turn.frames.push(frame);
      foldRunEvent(folded, frame.event);
      if (frame.event.type === "finish") turn.isFinished = true;
    }
    turn.texts.push({ at: performance.now(), content: contentOf(folded.parts) });
  }
}

async function compare(
  base: string,
  headers: Record<string, string>,
  turn: Told,
  killedAt: number,
  report: KillReport,
): Promise<void> {
  if (turn.frames.length === 0) return;
  report.acknowledged++;
  const { chatId, messageId, replyId, content } = turn.request;
  const response = await fetch(`${base}/api/chats/${chatId}?limit=1000`, { headers });
  const messages = response.ok ? ((await response.json()) as ChatThread).messages : [];
  const questions = messages.filter((message) => message.id === messageId);
  const answers = messages.filter((message) => message.id === replyId);
  const answer = answers[0];
  if (questions.length > 1 || answers.length > 1) report.duplicated++;
  if (questions[0]?.content !== content || answer === undefined) {
    report.lost++;
    return;
  }
  const seen = turn.texts.at(-1)?.content ?? "";
  const missed = turn.texts.find((text) => text.content.length > answer.content.length);
  const tailMs = missed === undefined ? 0 : killedAt - missed.at;
  report.worstTailMs = Math.max(report.worstTailMs, tailMs);
  if (!turn.isFinished) report.tailsMs.push(tailMs);
  const settled = turn.texts.findLast((text) => text.at <= killedAt - graceMs)?.content ?? "";
  const say = (what: string) => void report.wrong.push(`${what} (run ${turn.runId})`);
  // A kill may undo the end of what was read, and a reader may not have read all that was stored.
  if (!seen.startsWith(answer.content) && !answer.content.startsWith(seen)) say("the stored text is not the one that was read");
  if (!answer.content.startsWith(settled)) report.late++;
  if (turn.isFinished && answer.content !== seen) say("a finished answer differs");
  if (answer.run?.status === "running") say("the run still says that it is running");
  const last = turn.frames.at(-1)!.seq;
  const rest = await fetch(`${base}/api/runs/${turn.runId}/events?after=${last}`, { headers });
  const resumed = foldFrames([...turn.frames, ...framesOf(await rest.text())]);
  if (resumed.content !== answer.content) say("a reader who goes on reads something else than what is stored");
  if (resumed.finish === null) say("a reader who goes on comes to no end");
}
