/* Shared by the editor benches: a server with a person who has drafts of 150,000 words, with and without pending
   changes. */
import type { CDPSession, Page } from "playwright-core";
import { createAuth } from "../../app/server/accounts/auth.ts";
import { createDraft } from "../../app/server/data/drafts/drafts.ts";
import type { Person } from "../../app/core/workspace/policy.ts";
import { openDatabase, type BoundDb } from "../../app/server/db/database.ts";
import { readEnv } from "../../app/server/env.ts";
import { createLog } from "../../app/server/log.ts";
import { noMail } from "../../app/server/email/email-queue.ts";
import { secretOf } from "../../app/server/storage/secret.ts";
import { startJourney, type Journey } from "../../test/e2e/browser.ts";
import { newProject } from "../../test/people.ts";
import { locateInDocument } from "../../app/core/changes/document-patch.ts";
import { placedAt } from "../../app/core/changes/moved-patches.ts";
import { plainTextOf } from "../../app/core/document/document-text.ts";
import { changesOf, longDraft } from "./long-draft.ts";

export const wordsInDraft = 150_000;
export const pendingChanges = 200;

export type EditorStage = Journey & {
  /** Address of a draft without pending changes. */
  empty: string;
  pending: string;
  /** A page in its own profile, signed in, at this address. */
  open(path: string): Promise<{ page: Page; cdp: CDPSession }>;
};

const person = { name: "Bench", email: "bench@example.test", password: "a password for a bench" };

/** Opens a data folder's database, with a registered person and their project, before the server does. */
export async function withBenchPerson(
  folder: string,
  write: (me: Person, db: BoundDb, projectId: string) => Promise<void>,
): Promise<void> {
  const env = readEnv({ STET_DATA: folder });
  const log = createLog({ LOG_LEVEL: "silent" });
  const database = await openDatabase({ folder: `${folder}/database`, log });
  const auth = createAuth({ env, secret: await secretOf(env), database, log, mail: noMail });
  const { user } = await auth.api.signUpEmail({ body: person });
  const plan = "professional";
  const { name, email } = person;
  const kind = { kind: "person", isVerified: true, plan, ownPlan: plan, organizationId: null, memberships: [] } as const;
  const me: Person = { ...kind, userId: user.id, name, email, memberships: [] };
  await write(me, database.db, await newProject(database.db, me));
  await database.close();
}

/** The cookie of that person's session. */
export async function signInBench(url: string): Promise<string> {
  const { email, password } = person;
  const answer = await fetch(`${url}/api/auth/sign-in/email`, {
    method: "POST",
    headers: { origin: url, "content-type": "application/json" },
    body: JSON.stringify({ email, password }),
  });
  if (!answer.ok) throw new Error(`sign-in answered ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";", 1)[0]!)
    .join("; ");
}

export async function setEditorStage(): Promise<EditorStage> {
  const drafts = { empty: "", pending: "" };
  const journey = await startJourney({}, (folder) =>
    withBenchPerson(folder, async (me, db, projectId) => {
      const document = longDraft(wordsInDraft);
      // As from a file: each with its position.
      const text = plainTextOf(document);
      const changes = changesOf(document, pendingChanges).map((patch) => {
        const outcome = locateInDocument(document, patch);
        if (outcome.kind !== "located") throw new Error(`a change was not located: ${outcome.kind}`);
        return placedAt(text, patch, outcome.edit);
      });
      const imported = { fileName: "contract.docx", changes, comments: [] };
      const address = (id: string) => `/vault/projects/${projectId}/drafts/${id}`;
      drafts.empty = address(await createDraft(me, db, { projectId, name: "Empty of changes", document }));
      drafts.pending = address(await createDraft(me, db, { projectId, name: "With changes", document, imported }));
    }),
  );
  async function open(path: string) {
    const page = await journey.page({ isSignedIn: false, viewport: { width: 1440, height: 900 } });
    page.setDefaultTimeout(120_000);
    const cookies = (await signInBench(journey.url)).split("; ").map((cookie) => {
      const [name = "", ...value] = cookie.split("=");
      return { name, value: value.join("="), url: journey.url };
    });
    await page.context().addCookies(cookies);
    await page.addInitScript(editorClocks);
    await page.goto(path, { waitUntil: "commit" });
    const cdp = await page.context().newCDPSession(page);
    // In CPU time, so other load on the machine is not counted.
    await cdp.send("Performance.enable", { timeDomain: "threadTicks" });
    return { page, cdp };
  }
  return { ...journey, ...drafts, open };
}

declare global {
  var editorBench: {
    /** From each key press to the frame that shows it, since the last call. */
    keys: () => number[];
    /** Tasks over 50 ms since the last call, in milliseconds. */
    longTasks: () => number[];
    /**
     * Milliseconds from the start of navigation until the first words are visible, and until the editor accepts a
     * key.
     */
    opened: () => { words: number; editor: number };
  };
}

/* Runs in the page before anything else. A frame counts as painted when the task after it begins. */
function editorClocks(): void {
  let pressedAt = 0;
  let presses: number[] = [];
  let tasks: number[] = [];
  const opened = { words: 0, editor: 0 };
  const painted = (then: (at: number) => void) =>
    requestAnimationFrame(() => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => then(performance.now());
      port2.postMessage(null);
    });
  document.addEventListener("keydown", (event) => void (pressedAt = event.timeStamp), true);
  document.addEventListener("input", () => {
    const from = pressedAt;
    painted((at) => presses.push(at - from));
  });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) tasks.push(entry.duration);
  }).observe({ type: "longtask", buffered: true });
  (function look() {
    painted((at) => {
      if (!opened.words && (document.querySelector(".document")?.textContent ?? "") !== "") opened.words = at;
      if (!opened.editor && document.querySelector(".document[contenteditable=true]")) opened.editor = at;
      if (!opened.editor) look();
    });
  })();
  globalThis.editorBench = {
    keys() {
      const all = presses;
      presses = [];
      return all;
    },
    longTasks() {
      const all = tasks;
      tasks = [];
      return all;
    },
    opened: () => opened,
  };
}
