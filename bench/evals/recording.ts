/*
 * A model's recorded answers with their requests, as files in a folder: one per task, plus one with the briefings,
 * which many requests share.
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
  /** Key of the instructions and tools in briefings.json. */
  briefing: string;
  /** The messages added since the previous step. */
  asked: object[];
  /** Null until it is answered. */
  answer: RecordedAnswer | null;
};

/** What the product must make of the answers, determined by reading them. */
type Expected = {
  /** The blocks of the last answer, in order. */
  blocks: BlockKind[];
  /** The outcome of each change, in order. */
  patches?: (PatchOutcome["kind"] | "unreadable")[];
  /** The verdicts of the last answer's citations, source by source. */
  cited?: CitedWords["verdict"][];
  /** Each tool call, in order, and whether it was refused. */
  calls?: string[];
  /** How many of an agent's changes were accepted, and how many refused. */
  proposed?: { taken: number; refused: number };
  /**
   * Faults an exacting reader finds in the answer: the judge must find these and no others. Each by its first words.
   */
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

  /** The key under which a briefing is stored. */
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
