import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anyModel, type ModelAccess } from "#core/models/model-access.ts";
import { models as catalogue } from "#core/models/models.ts";
import type { Plan } from "#core/workspace/policy.ts";
import { ask } from "#test/ask.ts";
import { sendEvents, startProvider, type Provider } from "#test/provider.ts";
import { readEnv } from "../env.ts";
import { createModels, modelSettingsOf, type ModelSettings } from "./index.ts";
import { serverBase } from "./local-models.ts";
import { nothingSecret } from "./secrecy.ts";
import type { Model } from "./model.ts";

let provider: Provider;
beforeAll(async () => {
  provider = await startProvider();
});
afterAll(() => provider.stop());

/** A stand-in for the built-in editor; its behavior doesn't matter here. */
const builtin: Model = {
  ask: async (_request, onEvent) => {
    onEvent({ kind: "text", text: "By rules." });
    return { reason: "stop" };
  },
};
const withSettings = (settings: ModelSettings) => createModels({ limits: { retries: 0, firstByteMs: 500 }, ...settings }, builtin);
const onPlan = (plan: Plan): ModelAccess => ({ plan, allowed: null });
const listing = (...ids: string[]) => {
  provider.answer((response) => response.end(JSON.stringify({ object: "list", data: ids.map((id) => ({ id })) })));
};
const problemOf = async (found: ReturnType<ReturnType<typeof createModels>["find"]>) => {
  const result = await found;
  return "problem" in result ? result.problem : undefined;
};

