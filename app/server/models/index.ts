/*
 * The available models and how to reach each. A provider without a key is listed with the missing
 * setting; self-hosted servers are queried for their models; the built-in editor is always
 * available.
 */
import { builtinModelId, localModelPrefix, mayUseModel } from "#core/account/plans.ts";
import { isModelAllowed, modelRefusal, type ModelAccess } from "#core/models/model-access.ts";
import {
  findModel,
  hasEnded,
  localModel,
  models as catalogue,
  type ModelChoice,
  type ModelRow,
  type ProviderId,
} from "#core/models/models.ts";
import { problemOf, type Problem } from "#core/workspace/problem.ts";
import type { Env } from "../env.ts";
import { limitedModel } from "./limited-model.ts";
import type { Model } from "./model.ts";
import { createAnthropicWire } from "./anthropic.ts";
import { createGeminiWire } from "./gemini.ts";
import { createLocalModels, serverBase, type LocalServer } from "./local-models.ts";
import { createChatWire } from "./openai-chat.ts";
import { createResponsesWire } from "./openai-responses.ts";
import { pseudonymized } from "./pseudonymized-model.ts";
import type { Secrecy } from "./secrecy.ts";
import { createWireModel, defaultLimits, type ModelLimits, type Wire } from "./wire-model.ts";

export type ModelSettings = {
  openai?: { key: string; baseUrl?: string };
  anthropic?: { key: string; baseUrl?: string };
  google?: { key: string; baseUrl?: string };
  /** OpenAI-compatible servers by URL: Ollama, llama.cpp, vLLM, LM Studio, a gateway. */
  servers?: readonly LocalServer[];
  /** Preferred over Stet's own choice, where it can be used. */
  defaultModel?: string | null;
  /** Overrides of `defaultLimits`. */
  limits?: Partial<ModelLimits>;
};

export type Models = {
  /** The response of GET /api/models for a person with this access. */
  choices(access: ModelAccess): Promise<ModelChoice[]>;
  defaultModel(access: ModelAccess): Promise<string>;
  /**
   * The row and its model for one answer, or why it can't be used: model-unknown,
   * model-not-configured, model-not-allowed, model-not-in-plan.
   */
  find(id: string, access: ModelAccess): Promise<FoundModel | { problem: Problem }>;
};

export type FoundModel = { row: ModelRow; reach: Reach };

/**
 * The only way to a model. `secrecy` says what is replaced on the way: nothing reaches a provider as it was written unless
 * that was decided there. `around` wraps the model as it is seen by the provider, for what records or measures it.
 */
export type Reach = (secrecy: Secrecy, around?: (model: Model) => Model) => Model;

type Provider = {
  id: Exclude<ProviderId, "compatible" | "builtin">;
  setting: string;
  connect(settings: ModelSettings): Wire | undefined;
};

/** In the order used to find a default. */
const providers: readonly Provider[] = [
  {
    id: "google",
    setting: "GOOGLE_API_KEY",
    connect: ({ google }) => google && createGeminiWire({ baseUrl: "https://generativelanguage.googleapis.com", ...google }),
  },
  {
    id: "anthropic",
    setting: "ANTHROPIC_API_KEY",
    connect: ({ anthropic }) => anthropic && createAnthropicWire({ baseUrl: "https://api.anthropic.com", ...anthropic }),
  },
  {
    id: "openai",
    setting: "OPENAI_API_KEY",
    connect: ({ openai }) => openai && createResponsesWire({ baseUrl: "https://api.openai.com/v1", ...openai }),
  },
];

