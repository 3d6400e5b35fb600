/*
 * The models listed by an OpenAI-compatible server. The list changes at
 * runtime (a model is pulled, another loaded), and the server may be down or slow: the list is
 * refreshed every few seconds, with only a short wait; a late response is used next time.
 */
import { setTimeout } from "node:timers/promises";
import { localModel, type ModelRow } from "#core/models/models.ts";
import { isLoose, listAt, numberAt, parseJson, textAt, type Loose } from "./json-fields.ts";

export type LocalServer = { url: string; key?: string; /** Display name, shown with its models. */ name?: string };

export type LocalModels = {
  /** Empty while the server doesn't respond. */
  list(): Promise<readonly ModelRow[]>;
};

/** How long a list is considered current. */
const listedForMs = 5000;
/** How long a caller waits for the first list or a refresh. */
const firstWaitMs = 1500;
const refreshWaitMs = 300;
/** A gateway with hundreds of models may be slow; its list is then ready for the next caller. */
const listTimeoutMs = 10_000;
const maxListBytes = 4_000_000;
const maxModels = 500;

export function createLocalModels(server: LocalServer): LocalModels {
  let rows: readonly ModelRow[] = [];
  let listedAt = Number.NEGATIVE_INFINITY;
  let asking: Promise<readonly ModelRow[]> | undefined;

  async function ask(): Promise<readonly ModelRow[]> {
    try {
      const listing = await fetchList(server, AbortSignal.timeout(listTimeoutMs));
      rows = "rows" in listing ? listing.rows : [];
    } catch {
      // Down, or not a model server: nothing to offer. A question to it reports the reason.
      rows = [];
    }
    listedAt = performance.now();
    asking = undefined;
    return rows;
  }

  return {
    async list() {
      if (performance.now() - listedAt < listedForMs) return rows;
      asking ??= ask();
      const late = new AbortController();
      const wait = listedAt === Number.NEGATIVE_INFINITY ? firstWaitMs : refreshWaitMs;
      const enough = setTimeout(wait, undefined, { signal: late.signal, ref: false }).catch(() => undefined);
      const listed = await Promise.race([asking, enough]);
      late.abort();
      return listed ?? rows;
    },
  };
}

/** With or without a trailing /v1: people paste both forms. */
export function serverBase(url: string): string {
  const trimmed = url.trim().replace(/(?<!\/)\/+$/, "");
  return /\/v\d+(beta\d*)?$/.test(trimmed) || /\/(openai|compatible-mode)(\/v\d+)?$/.test(trimmed) ? trimmed : `${trimmed}/v1`;
}

/** What an address answers when it is asked for its models. */
export type Listing = { rows: ModelRow[] } | { status: number } | { isNoModelServer: true };

/** Rejects if it cannot be reached. */
export async function fetchList({ url, key, name }: LocalServer, signal: AbortSignal): Promise<Listing> {
  const response = await fetch(`${serverBase(url)}/models`, {
    headers: key === undefined ? {} : { authorization: `Bearer ${key}` },
    signal,
  });
  if (!response.ok) {
    await response.body?.cancel();
    return { status: response.status };
  }
  const parsed = parseJson(await readBounded(response));
  if (!isLoose(parsed) || !(Array.isArray(parsed["data"]) || Array.isArray(parsed["models"]))) return { isNoModelServer: true };
  // OpenAI's field is `data`; some servers use `models`.
  const entries = [...listAt(parsed, "data"), ...(Array.isArray(parsed["data"]) ? [] : listAt(parsed, "models"))];
  return { rows: entries.slice(0, maxModels).flatMap((entry) => (isLoose(entry) ? rowOf(entry, name) : [])) };
}

async function readBounded(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of response.body ?? []) {
    length += chunk.length;
    if (length > maxListBytes) return "";
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function rowOf(entry: Loose, serverName: string | undefined): ModelRow[] {
  const name = textAt(entry, "id") ?? textAt(entry, "name") ?? textAt(entry, "model");
  if (name === undefined || name === "" || name.length > 200 || !answersQuestions(name)) return [];
  // vLLM, LM Studio and llama.cpp each name the context window differently; Ollama doesn't report it.
  const meta = entry["meta"];
  const said = ["max_model_len", "max_context_length", "context_length", "context_window"].map((field) => numberAt(entry, field));
  const window = said.find((size) => size !== undefined) ?? (isLoose(meta) ? numberAt(meta, "n_ctx") : undefined);
  const row = localModel(name, window ?? null);
  return [serverName === undefined ? row : { ...row, description: `On ${serverName}` }];
}

/** Servers list everything; embedding, reranking, speech and image models can't chat. */
function answersQuestions(name: string): boolean {
  return !/embed|rerank|\bbge-|whisper|\btts\b|stable-diffusion|\bflux\b/i.test(name);
}