describe("choices", () => {
  test("without any key everything is shown, and everything but the built-in editor says what it lacks", async () => {
    const choices = await withSettings({}).choices(onPlan("professional"));
    expect(choices.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
    for (const choice of choices) {
      const setting = { google: "GOOGLE_API_KEY", anthropic: "ANTHROPIC_API_KEY", openai: "OPENAI_API_KEY" }[
        choice.provider as string
      ];
      expect(choice.missingSetting).toBe(setting);
      expect(choice.available).toBe(setting === undefined);
      expect(choice.inPlan).toBe(true);
    }
  });

  test("a plan hides nothing; it marks", async () => {
    const choices = await withSettings({ openai: { key: "k" } }).choices(onPlan("free"));
    expect(choices.find(({ id }) => id === "gpt-5-mini")).toMatchObject({ available: true, inPlan: true });
    expect(choices.find(({ id }) => id === "gpt-5")).toMatchObject({ available: true, inPlan: false });
  });

  test("the models of the server of your own, as it lists them", async () => {
    provider.answer((response) =>
      response.end(
        JSON.stringify({
          data: [
            { id: "llama3.2:3b" },
            { id: "Qwen/Qwen3-8B", max_model_len: 32_768 },
            { id: "gguf", meta: { n_ctx: 4096 } },
            { id: "nomic-embed-text" },
            { id: 7 },
            null,
          ],
        }),
      ),
    );
    const choices = await withSettings({ servers: [{ url: provider.url, key: "mine", name: "the cellar" }] }).choices(
      onPlan("free"),
    );
    const local = choices.filter(({ group }) => group === "On this machine");
    expect(local.map(({ id, contextWindow }) => [id, contextWindow])).toEqual([
      ["local:llama3.2:3b", null],
      ["local:Qwen/Qwen3-8B", 32_768],
      ["local:gguf", 4096],
    ]);
    expect(local[0]).toMatchObject({ available: true, inPlan: true, description: "On the cellar", price: null });
    expect(provider.asked[0]).toMatchObject({ url: "/v1/models", headers: { authorization: "Bearer mine" } });
  });

  test("the server is not asked again for every look", async () => {
    listing("a");
    const models = withSettings({ servers: [{ url: provider.url }] });
    await Promise.all([models.choices(onPlan("free")), models.choices(onPlan("free"))]);
    await models.choices(onPlan("free"));
    expect(provider.asked).toHaveLength(1);
  });

  test("a list that comes late is there for the next look", async () => {
    let send = () => {};
    provider.answer((response) => {
      send = () => response.end(JSON.stringify({ data: [{ id: "late" }] }));
    });
    const models = withSettings({ servers: [{ url: provider.url }] });
    expect((await models.choices(onPlan("free"))).some(({ id }) => id === "local:late")).toBe(false);
    send();
    await expect.poll(async () => (await models.choices(onPlan("free"))).some(({ id }) => id === "local:late")).toBe(true);
    expect(provider.asked).toHaveLength(1);
  });

  test.each<[string, () => void]>([
    ["is off", () => provider.answer((response) => response.socket?.destroy())],
    ["says no", () => provider.answer((response) => response.writeHead(401).end("{}"))],
    ["answers something else", () => provider.answer((response) => response.end("<html></html>"))],
    ["answers too late", () => provider.answer(() => undefined)],
  ])("a server that %s holds up no one", async (_name, prepare) => {
    prepare();
    const choices = await withSettings({ servers: [{ url: provider.url }] }).choices(onPlan("free"));
    expect(choices.map(({ id }) => id)).toEqual(catalogue.map(({ id }) => id));
  });
});

describe("the default", () => {
  test.each<[string, ModelSettings, "free" | "starter" | "professional", string]>([
    ["nothing configured", {}, "professional", "stet-builtin"],
    ["Google", { google: { key: "k" } }, "professional", "gemini-3.8-flash"],
    ["Google, free: what free allows and Google still serves", { google: { key: "k" } }, "free", "gemini-2.5-flash"],
    ["Anthropic, free: nothing of theirs is in the plan", { anthropic: { key: "k" } }, "free", "stet-builtin"],
    ["Anthropic", { anthropic: { key: "k" } }, "starter", "claude-sonnet-5-5"],
    ["OpenAI", { openai: { key: "k" } }, "starter", "gpt-6.2-sol"],
    ["all three", { openai: { key: "k" }, anthropic: { key: "k" }, google: { key: "k" } }, "professional", "gemini-3.8-flash"],
  ])("%s", async (_name, settings, plan, id) => expect(await withSettings(settings).defaultModel(onPlan(plan))).toBe(id));

  test("the server of your own comes first", async () => {
    listing("mine", "other");
    expect(await withSettings({ servers: [{ url: provider.url }], google: { key: "k" } }).defaultModel(onPlan("free"))).toBe(
      "local:mine",
    );
  });

  test("unless another is chosen, and can be used", async () => {
    listing("mine", "other");
    const settings = { servers: [{ url: provider.url }], google: { key: "k" } };
    const chosen = (defaultModel: string, plan: "free" | "professional") =>
      withSettings({ ...settings, defaultModel }).defaultModel(onPlan(plan));
    expect(await chosen("local:other", "free")).toBe("local:other");
    expect(await chosen("gemini-3.1-pro-preview", "professional")).toBe("gemini-3.1-pro-preview");
    expect(await chosen("gemini-3.1-pro-preview", "free")).toBe("local:mine");
    expect(await chosen("claude-sonnet-5-5", "professional")).toBe("local:mine");
  });

  test("unless it is off", async () => {
    provider.answer((response) => response.socket?.destroy());
    expect(
      await withSettings({ servers: [{ url: provider.url }], google: { key: "k" } }).defaultModel(onPlan("professional")),
    ).toBe("gemini-3.8-flash");
  });
});

describe("find", () => {
  test("the way to each", async () => {
    const found = await withSettings({}).find("stet-builtin", anyModel);
    expect("reach" in found && (await ask(found.reach(nothingSecret))).text).toBe("By rules.");
  });

  test("what is not there says why", async () => {
    const models = withSettings({});
    expect(await problemOf(models.find("no-such-model", anyModel))).toMatchObject({ code: "model-unknown" });
    expect(await problemOf(models.find("local:any", anyModel))).toMatchObject({
      code: "model-not-configured",
      detail: "Set MODEL_SERVER_URL to use any.",
    });
    expect(await problemOf(models.find("gpt-5", anyModel))).toMatchObject({
      code: "model-not-configured",
      detail: "Set OPENAI_API_KEY to use GPT-5.",
    });
  });

  test("a local model is asked by its own name", async () => {
    provider.answer((response, { url }) => {
      if (url === "/v1/models") return response.end(JSON.stringify({ data: [{ id: "llama3.2:3b" }] }));
      sendEvents(response, [{ choices: [{ delta: { content: "Local." }, finish_reason: "stop" }] }]);
    });
    const models = withSettings({ servers: [{ url: `${provider.url}/v1` }] });
    const found = await models.find("local:llama3.2:3b", anyModel);
    if (!("reach" in found)) throw new Error(found.problem.title);
    expect((await ask(found.reach(nothingSecret), { model: found.row.providerModel })).text).toBe("Local.");
    expect(provider.asked.at(-1)).toMatchObject({ url: "/v1/chat/completions", body: { model: "llama3.2:3b" } });
    expect(await problemOf(models.find("local:gone", anyModel))).toMatchObject({ code: "model-unknown" });
  });

  test("of several servers each is asked for its own models, and the first for what two have", async () => {
    const second = await startProvider();
    const answering = (text: string, ...ids: string[]): Parameters<Provider["answer"]>[0] => {
      return (response, { url }) => {
        if (url === "/v1/models") response.end(JSON.stringify({ data: ids.map((id) => ({ id })) }));
        else sendEvents(response, [{ choices: [{ delta: { content: text }, finish_reason: "stop" }] }]);
      };
    };
    provider.answer(answering("First.", "both", "one"));
    second.answer(answering("Second.", "both", "two"));
    const models = withSettings({ servers: [{ url: provider.url }, { url: second.url }] });
    const local = (await models.choices(onPlan("free"))).filter(({ group }) => group === "On this machine");
    expect(local.map(({ id }) => id)).toEqual(["local:both", "local:one", "local:two"]);
    const said = async (id: string) => {
      const found = await models.find(id, anyModel);
      return "reach" in found
        ? (await ask(found.reach(nothingSecret), { model: found.row.providerModel })).text
        : found.problem.code;
    };
    expect([await said("local:both"), await said("local:one"), await said("local:two"), await said("local:none")]).toEqual([
      "First.",
      "First.",
      "Second.",
      "model-unknown",
    ]);
    await second.stop();
  });

  test("while its server is off a local model is found, and says that it cannot be reached", async () => {
    const found = await withSettings({ servers: [{ url: "http://127.0.0.1:9" }] }).find("local:llama", anyModel);
    expect("reach" in found && (await ask(found.reach(nothingSecret))).end).toMatchObject({
      reason: "problem",
      code: "model-unreachable",
    });
  });

  test("each provider is asked at its own address", async () => {
    provider.answer((response) => response.writeHead(400).end("no"));
    const settings = { key: "k", baseUrl: provider.url };
    const models = withSettings({ openai: settings, anthropic: settings, google: settings });
    for (const id of ["gpt-5", "claude-opus-4-1", "gemini-2.5-flash"]) {
      const found = await models.find(id, anyModel);
      if ("reach" in found) await ask(found.reach(nothingSecret), { model: found.row.providerModel });
    }
    expect(provider.asked.map(({ url }) => url)).toEqual([
      "/responses",
      "/v1/messages",
      "/v1beta/models/gemini-2.5-flash:streamGenerateContent?alt=sse",
    ]);
  });
});

test.each([
  ["http://127.0.0.1:11434", "http://127.0.0.1:11434/v1"],
  ["http://127.0.0.1:11434/", "http://127.0.0.1:11434/v1"],
  ["http://127.0.0.1:11434/v1", "http://127.0.0.1:11434/v1"],
  ["http://127.0.0.1:11434/v1/", "http://127.0.0.1:11434/v1"],
  ["https://gateway.example/team/v1", "https://gateway.example/team/v1"],
  ["https://gateway.example/team", "https://gateway.example/team/v1"],
  ["https://host.example/v1beta/openai/", "https://host.example/v1beta/openai"],
])("MODEL_SERVER_URL %s", (url, base) => expect(serverBase(url)).toBe(base));

test("the settings of the environment", () => {
  expect(modelSettingsOf(readEnv({}))).toEqual({ limits: { firstByteMs: expect.any(Number), silenceMs: expect.any(Number) } });
  const env = readEnv({
    OPENAI_API_KEY: "o",
    OPENAI_BASE_URL: "https://proxy.example/v1",
    ANTHROPIC_API_KEY: "a",
    GEMINI_API_KEY: "g",
    MODEL_SERVER_URL: "http://127.0.0.1:11434",
    MODEL_SERVER_KEY: "m",
    MODEL_FIRST_BYTE_SECONDS: "7",
  });
  expect(modelSettingsOf(env)).toMatchObject({
    openai: { key: "o", baseUrl: "https://proxy.example/v1" },
    anthropic: { key: "a" },
    google: { key: "g" },
    servers: [{ url: "http://127.0.0.1:11434", key: "m" }],
    limits: { firstByteMs: 7000 },
  });
});
