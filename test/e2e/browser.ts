/*
 * For end-to-end tests: the built server as a process with its own data folder, our scriptable model server beside
 * it, and a Chromium.
 */
import { randomUUID } from "node:crypto";
import { spawn, type ChildProcess } from "node:child_process";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, onTestFailed, onTestFinished } from "vitest";
import { chromium, type Browser, type BrowserContext, type BrowserContextOptions, type Page } from "playwright-core";
import { linkIn, type MailServer } from "#test/mail-server.ts";
import { ensureChromium } from "../../scripts/chromium.ts";
import { copyPreparedDatabase, discard, newFolder } from "../prepared-database.ts";

const root = join(import.meta.dirname, "../..");

export type RunningProcess = { url: string; pid: number; kill(signal?: NodeJS.Signals): Promise<void> };
export type Journey = {
  url: string;
  modelUrl: string;
  /** Its data folder. */
  folder: string;
  browser: Browser;
  /** A page in its own browser profile, signed in as a new user by default. Its tabs wait for the page's script. */
  page(options?: BrowserContextOptions & { isSignedIn?: boolean; mail?: MailServer }): Promise<Page>;
  /** kill -9; `restart` brings it back. */
  kill(): Promise<void>;
  /** Kills the process and starts it again on the same folder and port. */
  restart(signal?: NodeJS.Signals): Promise<void>;
  close(): Promise<void>;
};

/**
 * `serve` starts the server in another way than as a process. `prepare` may put something into the data folder before
 * the server opens it.
 */
export async function startJourney(
  settings: Record<string, string> = {},
  prepare: (folder: string) => Promise<void> = () => Promise.resolve(),
  browserFlags: readonly string[] = [],
  serve: (env: Record<string, string>) => Promise<RunningProcess> = startStetProcess,
): Promise<Journey> {
  const folder = newFolder("journey-");
  const model = await startMockModel();
  const port = String(await freePort());
  const env = {
    STET_DATA: folder,
    PORT: port,
    LOG_LEVEL: "error",
    BUILTIN_DELAY_MS: "0",
    LIVE_LAW: "off",
    MODEL_SERVER_URL: `${model.url}/v1`,
    ...settings,
  };
  await copyPreparedDatabase(join(folder, "database"));
  await prepare(folder);
  let server = await serve(env);
  const browser = await chromium.launch({
    executablePath: ensureChromium(),
    args: [
      "--no-sandbox",
      "--disable-gpu",
      "--disable-quic",
      "--no-first-run",
      "--disable-background-networking",
      "--disable-component-update",
      "--disable-sync",
      ...browserFlags,
    ],
  });
  return {
    url: server.url,
    modelUrl: model.url,
    folder,
    browser,
    async page({ isSignedIn = true, mail, ...options } = {}) {
      const context = await browser.newContext({
        baseURL: server.url,
        locale: "en-GB",
        // Requests that it makes cannot be cut off by a test; its own journey is offline.test.ts.
        serviceWorkers: "block",
        ...options,
      });
      context.setDefaultTimeout(30_000);
      // A page that is left open keeps working beside later tests.
      if (expect.getState().currentTestName !== undefined) onTestFinished(() => context.close());
      if (options.javaScriptEnabled !== false) waitForScript(context);
      describeOnFailure(context);
      failOnAssignedMarkup(context);
      if (isSignedIn) await signUp(context.request.post.bind(context.request), server.url, mail);
      return context.newPage();
    },
    kill: () => server.kill("SIGKILL"),
    async restart(signal = "SIGKILL") {
      await server.kill(signal);
      server = await serve(env);
    },
    async close() {
      await browser.close();
      await server.kill("SIGTERM");
      await model.kill("SIGKILL");
      discard(folder);
    },
  };
}

/** Prints what is on each open page when the current test fails: a machine elsewhere leaves only its output. */
function describeOnFailure(context: BrowserContext): void {
  // Opened outside a test, in a hook.
  if (expect.getState().currentTestName === undefined) return;
  const errors: string[] = [];
  context.on("weberror", (error) => errors.push(String(error.error())));
  onTestFailed(async () => {
    for (const page of context.pages()) {
      const text = await page.locator("body").innerText({ timeout: 5_000 }).catch(String);
      const fields = await page.locator("input:visible, textarea:visible").evaluateAll(valuesOf).catch(String);
      const found = [text.slice(0, 3000), `Fields: ${JSON.stringify(fields)}`, ...errors].join("\n");
      console.error(`\nOn the page of the failed test, ${page.url()}:\n${found}`);
    }
  });
}

