/*
 * Selects the search service from the settings. To add one, create a file next to this one, a line
 * here, and a name in env.ts.
 */
import type { Env } from "../env.ts";
import { brave } from "./brave.ts";
import { exa } from "./exa.ts";
import { anthropicSearch, geminiSearch, openaiSearch, type ModelAccess } from "./model-search.ts";
import type { SearchEngine } from "./search-engine.ts";
import { searxng } from "./searxng.ts";
import { tavily } from "./tavily.ts";

type Engine = {
  open: (access: ModelAccess) => SearchEngine;
  /** Its default address; none if everyone runs their own. */
  url?: string;
  /** Used unless the settings name another. */
  model?: string;
  /** The key and address used for its models. */
  ofModels?: (env: Env) => { key: string | undefined; url: string | undefined };
};

const engines: Record<NonNullable<Env["WEB_SEARCH"]>, Engine> = {
  searxng: { open: searxng },
  brave: { open: brave, url: "https://api.search.brave.com" },
  tavily: { open: tavily, url: "https://api.tavily.com" },
  exa: { open: exa, url: "https://api.exa.ai" },
  openai: {
    open: openaiSearch,
    url: "https://api.openai.com/v1",
    model: "gpt-6-luna",
    ofModels: (env) => ({ key: env.OPENAI_API_KEY, url: env.OPENAI_BASE_URL }),
  },
  anthropic: {
    open: anthropicSearch,
    url: "https://api.anthropic.com",
    model: "claude-haiku-5-5",
    ofModels: (env) => ({ key: env.ANTHROPIC_API_KEY, url: env.ANTHROPIC_BASE_URL }),
  },
  google: {
    open: geminiSearch,
    url: "https://generativelanguage.googleapis.com",
    model: "gemini-3.5-flash-lite",
    ofModels: (env) => ({ key: env.GOOGLE_API_KEY ?? env.GEMINI_API_KEY, url: env.GOOGLE_BASE_URL }),
  },
};

/** Null if not configured. Startup has already checked that the settings are consistent (env.ts). */
export function engineOf(env: Env): SearchEngine | null {
  if (env.WEB_SEARCH === undefined) return null;
  const { open, url, model = "", ofModels } = engines[env.WEB_SEARCH];
  const shared = ofModels?.(env);
  return open({
    url: env.WEB_SEARCH_URL ?? shared?.url ?? url ?? "",
    // A provider's key is only sent to the provider's own address.
    key: env.WEB_SEARCH_KEY ?? (env.WEB_SEARCH_URL === undefined ? shared?.key : undefined) ?? "",
    model: env.WEB_SEARCH_MODEL ?? model,
  });
}
