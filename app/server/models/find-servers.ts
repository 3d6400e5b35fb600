/*
 * Looks for model servers on this machine, at the usual ports or the addresses in the settings. Only for an
 * administrator who opens the page: a person's request never makes Stet knock at doors.
 */
import type { FoundServer } from "#core/models/connection.ts";
import { fetchList } from "./local-models.ts";

/** On this machine an answer takes milliseconds; this is for one that is busy loading a model. */
const patienceMs = 800;

const usualPorts: Record<string, string> = { "11434": "Ollama", "1234": "LM Studio", "8080": "llama.cpp", "8000": "vLLM" };

export async function findServers(addresses: readonly string[]): Promise<FoundServer[]> {
  const found = await Promise.all(addresses.map(findServer));
  return found.flatMap((one) => one ?? []);
}

async function findServer(address: string): Promise<FoundServer | null> {
  const listing = await fetchList({ url: address }, AbortSignal.timeout(patienceMs)).catch(() => null);
  if (listing === null || !("rows" in listing)) return null;
  const { host, port } = new URL(address);
  return { name: usualPorts[port] ?? `The server at ${host}`, address, models: listing.rows.length };
}
