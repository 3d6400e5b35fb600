/*
 * The available models and how to reach each. A provider without a key is listed with the missing
 * setting; a self-hosted server is queried for its models; the built-in editor is always
 * available.
 */
import { builtinModelId, localModelPrefix, mayUseModel } from "#core/account/plans.ts";
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
import type { Plan } from "#core/workspace/policy.ts";
import type { Env } from "../env.ts";
import { limitedModel } from "./limited-model.ts";
import type { Model } from "./model.ts";
import { createAnthropicWire } from "./anthropic.ts";
import { createGeminiWire } from "./gemini.ts";
import { createLocalModels, serverBase } from "./local-models.ts";
import { createChatWire } from "./openai-chat.ts";
import { createResponsesWire } from "./openai-responses.ts";
import { createWireModel, defaultLimits, type ModelLimits, type Wire } from "./wire-model.ts";

export type ModelSettings = {
  openai?: { key: string; baseUrl?: string };
  anthropic?: { key: string; baseUrl?: string };
  google?: { key: string; baseUrl?: string };
  /** An OpenAI-compatible server by URL: Ollama, llama.cpp, vLLM, LM Studio, a gateway. */
  compatible?: { url: string; key?: string; name?: string };
  /** Overrides of `defaultLimits`. */
  limits?: Partial<ModelLimits>;
};

export type Models = {
  /** The response of GET /api/models for a person on this plan. */
  choices(plan: Plan): Promise<ModelChoice[]>;
  defaultModel(plan: Plan): Promise<string>;
  /**
   * The row and its model for one answer, or why it can't be used: model-unknown,
   * model-not-configured. The caller checks plans.
   */
  find(id: string): Promise<{ row: ModelRow; model: Model } | { problem: Problem }>;
};

type Provider = { id: ProviderId; setting: string; connect(settings: ModelSettings): Wire | undefined };

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
  {
    id: "compatible",
    setting: "MODEL_SERVER_URL",
    connect: ({ compatible }) => compatible && createChatWire({ ...compatible, baseUrl: serverBase(compatible.url) }),
  },
];

export function createModels(settings: ModelSettings, builtin: Model): Models {
  const limits = { ...defaultLimits, ...settings.limits };
  const byProvider = new Map<ProviderId, Model>([["builtin", builtin]]);
  for (const { id, connect } of providers) {
    const wire = connect(settings);
    if (wire !== undefined) byProvider.set(id, createWireModel(wire, limits));
  }
  const local = settings.compatible === undefined ? undefined : createLocalModels(settings.compatible);

  async function choices(plan: Plan): Promise<ModelChoice[]> {
    const rows = [...catalogue, ...((await local?.list()) ?? [])];
    return rows.map((row) => choiceOf(row, plan, byProvider.has(row.provider)));
  }

  async function defaultModel(plan: Plan): Promise<string> {
    const today = new Date().toISOString();
    const all = await choices(plan);
    const usable = all.filter((choice) => choice.available && choice.inPlan && !hasEnded(choice, today));
    for (const provider of ["compatible", "google", "anthropic", "openai"]) {
      const own = usable.filter((choice) => choice.provider === provider);
      const best = own.find((choice) => choice.group === "Recommended") ?? own[0];
      if (best !== undefined) return best.id;
    }
    return builtinModelId;
  }

  async function find(id: string): ReturnType<Models["find"]> {
    const row = findModel(id) ?? (id.startsWith(localModelPrefix) ? await findLocal(id) : undefined);
    if (row === undefined) return { problem: problemOf("model-unknown") };
    const model = byProvider.get(row.provider);
    if (model === undefined)
      return { problem: problemOf("model-not-configured", `Set ${settingOf(row.provider)} to use ${row.name}.`) };
    return { row, model: limitedModel(model) };
  }

  /** Also found while the server is down: a chat with its model then gets the problem that it can't be reached. */
  async function findLocal(id: string): Promise<ModelRow | undefined> {
    const name = id.slice(localModelPrefix.length);
    const rows = (await local?.list()) ?? [];
    const known = rows.find((row) => row.id === id);
    return known ?? (name === "" || rows.length > 0 ? undefined : localModel(name));
  }

  return { choices, defaultModel, find };
}

function choiceOf(row: ModelRow, plan: Plan, available: boolean): ModelChoice {
  const inPlan = mayUseModel(plan, row.id);
  return available ? { ...row, available, inPlan } : { ...row, available, inPlan, missingSetting: settingOf(row.provider) };
}

function settingOf(provider: ProviderId): string {
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
          compatible: {
            url: env.MODEL_SERVER_URL,
            ...optional("key", env.MODEL_SERVER_KEY),
            ...optional("name", env.MODEL_SERVER_NAME),
          },
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
