/*
 * Tries a connection with one small real request, and says in a sentence what is wrong with it. The answers of the
 * other side are not passed on: they may quote the key.
 */
import { knownProviders, type ConnectedProvider } from "#core/models/connection.ts";
import { anyModel } from "#core/models/model-access.ts";
import { smallModelFor } from "#core/models/models.ts";
import { problemOf } from "#core/workspace/problem.ts";
import type { Env } from "../env.ts";
import { baseUrlOf } from "./connected-models.ts";
import { createModels, type ModelSettings } from "./index.ts";
import { fetchList, type Listing } from "./local-models.ts";
import type { Model, ModelEnd } from "./model.ts";
import { nothingSecret } from "./secrecy.ts";

export type Connection = { provider: ConnectedProvider; url: string | null; key: string | undefined };
/** `isWorking` with a sentence about something else is a warning: the key is right, but there is no credit, say. */
export type Trial = { isWorking: boolean; sentence: string };

const listMs = 8000;
const askMs = 20_000;
const unused: Model = { ask: () => Promise.resolve({ reason: "stop" }) };

export function tryConnection(connection: Connection, env: Env): Promise<Trial> {
  const { provider, url } = connection;
  return provider === "compatible" ? tryServer(url ?? "", connection.key) : tryProvider(provider, connection.key ?? "", env);
}

async function tryProvider(provider: Exclude<ConnectedProvider, "compatible">, key: string, env: Env): Promise<Trial> {
  const { name } = knownProviders.find((one) => one.provider === provider)!;
  const settings = { [provider]: { key, ...baseUrlOf(env, provider) } };
  const end = await askShortly(settings, smallModelFor({ id: "", provider }));
  return trialOf(end, name, "It works.");
}

async function tryServer(url: string, key: string | undefined): Promise<Trial> {
  const { host } = new URL(url);
  const server = { url, ...(key !== undefined && { key }) };
  const listing = await fetchList(server, AbortSignal.timeout(listMs)).catch(() => null);
  const refusal = refusalOf(listing, host);
  if (refusal !== null) return { isWorking: false, sentence: refusal };
  const { rows } = listing as { rows: { id: string }[] };
  const count = rows.length === 1 ? "1 model" : `${rows.length} models`;
  // Many gateways list their models to everyone, so only a question tries the key. Without one, nothing is asked: a
  // server on this machine would have to load a model first.
  if (key === undefined) return { isWorking: true, sentence: `It works: ${count}.` };
  return trialOf(await askShortly({ servers: [server] }, rows[0]!.id), host, `It works: ${count}.`);
}

function refusalOf(listing: Listing | null, host: string): string | null {
  if (listing === null) return `${host} could not be reached. Check the address, and that the server is running.`;
  if ("rows" in listing)
    return listing.rows.length > 0 ? null : `${host} answers, but has no models to chat with. Load one there first.`;
  if ("status" in listing && (listing.status === 401 || listing.status === 403)) return keyRefused(host);
  return `${host} answers, but not as an OpenAI-compatible server does. Check the address; it often ends in /v1.`;
}

function keyRefused(name: string): string {
  return `${name} refused the key. Check that it is complete and still active.`;
}

async function askShortly(settings: ModelSettings, id: string): Promise<ModelEnd> {
  const models = createModels({ ...settings, limits: { retries: 0, connectMs: listMs, firstByteMs: askMs } }, unused);
  const found = await models.find(id, anyModel);
  if ("problem" in found) return { reason: "problem", code: found.problem.code };
  const enough = new AbortController();
  const tooLong = AbortSignal.timeout(askMs);
  const end = await found.reach(nothingSecret).ask(
    {
      model: found.row.providerModel,
      instructions: "Answer with one word.",
      messages: [{ role: "user", parts: [{ type: "text", text: "Say yes." }] }],
      tools: [],
      reasoningEffort: "off",
      maxOutputTokens: 16,
    },
    () => enough.abort(),
    AbortSignal.any([enough.signal, tooLong]),
  );
  return tooLong.aborted && !enough.signal.aborted ? { reason: "problem", code: "model-silent" } : end;
}

function trialOf(end: ModelEnd, name: string, works: string): Trial {
  if (end.reason !== "problem") return { isWorking: true, sentence: works };
  switch (end.code) {
    case "model-key-refused":
      return { isWorking: false, sentence: keyRefused(name) };
    case "model-unreachable":
      return { isWorking: false, sentence: `${name} could not be reached. Check the network of this server, and the address.` };
    default:
      return {
        isWorking: true,
        sentence: `${name} took the key, but did not answer a short question: ${end.detail ?? problemOf(end.code).title}`,
      };
  }
}
