/*
 * Answers that a model gave, each with what it was asked, as files in a folder:
 * one a task, and one with the briefings, which many requests share.
 */
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PatchOutcome } from "#core/changes/patch.ts";
import type { CitedWords } from "#core/sources/source.ts";
import type { BlockKind } from "#core/chat/reply.ts";

type RecordedCall = { name: string; arguments: object };
export type RecordedAnswer = { text?: string; calls?: RecordedCall[] };

type RecordedStep = {
  /** Of the instructions and tools, in briefings.json. */
  briefing: string;
  /** The messages that the step before did not have. */
  asked: object[];
  /** Null until it is answered. */
  answer: RecordedAnswer | null;
};

/** What the product must make of the answers, from reading them. */
type Expected = {
  /** The blocks of the last answer in their order. */
  blocks: BlockKind[];
  /** What becomes of each change, in order. */
  patches?: (PatchOutcome["kind"] | "unreadable")[];
  /** The verdicts of the last answer's citations, source by source. */
  cited?: CitedWords["verdict"][];
  /** Each tool that was called, in order, and whether it refused. */
  calls?: string[];
  /** How many changes of an agent were taken, and how many refused. */
  proposed?: { taken: number; refused: number };
  /** What an exacting reader faults in the answer: the judge has to find it, and nothing else. Each as it begins. */
  faults?: string[];
};

export type Recording = { task: string; style?: string; steps: RecordedStep[]; expected?: Expected };

const briefingsName = "briefings.json";

export class RecordingFolder {
  readonly folder: string;
  #briefings: Record<string, object>;

  constructor(folder: string) {
    this.folder = folder;
    const at = join(folder, briefingsName);
    this.#briefings = existsSync(at) ? (JSON.parse(readFileSync(at, "utf8")) as Record<string, object>) : {};
  }

  all(): Recording[] {
    const names = readdirSync(this.folder).filter((name) => name.endsWith(".json") && name !== briefingsName);
    return names.sort().map((name) => JSON.parse(readFileSync(join(this.folder, name), "utf8")) as Recording);
  }

  read(task: string): Recording {
    const at = this.#place(task);
    return existsSync(at) ? (JSON.parse(readFileSync(at, "utf8")) as Recording) : { task, steps: [] };
  }

  write(recording: Recording): void {
    mkdirSync(this.folder, { recursive: true });
    writeFileSync(this.#place(recording.task), `${JSON.stringify(recording)}\n`);
  }

  /** The name under which a briefing is kept. */
  keepBriefing(briefing: object): string {
    const json = JSON.stringify(briefing);
    const name = createHash("sha256").update(json).digest("hex").slice(0, 12);
    if (this.#briefings[name] === undefined) {
      this.#briefings[name] = briefing;
      mkdirSync(this.folder, { recursive: true });
      writeFileSync(join(this.folder, briefingsName), `${JSON.stringify(this.#briefings)}\n`);
    }
    return name;
  }

  #place(task: string): string {
    return join(this.folder, `${task.replaceAll("/", "-")}.json`);
  }
}
