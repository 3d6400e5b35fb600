/*
 * The model catalog. Ids, context windows and prices are from the providers'
 * documentation in November 2026; anything not found there is null and shown as
 * unknown, never guessed.
 *
 * Providers retire models, including those in the specification. A retired row
 * stays, with its date in `endsOn`, so that chats using it can still be read;
 * the default skips it from that day on.
 */
import type { Plan } from "../workspace/policy.ts";
import type { Usage } from "../chat/message.ts";
import { builtinModelId, localModelPrefix, plansWithModel } from "../account/plans.ts";
import type { ModelGroup } from "./model-groups.ts";

export type ProviderId = "google" | "anthropic" | "openai" | "compatible" | "builtin";

/** US dollars per million tokens. */
export type ModelPrice = {
  input: number;
  output: number;
  /** Null if unknown: cached input is then charged in full. */
  cachedInput: number | null;
  /** Price of a cache write, as a multiple of the input price. */
  cacheWriteTimes?: number;
  /** Some providers multiply the price of a request whose prompt exceeds `over` tokens. */
  longPrompt?: { over: number; inputTimes: number; outputTimes: number };
};

const abilities = ["effort", "images", "pdf", "tools"] as const;
export type Ability = (typeof abilities)[number];

export type ModelRow = {
  id: string;
  name: string;
  /** Shown in the picker, if the name isn't enough. */
  description?: string;
  group: ModelGroup;
  provider: ProviderId;
  /** The provider's id for the model. */
  providerModel: string;
  /** Tokens; null if the server doesn't report it. */
  contextWindow: number | null;
  price: ModelPrice | null;
  /** effort: reasoning effort is adjustable. images, pdf: it can read them. */
  abilities: readonly Ability[];
  plans: readonly Plan[];
  /** The day (ISO) from which the provider no longer serves it under this id. */
  endsOn?: string;
};

/** A row as seen by one person: GET /api/models. */
export type ModelChoice = ModelRow & {
  /** Can be used now, as far as the settings show. */
  available: boolean;
  /** The missing setting, such as OPENAI_API_KEY. */
  missingSetting?: string;
  /** Included in the person's plan. */
  inPlan: boolean;
  /** False if the organization's managers don't allow it. */
  isAllowed: boolean;
};

/*
 * Two facts not in the rows: Gemini 3.8 Flash doubles in price from January
 * 2027. From December 2026 Google serves Gemini 3.5 Flash-Lite as
 * gemini-2.5-flash at the same price, so that row has no end.
 */
export const models: readonly ModelRow[] = [
  builtin("Stet built-in", "Rules, not a language model: grammar, spelling, style and skeletons. Works with no key and offline."),
  recommended(google("gemini-3.8-flash", "Gemini 3.8 Flash", 1_000_000, usd(0.75, 3.75), "effort images pdf tools")),
  recommended(anthropic("claude-sonnet-5-5", "Claude Sonnet 5.5", 1_000_000, usd(2, 10, 0.1), "effort images pdf tools")),
  recommended(openai("gpt-6.2-sol", "GPT-6.2 Sol", 1_050_000, over(272_000, 2, 1.5, usd(2, 10, 0.1)), "effort images pdf tools")),

  google("gemini-3.1-pro-preview", "Gemini 3.1 Pro", 1_048_576, over(200_000, 2, 1.5, usd(2, 12, 0.2)), "effort images pdf tools"),
  google("gemini-3.5-flash", "Gemini 3.5 Flash", 1_048_576, usd(1.5, 9, 0.15), "effort images pdf tools"),
  google("gemini-3.5-flash-lite", "Gemini 3.5 Flash-Lite", 1_048_576, usd(0.3, 2.5, 0.03), "effort images pdf tools"),
  google("gemini-2.5-flash", "Gemini 2.5 Flash", 1_048_576, usd(0.3, 2.5), "effort images pdf tools"),
  google("gemini-2.0-flash", "Gemini 2.0 Flash", 1_048_576, usd(0.1, 0.4), "images pdf tools", "2026-06-01"),

  anthropic("claude-fable-5-2", "Claude Fable 5.2", 1_000_000, usd(8, 40, 0.2), "effort images pdf tools"),
  anthropic("claude-opus-5-5", "Claude Opus 5.5", 1_000_000, usd(4, 20, 0.2), "effort images pdf tools"),
  anthropic("claude-haiku-5-5", "Claude Haiku 5.5", 1_000_000, over(100_000, 5, 5, usd(0.1, 0.5, 0.01)), "effort images pdf tools"),
  anthropic("claude-opus-4-1", "Claude Opus 4.1", 200_000, usd(15, 75), "effort images pdf tools", "2026-08-05"),

  openai("gpt-6-astra", "GPT-6 Astra", 1_050_000, usd(10, 50), "effort images pdf tools"),
  openai("gpt-6-luna", "GPT-6 Luna", 1_050_000, over(272_000, 2, 1.5, usd(0.1, 0.5, 0.01)), "effort images pdf tools"),
  openai("gpt-5.6-terra", "GPT-5.6 Terra", 1_050_000, over(272_000, 2, 1.5, usd(2, 12, 0.2)), "effort images pdf tools"),
  openai("gpt-5", "GPT-5", 400_000, usd(1.25, 10, 0.125), "effort images pdf tools", "2026-12-11"),
  openai("gpt-5-mini", "GPT-5 mini", 400_000, usd(0.25, 2, 0.025), "effort images pdf tools", "2026-12-11"),
  openai("o4-mini", "o4-mini", 200_000, usd(1.1, 4.4, 0.275), "effort images pdf tools", "2026-10-23"),
  openai("o3", "o3", 200_000, usd(2, 8, 0.5), "effort images pdf tools", "2026-12-11"),
  openai("o1", "o1", 200_000, usd(15, 60, 7.5), "effort images pdf tools", "2026-10-23"),
  openai("gpt-4", "GPT-4", 8192, usd(30, 60), "tools", "2026-10-23"),
];

