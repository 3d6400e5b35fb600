/*
 * The application object: everything that lives as long as the process. The API gets it from `createApi(stet)`, a
 * page's loader from `context.get(stetContext)`. There are no globals.
 */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { createActorOf, type ActorOf } from "./accounts/actor.ts";
import { createAuth, type Auth } from "./accounts/auth.ts";
import { createAvatars, type Avatars } from "./accounts/avatars.ts";
import { createBilling, type Billing } from "./billing/billing.ts";
import { createRuns, type Runs } from "./chat/runs.ts";
import { createTurnGate, type TurnGate } from "./chat/turn-gate.ts";
import { createSentLog, type SentLog } from "./chat/request-record.ts";
import { createSummaries, type Summaries } from "./chat/summaries.ts";
import { createUpdates, type Updates } from "./chat/updates.ts";
import { unboundOf } from "./db/acting.ts";
import { openDatabase, type Db } from "./db/database.ts";
import type { Database } from "./db/engine.ts";
import type { Env } from "./env.ts";
import { createChatFiles, type ChatFiles } from "./files/chat-files.ts";
import { createExtraction, type Extraction } from "./files/extraction.ts";
import { fileStoreOf } from "./files/file-store-of.ts";
import type { FileStore } from "./files/file-store.ts";
import { createPlaybookChecks, type PlaybookChecks } from "./playbooks/playbook-checks.ts";
import { createWorkflowTriggers, type WorkflowTriggers } from "./workflows/triggers.ts";
import { createWorkflowRuns, type WorkflowRuns } from "./workflows/workflow-runs.ts";
import { createWebhooks, type Webhooks } from "./webhooks/webhooks.ts";
import { createLanes } from "./reviews/lanes.ts";
import { createCollecting, type Collecting } from "./discovery/collecting.ts";
import { createProducing, type Producing } from "./discovery/producing.ts";
import { createResearchRuns, type ResearchRuns } from "./research/research-work.ts";
import { createReviewRuns, type ReviewRuns } from "./reviews/review-runs.ts";
import { createRecognition } from "./files/recognition/recognition.ts";
import { createScannedFiles, type ScannedFiles } from "./files/recognition/scanned-files.ts";
import { createResumableUploads, resumablePath, type ResumableUploads } from "./files/resumable-uploads.ts";
import { takeArrivedFile } from "./files/take-arrived-file.ts";
import { refuseUpload } from "./data/files/files.ts";
import { refuseImport } from "./data/chats/imports.ts";
import { createImports, importPath, type Imports } from "./import/imports.ts";
import type { LiveLaw } from "./knowledge/live-law.ts";
import { indexChatsBehind } from "./chat/search-indexer.ts";
import type { FileIndexer } from "./knowledge/file-indexer.ts";
import type { FileSearch } from "./knowledge/search-files.ts";
import { createLawRequests, type LawRequests } from "./knowledge/law-requests.ts";
import { createKnowledge } from "./knowledge/knowledge.ts";
import type { Parts } from "./process/parts.ts";
import type { LawSearch } from "./knowledge/search-law.ts";
import { backupBeforeUpgrade } from "./backup/backup-before-upgrade.ts";
import { createBackups, type Backups } from "./backup/scheduled-backups.ts";
import { jobHandlers } from "./jobs/handlers.ts";
import { createJobs, type Jobs } from "./jobs/jobs.ts";
import type { Log } from "./log.ts";
import { emailTransportOf } from "./email/email-transport.ts";
import { createMail, type Mail } from "./email/email-queue.ts";
import { createPresence } from "./process/presence.ts";
import { createMetrics, type Metrics } from "./process/metrics.ts";
import { createBuiltinModel } from "./models/builtin.ts";
import type { LibraryVectors } from "./library/library-vectors.ts";
import type { Embeddings } from "./models/embeddings.ts";
import { createAskingLimit, type AskingLimit } from "./models/asking-limit.ts";
import { createConnectedModels, type ConnectedModels } from "./models/connected-models.ts";
import { createSingleSignOn, type FindSingleSignOn } from "./accounts/providers.ts";
import { holdOutsideCage } from "./files/reading-cage.ts";
import { keepPrivate } from "./process/private-folder.ts";
import { createRevocations, type Revocations } from "./process/revocations.ts";
import { createSecretBox, type SecretBox } from "./storage/secret-box.ts";
import { secretOf } from "./storage/secret.ts";
import { watchDiskSpace, type DiskSpace } from "./storage/disk-space.ts";
import { makeFolder } from "./storage/durable-file.ts";
import { speechOf, type Speech } from "./models/speech.ts";
import { reachOf, type Reach } from "./tool-servers/guarded-fetch.ts";
import { readToolPrograms } from "./tool-servers/tool-programs.ts";
import { createToolServers, type ToolServerService } from "./tool-servers/tool-servers.ts";
import { tools } from "./tools/index.ts";
import type { Tool } from "./tools/tool.ts";
import { engineOf } from "./web/engines.ts";
import { createFavicons, type Favicons } from "./web/favicons.ts";
import { createSafeFetch, type SafeFetch } from "./web/safe-fetch.ts";
import { createWeb, type Web } from "./web/web.ts";
import { createUsageRecorder, type UsageRecorder } from "./billing/usage-recorder.ts";

