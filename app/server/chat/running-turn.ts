import type { TurnRequest } from "#core/chat/chat.ts";
import type { ModelRow } from "#core/models/models.ts";
import type { Person } from "#core/workspace/policy.ts";
import type { Foreseen } from "../data/chats/foreseen-turns.ts";
import type { BegunTurn } from "../data/chats/turns.ts";
import type { Reach } from "../models/index.ts";
import type { Secrecy } from "../models/secrecy.ts";
import type { LiveRun } from "./live-run.ts";
import type { RecordedStep } from "./request-record.ts";
import type { Whereabouts } from "./whereabouts.ts";
import type { Db } from "../db/database.ts";
import type { ChatFiles } from "../files/chat-files.ts";
import type { LiveLaw } from "../knowledge/live-law.ts";
import type { FileSearch } from "../knowledge/search-files.ts";
import type { LawSearch } from "../knowledge/search-law.ts";
import type { Log } from "../log.ts";
import type { Metrics } from "../process/metrics.ts";
import type { AskingLimit } from "../models/asking-limit.ts";
import type { Models } from "../models/index.ts";
import type { ToolServerService } from "../tool-servers/tool-servers.ts";
import type { Tool } from "../tools/tool.ts";
import type { Web } from "../web/web.ts";
import type { Runs } from "./runs.ts";
import type { SentLog } from "./request-record.ts";
import type { Summaries } from "./summaries.ts";
import type { TurnGate } from "./turn-gate.ts";
import type { Updates } from "./updates.ts";

export type Turn = {
  stet: TurnServices;
  me: Person;
  request: TurnRequest;
  where: Whereabouts;
  run: LiveRun;
  begun: BegunTurn;
  /** Read before the rows were stored; null if the answer had to wait for them. */
  foreseen: Foreseen | null;
  /** Resolves when the rows are stored; false if they were refused or another request's are there. Never rejects. */
  isStored: Promise<boolean>;
  row: ModelRow;
  reach: Reach;
  /** Of the place where the question is asked. */
  secrecy: Secrecy;
  /** All that was sent for this answer, its title included. */
  sent: RecordedStep[];
};

/** The services a turn needs. */
export type TurnServices = {
  db: Db;
  log: Log;
  models: Pick<Models, "find">;
  tools: readonly Tool[];
  files: ChatFiles;
  law: LawSearch;
  fileSearch: FileSearch;
  web: Web;
  liveLaw: LiveLaw;
  runs: Pick<Runs, "open" | "discard" | "fail" | "isAccepting" | "processId">;
  asking: AskingLimit;
  updates: Pick<Updates, "publish">;
  metrics: Pick<Metrics, "runsStarted" | "runsActive">;
  turnGate: TurnGate;
  sent: SentLog;
  summaries: Summaries;
  toolServers: Pick<ToolServerService, "forAnswer">;
};
