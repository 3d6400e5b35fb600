/*
 * Shared by the browser benches: a server with a person who has a chat of 50 messages and one of 1,000, the model
 * beside it, a Chromium, and the clocks that run inside the page.
 */
import type { BrowserContext, Page } from "playwright-core";
import { createAuth } from "../../app/server/accounts/auth.ts";
import { openDatabase } from "../../app/server/db/database.ts";
import { readEnv } from "../../app/server/env.ts";
import { createLog } from "../../app/server/log.ts";
import { noMail } from "../../app/server/email/email-queue.ts";
import { secretOf } from "../../app/server/storage/secret.ts";
import { longChat } from "../../scripts/seed/long-chat.ts";
import { writeChat } from "../../scripts/seed/write-chat.ts";
import { startJourney, type Journey } from "../../test/e2e/browser.ts";

export type Stage = Journey & {
  shortChat: string;
  longChat: string;
  /** A page in its own profile, signed in as the person who has the chats. */
  open(path: string): Promise<Page>;
  /** A new profile with an empty cache: of the person who has 50 chats, of one who has none, or of nobody. */
  profile(who: "used" | "empty" | null): Promise<BrowserContext>;
};

const password = "a password for a bench";
const person = { name: "Bench", email: "bench@example.test", password };
const people = {
  used: { name: "Used", email: "used@example.test", password },
  empty: { name: "Empty", email: "empty@example.test", password },
};
const chatsInSidebar = 50;

export async function setStage(): Promise<Stage> {
  const chats = { short: "", long: "" };
  const journey = await startJourney({}, async (folder) => {
    const env = readEnv({ STET_DATA: folder });
    const log = createLog({ LOG_LEVEL: "silent" });
    const database = await openDatabase({ folder: `${folder}/database`, log });
    const auth = createAuth({ env, secret: await secretOf(env), database, log, mail: noMail });
    const { user } = await auth.api.signUpEmail({ body: person });
    const common = { endedAt: new Date(), model: "local:mock-model" };
    chats.short = await writeChat(database.db, user.id, { title: "Fifty", messages: longChat(50, 1500), ...common });
    chats.long = await writeChat(database.db, user.id, { title: "A thousand", messages: longChat(1000, 1500), ...common });
    const used = await auth.api.signUpEmail({ body: people.used });
    await auth.api.signUpEmail({ body: people.empty });
    for (let nth = 1; nth <= chatsInSidebar; nth++)
      await writeChat(database.db, used.user.id, {
        title: `What follows from clause ${nth}`,
        messages: longChat(2, 200),
        ...common,
      });
    await database.close();
  });
  const cookies = {
    used: await cookiesOf(journey, people.used),
    empty: await cookiesOf(journey, people.empty),
  };
  async function profile(who: "used" | "empty" | null): Promise<BrowserContext> {
    const context = await journey.browser.newContext({ viewport: { width: 1280, height: 800 } });
    if (who !== null) await context.addCookies(cookies[who]);
    return context;
  }
  async function open(path: string): Promise<Page> {
    const page = await journey.page({ isSignedIn: false, viewport: { width: 1280, height: 800 } });
    page.setDefaultTimeout(60_000);
    const { email, password } = person;
    const answer = await page.request.post("/api/auth/sign-in/email", {
      data: { email, password },
      headers: { origin: journey.url },
    });
    if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
    await page.addInitScript(clocks);
    await page.goto(path);
    await page.waitForSelector("html[data-ready]");
    return page;
  }
  return { ...journey, shortChat: chats.short, longChat: chats.long, open, profile };
}

async function cookiesOf(journey: Journey, { email, password }: { email: string; password: string }) {
  const context = await journey.browser.newContext();
  const headers = { origin: journey.url };
  const answer = await context.request.post(`${journey.url}/api/auth/sign-in/email`, { data: { email, password }, headers });
  if (!answer.ok()) throw new Error(`sign-in answered ${answer.status()}`);
  const { cookies } = await context.storageState();
  await context.close();
  return cookies;
}

declare global {
  var stetBench: {
    /** Call this before Enter is pressed. */
    awaitFirstToken: () => void;
    /** Milliseconds from that press of Enter until the first words of the answer are painted. */
    firstToken: () => Promise<number>;
    /** Milliseconds from the start of this page's navigation until its last message is visible. */
    lastMessage: () => Promise<number>;
    /** From each key press to the frame that shows it; collected since the last call. */
    keys: () => number[];
  };
}

/* Runs in the page before anything else. A frame counts as painted when the task after it begins. */
function clocks(): void {
  const painted = () =>
    new Promise<number>((resolve) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = () => resolve(performance.now());
        port2.postMessage(null);
      });
    });
  const answers = () => [...document.querySelectorAll<HTMLElement>('[data-role="assistant"]')];

  let firstToken = Promise.resolve(Number.NaN);
  let pressedAt = 0;
  let presses: number[] = [];
  document.addEventListener("keydown", (event) => void (pressedAt = event.timeStamp), true);
  document.addEventListener("input", (event) => {
    if (!(event.target instanceof HTMLTextAreaElement) || event.isTrusted === false) return;
    const from = pressedAt;
    void painted().then((at) => presses.push(at - from));
  });

  async function lastMessage(): Promise<number> {
    for (;;) {
      const at = await painted();
      const last = document.querySelector(".log-section:last-of-type article:last-of-type");
      const box = last?.getBoundingClientRect();
      const isThere = last !== null && document.readyState !== "loading" && (last.textContent ?? "").length > 1000;
      if (isThere && box && box.bottom > 0 && box.bottom <= innerHeight) return at;
    }
  }

  globalThis.stetBench = {
    keys() {
      const all = presses;
      presses = [];
      return all;
    },
    lastMessage,
    firstToken: () => firstToken,
    awaitFirstToken() {
      const before = answers().length;
      firstToken = new Promise((resolve) => {
        let enterAt = 0;
        const onKey = (event: KeyboardEvent) => {
          if (event.key === "Enter") enterAt = event.timeStamp;
        };
        document.addEventListener("keydown", onKey, true);
        const seen = new MutationObserver(() => {
          const now = answers();
          if (enterAt === 0 || now.length !== before + 1) return;
          if ((now.at(-1)!.querySelector(".answer")?.textContent ?? "") === "") return;
          seen.disconnect();
          document.removeEventListener("keydown", onKey, true);
          void painted().then((at) => resolve(at - enterAt));
        });
        seen.observe(document, { childList: true, subtree: true, characterData: true });
      });
    },
  };
}