export type Stet = {
  env: Env;
  log: Log;
  database: Database;
  /** Passed to the functions of server/data, which set the actor of each query. */
  db: Db;
  diskSpace: DiskSpace;
  backups: Backups;
  auth: Auth;
  mail: Mail;
  jobs: Jobs;
  metrics: Metrics;
  models: ConnectedModels;
  secretBox: SecretBox;
  /** Null if no transcription is configured. */
  speech: Speech | null;
  tools: readonly Tool[];
  /** The tools of other servers. */
  toolServers: ToolServerService;
  extraction: Extraction;
  fileStore: FileStore;
  resumableUploads: ResumableUploads;
  scannedFiles: ScannedFiles;
  reviewRuns: ReviewRuns;
  playbookChecks: PlaybookChecks;
  researchRuns: ResearchRuns;
  workflowRuns: WorkflowRuns;
  workflowTriggers: WorkflowTriggers;
  webhooks: Webhooks;
  collecting: Collecting;
  producing: Producing;
  lawRequests: LawRequests;
  imports: Imports;
  /** Exports of other products being uploaded. */
  arrivingImports: ResumableUploads;
  avatars: Avatars;
  files: ChatFiles;
  /** Null if no embedding model is configured. */
  embeddings: Embeddings | null;
  libraryVectors: LibraryVectors | null;
  law: LawSearch;
  fileIndexer: FileIndexer;
  fileSearch: FileSearch;
  web: Web;
  /** Fetches URLs from untrusted input; can reach only the public web. */
  fetchOutside: SafeFetch;
  favicons: Favicons;
  liveLaw: LiveLaw;
  runs: Runs;
  sent: SentLog;
  summaries: Summaries;
  updates: Updates;
  revocations: Revocations;
  turnGate: TurnGate;
  asking: AskingLimit;
  /** Null if nothing is sold. */
  billing: Billing | null;
  usage: UsageRecorder;
  actorOf: ActorOf;
  findSingleSignOn: FindSingleSignOn;
  /** Lets running answers save themselves; new ones are refused from here on. */
  drain(): Promise<void>;
  close(): Promise<void>;
};

type StetOptions = {
  /** For tests, whose pages are on this machine; no setting changes it. */
  fetchOutside?: SafeFetch;
  reachTools?: (isAdministrator: boolean) => Reach;
  /** Shows progress in the terminal. */
  say?: (sentence: string) => void;
};

export async function createStet(
  env: Env,
  log: Log,
  { fetchOutside = outsideOf(env), reachTools = reachOf, say = () => {} }: StetOptions = {},
): Promise<Stet> {
  const parts: Parts = new AsyncDisposableStack();
  try {
    return await startParts(parts, { env, log, fetchOutside, reachTools, say });
  } catch (error) {
    await parts.disposeAsync();
    throw error;
  }
}