/** In every journey: a page that assigns a string as HTML is refused it by its policy, and its test fails. */
function failOnAssignedMarkup(context: BrowserContext): void {
  if (expect.getState().currentTestName === undefined) return;
  const refused: string[] = [];
  context.on("console", (message) => {
    if (/Trusted(HTML|Script)/.test(message.text())) refused.push(message.text());
  });
  onTestFinished(() => expect(refused).toEqual([]));
}

const valuesOf = (fields: Element[]) => fields.map((field) => (field as HTMLInputElement).value);

/** A page that is not hydrated yet: interactions may be lost. Pages without a script never match. */
const asleep = "html:not([data-ready]):has(script[type=module])";

/**
 * In every tab of this profile, opening a page waits for its script, and so do interactions with a page opened by a
 * click. A test that needs to be earlier opens with `waitUntil: "commit"` and uses no locator.
 */
function waitForScript(context: BrowserContext): void {
  const open = context.newPage.bind(context);
  context.newPage = async () => {
    const page = await open();
    await page.addLocatorHandler(page.locator(asleep), () => Promise.resolve());
    const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)];
    const awake = async <T>(opened: T, waitUntil?: string): Promise<T> => {
      if (waitUntil !== "commit") await page.locator(asleep).waitFor({ state: "detached" });
      return opened;
    };
    page.goto = async (url, options) => awake(await goto(url, options), options?.waitUntil);
    page.reload = async (options) => awake(await reload(options), options?.waitUntil);
    return page;
  };
}

async function signUp(
  post: Page["context"] extends never
    ? never
    : (url: string, options: object) => Promise<{ ok(): boolean; text(): Promise<string> }>,
  url: string,
  mail?: MailServer,
): Promise<void> {
  const id = randomUUID().slice(0, 8);
  const data = { name: `Person ${id}`, email: `${id}@example.test`, password: `password ${id}` };
  const ask = async (path: string, body: object) => {
    const response = await post(`${url}/api/${path}`, { data: body, headers: { origin: url } });
    if (!response.ok()) throw new Error(`${path} failed: ${await response.text()}`);
  };
  await ask("auth/sign-up/email", data);
  if (mail !== undefined) {
    const link = linkIn(await mail.letterTo(data.email, /Verify/), "/auth/verify-email");
    await ask("account/verify-email", { token: new URL(link).searchParams.get("token") });
  }
  await ask("auth/sign-in/email", data);
}

/** Starts the built server as `npm start` would; resolves when it reports that it is ready. */
export function startStetProcess(settings: Record<string, string>, flags: string[] = []): Promise<RunningProcess> {
  const child = spawn(process.execPath, ["server.ts", ...flags], {
    cwd: root,
    env: { ...process.env, ...settings },
    stdio: ["ignore", "pipe", "pipe"],
  });
  return ready(child, /Stet is ready: (\S+)/);
}

export async function startMockModel(): Promise<RunningProcess> {
  const port = await freePort();
  const child = spawn(process.execPath, ["bench/mock-model.mjs", "--port", String(port)], {
    cwd: root,
    stdio: ["ignore", "pipe", "pipe"],
  });
  return ready(child, /mock-model on (\S+)/);
}

function ready(child: ChildProcess, sign: RegExp): Promise<RunningProcess> {
  return new Promise((resolve, reject) => {
    let output = "";
    const read = (chunk: Buffer) => {
      output += chunk.toString();
      const match = sign.exec(output);
      if (match?.[1] !== undefined) resolve({ url: match[1], pid: child.pid!, kill: (signal = "SIGTERM") => ended(child, signal) });
    };
    child.stdout!.on("data", read);
    child.stderr!.on("data", read);
    child.once("exit", (code) => reject(new Error(`exited with ${code}:\n${output}`)));
  });
}

function ended(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once("exit", () => resolve());
    child.kill(signal);
  });
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer().once("error", reject);
    probe.listen(0, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === "object" && address !== null ? address.port : 0));
    });
  });
}