export function createModels(settings: ModelSettings, builtin: Model): Models {
  const limits = { ...defaultLimits, ...settings.limits };
  const byProvider = new Map<ProviderId, Model>([["builtin", builtin]]);
  for (const { id, connect } of providers) {
    const wire = connect(settings);
    if (wire !== undefined) byProvider.set(id, createWireModel(wire, limits));
  }
  const servers = (settings.servers ?? []).map((server) => ({
    models: createLocalModels(server),
    model: createWireModel(createChatWire({ ...server, baseUrl: serverBase(server.url) }), limits),
  }));

  /** Where two servers have a model of the same name, the first one's counts. */
  async function listLocal(): Promise<{ row: ModelRow; model: Model }[]> {
    const lists = servers.map(async ({ models, model }) => (await models.list()).map((row) => ({ row, model })));
    const byId = new Map<string, { row: ModelRow; model: Model }>();
    for (const one of (await Promise.all(lists)).flat()) if (!byId.has(one.row.id)) byId.set(one.row.id, one);
    return [...byId.values()];
  }

  async function choices(access: ModelAccess): Promise<ModelChoice[]> {
    const local = (await listLocal()).map(({ row }) => choiceOf(row, access, true));
    return [...catalogue.map((row) => choiceOf(row, access, byProvider.has(row.provider))), ...local];
  }

  async function defaultModel(access: ModelAccess): Promise<string> {
    const today = new Date().toISOString();
    const all = await choices(access);
    const usable = all.filter((choice) => choice.available && choice.inPlan && choice.isAllowed && !hasEnded(choice, today));
    const chosen = usable.find(({ id }) => id === settings.defaultModel);
    if (chosen !== undefined) return chosen.id;
    for (const provider of ["compatible", "google", "anthropic", "openai"]) {
      const own = usable.filter((choice) => choice.provider === provider);
      const best = own.find((choice) => choice.group === "Recommended") ?? own[0];
      if (best !== undefined) return best.id;
    }
    return builtinModelId;
  }

  async function find(id: string, access: ModelAccess): ReturnType<Models["find"]> {
    const found = await reachable(id);
    const refusal = "problem" in found ? null : modelRefusal(access, found.row.id);
    return refusal === null ? found : { problem: problemOf(refusal) };
  }

  async function reachable(id: string): ReturnType<Models["find"]> {
    if (id.startsWith(localModelPrefix)) return findLocal(id);
    const row = findModel(id);
    if (row === undefined) return { problem: problemOf("model-unknown") };
    const model = byProvider.get(row.provider);
    if (model === undefined)
      return { problem: problemOf("model-not-configured", `Set ${settingOf(row.provider)} to use ${row.name}.`) };
    return { row, reach: reachOf(row, model) };
  }

  /** Also found while its server is down: a chat with its model then gets the problem that it can't be reached. */
  async function findLocal(id: string): ReturnType<Models["find"]> {
    const name = id.slice(localModelPrefix.length);
    if (servers.length === 0) return { problem: problemOf("model-not-configured", `Set MODEL_SERVER_URL to use ${name}.`) };
    const known = (await listLocal()).find(({ row }) => row.id === id);
    if (known !== undefined) return { row: known.row, reach: reachOf(known.row, known.model) };
    const lists = await Promise.all(servers.map(({ models }) => models.list()));
    const silent = servers.find((_, index) => lists[index]!.length === 0);
    if (name === "" || silent === undefined) return { problem: problemOf("model-unknown") };
    const row = localModel(name);
    return { row, reach: reachOf(row, silent.model) };
  }

  return { choices, defaultModel, find };
}

/** The built-in editor is part of Stet: what it reads does not leave the server. */
function reachOf({ provider }: ModelRow, model: Model): Reach {
  return (secrecy, around = (one) => one) => {
    const reached = around(limitedModel(model));
    return provider === "builtin" ? reached : pseudonymized(reached, secrecy);
  };
}

function choiceOf(row: ModelRow, access: ModelAccess, available: boolean): ModelChoice {
  const choice = { ...row, available, inPlan: mayUseModel(access.plan, row.id), isAllowed: isModelAllowed(access, row.id) };
  return available ? choice : { ...choice, missingSetting: settingOf(row.provider) };
}

/** The environment variable with a provider's key. */
export function settingOf(provider: ProviderId): string {
  return providers.find(({ id }) => id === provider)?.setting ?? "";
}

/** The model settings in the environment. Google's key has two names. */
export function modelSettingsOf(env: Env): ModelSettings {
  const google = env.GOOGLE_API_KEY ?? env.GEMINI_API_KEY;
  return {
    ...provided("openai", env.OPENAI_API_KEY, env.OPENAI_BASE_URL),
    ...provided("anthropic", env.ANTHROPIC_API_KEY, env.ANTHROPIC_BASE_URL),
    ...provided("google", google, env.GOOGLE_BASE_URL),
    ...(env.MODEL_SERVER_URL === undefined
      ? {}
      : {
          servers: [
            {
              url: env.MODEL_SERVER_URL,
              ...optional("key", env.MODEL_SERVER_KEY),
              ...optional("name", env.MODEL_SERVER_NAME),
            },
          ],
        }),
    limits: { firstByteMs: env.MODEL_FIRST_BYTE_SECONDS * 1000, silenceMs: env.MODEL_SILENCE_SECONDS * 1000 },
  };
}

function provided(
  provider: "openai" | "anthropic" | "google",
  key: string | undefined,
  baseUrl: string | undefined,
): ModelSettings {
  return key === undefined ? {} : { [provider]: { key, ...optional("baseUrl", baseUrl) } };
}

function optional<Name extends string>(name: Name, value: string | undefined): { [key in Name]?: string } {
  return (value === undefined ? {} : { [name]: value }) as { [key in Name]?: string };
}