/** Each part says beside its beginning how it ends; they end in the reverse order, also when a later one can't begin. */
async function startParts(
  parts: Parts,
  { env, log, fetchOutside, reachTools, say }: Required<StetOptions> & { env: Env; log: Log },
): Promise<Stet> {
  holdOutsideCage(env.STET_DATA);
  await keepPrivate(env.STET_DATA, log);
  const secret = await secretOf(env);
  await makeFolder(env.STET_DATA);
  const diskSpace = await watchDiskSpace({ folder: env.STET_DATA, reserveBytes: env.DISK_RESERVE_MB * 1_000_000, log });
  parts.defer(() => diskSpace.close());
  const folder = join(env.STET_DATA, "database");
  say(openingSentence(env, folder));
  const database = await openDatabase({
    url: env.DATABASE_URL,
    directUrl: env.DATABASE_DIRECT_URL,
    connections: env.DATABASE_CONNECTIONS,
    folder,
    log,
    beforeUpgrade: backupBeforeUpgrade(env, log, say),
  });
  parts.defer(() => database.close());
  const db = unboundOf(database.db);
  const presence = await createPresence({ env, database, log });
  parts.defer(() => presence.end());
  const favicons = createFavicons({ fetch: fetchOutside, isOn: env.WEB_FAVICONS === "on" });
  const mail = createMail({ db, log, carrier: emailTransportOf(env) });
  parts.defer(() => mail.close());
  const auth = createAuth({ env, secret, database, log, mail });
  const metrics = createMetrics(diskSpace);
  const updates = await createUpdates({ database, log });
  parts.defer(() => updates.close());
  const revocations = await createRevocations(database);
  parts.defer(() => revocations.close());
  const runs = await createRuns({
    database,
    log,
    processId: presence.processId,
    onEnded({ identity, isPrivate, status, usage }) {
      metrics.runsEnded.inc({ status });
      metrics.tokens.inc({ kind: "input" }, usage?.inputTokens ?? 0);
      metrics.tokens.inc({ kind: "output" }, usage?.outputTokens ?? 0);
      metrics.runsActive.dec();
      updates.publish(identity.ownerId, { kind: "chat", chatId: identity.chatId }, { isPrivate });
    },
  });
  const jobs = await createJobs({
    database,
    db,
    log,
    processId: presence.processId,
    onChange: (ownerId) => updates.publish(ownerId, { kind: "jobs" }, { isPrivate: true }),
  });
  metrics.watchJobs(jobs);
  revocations.listen((userId) => {
    void runs.stopRevoked(userId);
    void jobs.accessEnded(userId);
  });
  const sentLog = createSentLog({ db, log });
  parts.defer(() => sentLog.close());
  const secretBox = createSecretBox(secret);
  const builtin = createBuiltinModel({ tokensPerSecond: env.BUILTIN_DELAY_MS === 0 ? 0 : 1000 / env.BUILTIN_DELAY_MS });
  const models = await createConnectedModels({ env, database, db, box: secretBox, log, builtin });
  parts.defer(() => models.close());
  const programs = readToolPrograms(env.TOOL_PROGRAMS);
  const toolServers = await createToolServers({ db, database, box: secretBox, updates, programs, reach: reachTools, url: env.url });
  parts.defer(() => toolServers.close());
  const summaries = createSummaries({ db, log, models, updates });
  parts.defer(() => summaries.close());
  const usage = createUsageRecorder({ db, log });
  parts.defer(() => usage.close());
  const extraction = createExtraction({
    secondsForSmall: 5,
    onFault: (fault, name) => log.error({ fault, name }, "a file reader failed"),
  });
  parts.defer(() => extraction.close());
  // Separate from people's own files, so that a slow page does not delay them.
  const pageExtraction = createExtraction({
    seconds: 8,
    secondsForSmall: 5,
    onFault: (fault, name) => log.warn({ fault, name }, "a page could not be read"),
  });
  parts.defer(() => pageExtraction.close());
  const recognition = createRecognition({ onFault: (fault) => log.warn({ fault }, "the picture of a page could not be read") });
  parts.defer(() => recognition.close());
  const fileStore = fileStoreOf(env, log);
  const scannedFiles = createScannedFiles({
    db,
    store: fileStore,
    extraction,
    recognition,
    jobs,
    updates,
    newPlan: env.DEFAULT_PLAN,
  });
  const asking = { db, models, jobs, updates, newPlan: env.DEFAULT_PLAN, lanes: createLanes(env.REVIEW_AT_ONCE) };
  const reviewRuns = createReviewRuns({ ...asking, log, atOnce: env.REVIEW_AT_ONCE });
  const playbookChecks = createPlaybookChecks(asking);
  const knowledge = createKnowledge(parts, { env, db, log });
  const { fileIndexer, fileSearch, law } = knowledge;
  const researchRuns = createResearchRuns({ ...asking, ...knowledge });
  const web = createWeb({ engine: engineOf(env), fetch: fetchOutside, extraction: pageExtraction, favicons, log });
  const workflowRuns = createWorkflowRuns({ ...asking, reviewRuns, playbookChecks, law, fileSearch, web });
  const workflowTriggers = createWorkflowTriggers({ db, newPlan: env.DEFAULT_PLAN, jobs, workflowRuns });
  const webhooks = createWebhooks({ db, jobs, box: secretBox, reach: reachTools(false), url: env.url, newPlan: env.DEFAULT_PLAN });
  const lawRequests = createLawRequests({ db, jobs, liveLaw: knowledge.liveLaw, newPlan: env.DEFAULT_PLAN });
  const collecting = createCollecting({ db, store: fileStore, extraction, jobs, updates, newPlan: env.DEFAULT_PLAN });
  const producing = createProducing({ db, jobs, updates, newPlan: env.DEFAULT_PLAN });
  const turnGate = createTurnGate(db);
  parts.defer(indexChatsBehind({ db, log, turnGate, libraryVectors: knowledge.libraryVectors }));
  const resumableUploads = createResumableUploads({
    log,
    path: resumablePath,
    folder: join(env.STET_DATA, "arriving"),
    largestBytes: env.UPLOAD_FILE_MB * 1_000_000,
    refuse: (me, projectId) => refuseUpload(me, db, projectId),
    async take(me, upload, access) {
      const file = await takeArrivedFile({ db, store: fileStore, extraction, access }, me, upload);
      jobs.wake("index-files");
      jobs.wake("start-workflows");
      await scannedFiles.arrived(me, [file], ["en"]);
      if (file.projectId !== null) updates.publish(me.userId, { kind: "project", projectId: file.projectId });
      return { files: [file] };
    },
  });
  const imports = createImports({
    db,
    log,
    store: fileStore,
    extraction,
    updates,
    jobs,
    newPlan: env.DEFAULT_PLAN,
    folder: join(env.STET_DATA, "imports"),
    largestFile: env.UPLOAD_FILE_MB * 1_000_000,
    url: env.url,
  });
  const arrivingImports = createResumableUploads({
    log,
    path: importPath,
    folder: join(env.STET_DATA, "arriving-imports"),
    largestBytes: env.IMPORT_FILE_MB * 1_000_000,
    refuse: (me) => refuseImport(me, db),
    take: async (me, upload) => ({ id: await imports.begin(me, upload) }),
  });
  const avatars = createAvatars(join(env.STET_DATA, "avatars"));
  // Answers end before what they read and write.
  parts.defer(() => runs.close());
  const backups = createBackups(env, { database, store: fileStore, dataFolder: env.STET_DATA }, log);
  parts.defer(() => backups.close());
  metrics.watchBackups(backups);
  parts.defer(() => jobs.close());
  await jobs.begin(
    jobHandlers({
      env,
      db,
      mail,
      avatars,
      updates,
      imports,
      scannedFiles,
      reviewRuns,
      playbookChecks,
      researchRuns,
      workflowRuns,
      workflowTriggers,
      webhooks,
      collecting,
      producing,
      lawRequests,
      fileIndexer,
      backups,
      store: fileStore,
      uploads: [resumableUploads, arrivingImports],
    }),
  );
  return {
    env,
    log,
    database,
    db,
    diskSpace,
    backups,
    auth,
    mail,
    jobs,
    metrics,
    models,
    secretBox,
    speech: speechOf(env),
    tools,
    toolServers,
    extraction,
    fileStore,
    resumableUploads,
    scannedFiles,
    reviewRuns,
    playbookChecks,
    researchRuns,
    workflowRuns,
    workflowTriggers,
    webhooks,
    collecting,
    producing,
    lawRequests,
    imports,
    arrivingImports,
    avatars,
    favicons,
    fetchOutside,
    web,
    ...knowledge,
    files: createChatFiles({ extraction, db, store: fileStore }),
    runs,
    sent: sentLog,
    summaries,
    updates,
    revocations,
    turnGate,
    asking: createAskingLimit({ db, log, processId: presence.processId }),
    billing: await createBilling({ env, db, log }),
    actorOf: createActorOf({ auth, db, secret, env }),
    findSingleSignOn: createSingleSignOn(env, auth),
    usage,
    drain: () => runs.drain(),
    close: () => parts.disposeAsync(),
  };
}

function outsideOf(env: Env): SafeFetch {
  return createSafeFetch({ userAgent: `Stet/0.1 (+${env.url})` });
}

function openingSentence(env: Env, folder: string): string {
  if (env.DATABASE_URL !== undefined) return "Connecting to PostgreSQL …";
  return existsSync(folder) ? "Opening the database …" : "Preparing the database (once) …";
}
