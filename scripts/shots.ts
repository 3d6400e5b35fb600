/*
 * Takes the landing page's screenshots and the link preview images from the built and running product: npm run shots
 * A new person signs up in a temporary folder; the built-in editor answers, so the screenshots show what a fresh
 * clone does. Extra words narrow the run.
 */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromium, type Browser, type BrowserContext, type Page } from "playwright-core";
import sharp from "sharp";
import { createAuth } from "#server/accounts/auth.ts";
import { openDatabase } from "#server/db/database.ts";
import { readEnv } from "#server/env.ts";
import { createLog } from "#server/log.ts";
import { noMail } from "#server/email/email-queue.ts";
import { secretOf } from "#server/storage/secret.ts";
import { freePort, startStetProcess } from "../test/e2e/browser.ts";
import { ensureChromium } from "./chromium.ts";
import { takeLinkPreviews } from "./shots/link-previews.ts";
import { scenes, type Scene } from "./shots/scenes.ts";

const root = join(import.meta.dirname, "..");
const folder = join(root, "public/shots");
const sizesFile = join(root, "app/ui/marketing/shots.json");
const person = { name: "Ada Lind", email: "ada@example.test", password: "a password for pictures" };
/** Device pixels per CSS pixel, so that small text stays sharp on high-density screens. */
const density = 2;

const words = process.argv.slice(2);
const isWanted = (name: string) => words.length === 0 || words.some((word) => name.includes(word));

const data = mkdtempSync(join(tmpdir(), "stet-shots-"));
await prepare();
const server = await startStetProcess({
  STET_DATA: data,
  PORT: String(await freePort()),
  LOG_LEVEL: "error",
  BUILTIN_DELAY_MS: "0",
  // Not a real key: the provider is never asked, but its models can be chosen.
  ANTHROPIC_API_KEY: "unused",
  GOOGLE_API_KEY: "unused",
  OPENAI_API_KEY: "unused",
});
const browser = await chromium.launch({ executablePath: ensureChromium(), args: ["--no-sandbox", "--disable-gpu"] });
try {
  mkdirSync(folder, { recursive: true });
  const sizes = JSON.parse(readFileSync(sizesFile, "utf8")) as Record<string, { width: number; height: number }>;
  for (const scene of scenes.filter(({ name }) => isWanted(name))) {
    for (const scheme of ["light", "dark"] as const) await take(browser, scene, scheme);
    sizes[scene.name] = { width: scene.width, height: scene.height };
    process.stdout.write(`${scene.name}\n`);
  }
  const known = scenes.map(({ name }) => [name, sizes[name]] as const);
  writeFileSync(sizesFile, `${JSON.stringify(Object.fromEntries(known), null, 2)}\n`);
  if (isWanted("previews")) await takeLinkPreviews(browser, server.url, join(root, "public/previews"));
} finally {
  await browser.close();
  await server.kill("SIGTERM");
  rmSync(data, { recursive: true, force: true });
}

/** A person with a verified address, so that no screenshot asks for verification. */
async function prepare(): Promise<void> {
  const env = readEnv({ STET_DATA: data });
  const log = createLog({ LOG_LEVEL: "silent" });
  const database = await openDatabase({ folder: `${data}/database`, log });
  const auth = createAuth({ env, secret: await secretOf(env), database, log, mail: noMail });
  const { user } = await auth.api.signUpEmail({ body: person });
  await (await auth.$context).internalAdapter.updateUser(user.id, { emailVerified: true });
  await database.close();
}

async function take(browser: Browser, scene: Scene, colorScheme: "light" | "dark"): Promise<void> {
  const { window, isPhone = false } = scene;
  const context = await browser.newContext({
    baseURL: server.url,
    locale: "en-GB",
    viewport: window,
    colorScheme,
    deviceScaleFactor: density,
    ...(isPhone ? { isMobile: true, hasTouch: true } : {}),
  });
  try {
    const page = await signedIn(context);
    const corner = await scene.play(page);
    // No pointer over anything, and no animation in progress.
    await page.mouse.move(0, 0);
    await page.evaluate(() => Promise.all(document.getAnimations().map((one) => one.finished.catch(() => {}))));
    await page.evaluate(() => document.fonts.ready);
    const clip = { ...corner, width: scene.width, height: scene.height };
    const picture = sharp(await page.screenshot({ clip, animations: "disabled" }));
    const file = join(folder, `${scene.name}-${colorScheme}`);
    await picture.clone().avif({ quality: 60, effort: 4, chromaSubsampling: "4:4:4" }).toFile(`${file}.avif`);
    await picture.clone().png({ palette: true, colours: 128, effort: 7 }).toFile(`${file}.png`);
  } finally {
    await context.close();
  }
}

async function signedIn(context: BrowserContext): Promise<Page> {
  const { email, password } = person;
  const answer = await context.request.post("/api/auth/sign-in/email", {
    data: { email, password },
    headers: { origin: server.url },
  });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}: ${await answer.text()}`);
  const page = await context.newPage();
  page.setDefaultTimeout(30_000);
  return page;
}