/** The row of a self-hosted model; such a server seldom reports more than the name. */
export function localModel(name: string, contextWindow: number | null = null): ModelRow {
  return {
    id: localModelPrefix + name,
    name,
    group: "On this machine",
    provider: "compatible",
    providerModel: name,
    contextWindow,
    price: null,
    // Whether it supports images or reasoning is up to the server; one that doesn't returns an error, which is shown.
    abilities: ["effort", "images", "tools"],
    plans: plansWithModel(localModelPrefix + name),
  };
}

/** A fast, cheap model per provider for background tasks, and to try a key with. */
const smallModels: Record<Exclude<ProviderId, "compatible" | "builtin">, string> = {
  google: "gemini-3.5-flash-lite",
  anthropic: "claude-haiku-5-5",
  openai: "gpt-6-luna",
};

/** From the same provider, so that the conversation isn't shared with another; the model itself if there is none smaller. */
export function smallModelFor({ id, provider }: Pick<ModelRow, "id" | "provider">): string {
  return provider === "compatible" || provider === "builtin" ? id : smallModels[provider];
}

/** Whether a model can be held to a JSON Schema. Of self-hosted ones it is not known: their answer is checked. */
export function takesAnswerSchema({ id, provider }: Pick<ModelRow, "id" | "provider">): boolean {
  return provider !== "builtin" && !/^(?:gpt-4|o1|gemini-2\.0-flash)$/.test(id);
}

export function findModel(id: string): ModelRow | undefined {
  return models.find((row) => row.id === id);
}

/** `today` is an ISO date or time. */
export function hasEnded(row: Pick<ModelRow, "endsOn">, today: string): boolean {
  return row.endsOn !== undefined && row.endsOn <= today.slice(0, 10);
}

/** US dollars, or undefined if no price is known. Reasoning is billed as output and counted in it. */
export function estimateCost(usage: Usage, model: Pick<ModelRow, "price">): number | undefined {
  const { price } = model;
  if (price === null) return undefined;
  const long = price.longPrompt !== undefined && usage.inputTokens > price.longPrompt.over ? price.longPrompt : undefined;
  const cached = Math.min(usage.cachedInputTokens ?? 0, usage.inputTokens);
  const written = Math.min(usage.cacheWriteTokens ?? 0, usage.inputTokens - cached);
  const fresh = usage.inputTokens - cached + written * ((price.cacheWriteTimes ?? 1) - 1);
  const input = fresh * price.input + cached * (price.cachedInput ?? price.input);
  const output = usage.outputTokens * price.output;
  return (input * (long?.inputTimes ?? 1) + output * (long?.outputTimes ?? 1)) / 1_000_000;
}

/*
 * A rough token count for the gauge at the composer: about four Latin letters
 * per token, or one character in scripts without spaces. Billing uses the
 * provider's count.
 */
export function estimateTokens(text: string): number {
  let narrow = 0;
  let wide = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0x2e80) narrow += code < 0x250 ? 1 : 1.6;
    // The second half of a surrogate pair, already counted.
    else if (code < 0xdc00 || code > 0xdfff) wide++;
  }
  return Math.ceil(narrow / 4 + wide);
}

function usd(input: number, output: number, cachedInput: number | null = null): ModelPrice {
  return { input, output, cachedInput };
}

function over(tokens: number, inputTimes: number, outputTimes: number, price: ModelPrice): ModelPrice {
  return { ...price, longPrompt: { over: tokens, inputTimes, outputTimes } };
}

function google(id: string, name: string, contextWindow: number, price: ModelPrice, able: string, endsOn?: string): ModelRow {
  return row({ id, name, group: "Google", provider: "google", contextWindow, price, able, endsOn });
}

function anthropic(id: string, name: string, contextWindow: number, price: ModelPrice, able: string, endsOn?: string): ModelRow {
  return row({
    id,
    name,
    group: "Anthropic",
    provider: "anthropic",
    contextWindow,
    price: { ...price, cacheWriteTimes: 1.25 },
    able,
    endsOn,
  });
}

function openai(id: string, name: string, contextWindow: number, price: ModelPrice, able: string, endsOn?: string): ModelRow {
  return row({ id, name, group: "OpenAI", provider: "openai", contextWindow, price, able, endsOn });
}

function builtin(name: string, description: string): ModelRow {
  const free = usd(0, 0, 0);
  const given = { group: "Recommended", provider: "builtin", contextWindow: null, price: free, able: "tools" } as const;
  return { ...row({ id: builtinModelId, name, ...given }), description };
}

function recommended(line: ModelRow): ModelRow {
  return { ...line, group: "Recommended" };
}

type Line = Pick<ModelRow, "id" | "name" | "group" | "provider" | "contextWindow" | "price" | "endsOn"> & { able: string };

function row({ able, endsOn, ...line }: Line): ModelRow {
  const words = able.split(" ");
  return {
    ...line,
    providerModel: line.id,
    abilities: abilities.filter((ability) => words.includes(ability)),
    plans: plansWithModel(line.id),
    ...(endsOn === undefined ? {} : { endsOn }),
  };
}
