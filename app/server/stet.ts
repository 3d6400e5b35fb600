/*
 * The one application object: everything that lives as long as the process.
 * The API gets it from `createApi(stet)`, a page's loader from
 * `context.get(stetContext)`. Nothing here is a global.
 */
import { join } from "node:path";
import { createContext } from "react-router";
import type { Actor } from "#core/policy.ts";
import { sweepAccounts } from "./account-sweep.ts";
import { createActorOf, type ActorOf } from "./actor.ts";
import { createAuth, type Auth } from "./auth.ts";
import { createAvatars, type Avatars } from "./avatars.ts";
import { createBilling, type Billing } from "./billing.ts";
import { createRuns, type Runs } from "./chat/runs.ts";
import { sweepTemporary } from "./chat/temporary-chats.ts";
import { createTurnGate, type TurnGate } from "./chat/turn-gate.ts";
import { createUpdates, type Updates } from "./chat/updates.ts";
import { openDatabase, type Database, type Db } from "./db/database.ts";
import type { Env } from "./env.ts";
import { createChatFiles, type ChatFiles } from "./files/chat-files.ts";
import { createExtraction, type Extraction } from "./files/extraction.ts";
import { createFileStore, type FileStore } from "./files/file-store.ts";
import { sweepFiles } from "./files/sweep-files.ts";
import { createLawSearch, type LawSearch } from "./knowledge/search-law.ts";
import type { Log } from "./log.ts";
import { mailCarrierOf } from "./mail-carrier.ts";
import { createMail, type Mail } from "./mail.ts";
import { createMetrics, type Metrics } from "./metrics.ts";
import { createBuiltinModel } from "./models/builtin.ts";
import { createModels, modelSettingsOf, type Models } from "./models/index.ts";
import type { ToolDescription } from "./models/model.ts";
import { createSingleSignOn, type FindSingleSignOn } from "./providers.ts";
import { sweepSecurityLog } from "./security-log.ts";
import { sweepRemoved } from "./removed-projects.ts";
import { secretOf } from "./secret.ts";
import { speechOf, type Speech } from "./speech.ts";
import { describeTools, tools } from "./tools/index.ts";
import type { Tool } from "./tools/tool.ts";
import { createUsageRecorder, type UsageRecorder } from "./usage-recorder.ts";

export type Stet = {
  env: Env;
  log: Log;
  database: Database;
  db: Db;
  auth: Auth;
  mail: Mail;
  metrics: Metrics;
  models: Models;
  /** Null where nothing that transcribes has been set up. */
  speech: Speech | null;
  tools: readonly Tool[];
  toolDescriptions: readonly ToolDescription[];
  extraction: Extraction;
  fileStore: FileStore;
  avatars: Avatars;
  files: ChatFiles;
  law: LawSearch;
  runs: Runs;
  updates: Updates;
  turnGate: TurnGate;
  /** null where nothing is sold. */
  billing: Billing | null;
  usage: UsageRecorder;
  actorOf: ActorOf;
  findSingleSignOn: FindSingleSignOn;
  /** Lets running answers save themselves; new ones are refused from here on. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

export async function createStet(env: Env, log: Log): Promise<Stet> {
  const secret = secretOf(env);
  const database = await openDatabase({ url: env.DATABASE_URL, folder: `${env.STET_DATA}/database`, log });
  const mail = createMail({ db: database.db, log, carrier: mailCarrierOf(env) });
  const auth = createAuth({ env, secret, database, log, mail });
  const metrics = createMetrics();
  const updates = await createUpdates({ database, log });
  const runs = await createRuns({
    database,
    log,
    onEnded({ identity, status, usage }) {
      metrics.runsEnded.inc({ status });
      metrics.tokens.inc({ kind: "input" }, usage?.inputTokens ?? 0);
      metrics.tokens.inc({ kind: "output" }, usage?.outputTokens ?? 0);
      metrics.runsActive.dec();
      updates.publish(identity.ownerId, { kind: "chat", chatId: identity.chatId });
    },
  });
  const usage = createUsageRecorder({ db: database.db, log });
  const extraction = createExtraction({ onFault: (fault, name) => log.error({ fault, name }, "a file reader failed") });
  const fileStore = createFileStore(join(env.STET_DATA, "files"));
  const avatars = createAvatars(join(env.STET_DATA, "avatars"));
  const endSweepingFiles = sweepFiles({ db: database.db, log, store: fileStore });
  const endSweeping = sweepTemporary({ db: database.db, log, updates });
  const endSweepingLog = sweepSecurityLog(database.db, log);
  const endSweepingAccounts = sweepAccounts({ db: database.db, log, mail, avatars });
  const endSweepingProjects = sweepRemoved({ db: database.db, log });
  return {
    env,
    log,
    database,
    db: database.db,
    auth,
    mail,
    metrics,
    models: createModels(
      modelSettingsOf(env),
      createBuiltinModel({ tokensPerSecond: env.BUILTIN_DELAY_MS === 0 ? 0 : 1000 / env.BUILTIN_DELAY_MS }),
    ),
    speech: speechOf(env),
    tools,
    toolDescriptions: describeTools(),
    extraction,
    fileStore,
    avatars,
    law: createLawSearch(database.db),
    files: createChatFiles({ extraction, db: database.db, store: fileStore }),
    runs,
    updates,
    turnGate: createTurnGate(database.db),
    billing: await createBilling({ env, db: database.db, log }),
    actorOf: createActorOf({ auth, db: database.db, secret, env }),
    findSingleSignOn: createSingleSignOn(env, auth),
    usage,
    drain: () => runs.drain(),
    async close() {
      endSweeping();
      endSweepingFiles();
      endSweepingLog();
      endSweepingAccounts();
      endSweepingProjects();
      await mail.close();
      await runs.close();
      await extraction.close();
      await updates.close();
      await usage.close();
      await database.close();
    },
  };
}

/** How a page's loader reaches the application and learns who asks. */
export const stetContext = createContext<Stet>();
export const actorContext = createContext<Actor>();
/** Asks our own API in this process, with every check a request from outside would meet. */
export const apiContext = createContext<(request: Request) => Promise<Response>>();
/** The nonce that this response's scripts carry. */
export const nonceContext = createContext<string>("");
/** Where a page's bug is reported. */
export const reportContext = createContext<(error: unknown) => void>(() => undefined);
