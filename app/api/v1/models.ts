/* GET /v1/models: the models the organization can use now. */
import { z } from "zod";
import { modelAccess } from "#core/models/model-access.ts";
import { hasEnded, type ModelChoice } from "#core/models/models.ts";
import type { Person } from "#core/workspace/policy.ts";
import { problem } from "#core/workspace/problem.ts";
import type { Stet } from "#server/stet.ts";
import { route } from "./route.ts";

const modelSchema = z.object({
  id: z.string(),
  object: z.literal("model"),
  created: z.literal(0).describe("Not known."),
  owned_by: z.string(),
  name: z.string(),
  context_window: z.int().nullable().describe("Tokens; null when the model's server does not say."),
});

export function models(stet: Stet) {
  return [
    route({
      method: "get",
      path: "/v1/models",
      scope: "models:read",
      summary: "List models",
      description: "Those that have a key here and that the organization's plan and policies include.",
      answer: z.object({ object: z.literal("list"), data: z.array(modelSchema) }),
      handle: async ({ me }) => ({ object: "list", data: await usableModels(stet, me) }),
    }),
    route({
      method: "get",
      path: "/v1/models/{id}",
      scope: "models:read",
      summary: "Read one model",
      answer: modelSchema,
      async handle({ me, id }) {
        const found = (await usableModels(stet, me)).find((model) => model.id === id);
        if (found === undefined) throw problem("model-unknown");
        return found;
      },
    }),
  ];
}

async function usableModels(stet: Stet, me: Person): Promise<z.infer<typeof modelSchema>[]> {
  const today = new Date().toISOString();
  const choices = await stet.models.choices(modelAccess(me));
  return choices.filter((choice) => choice.available && choice.inPlan && choice.isAllowed && !hasEnded(choice, today)).map(modelOf);
}

function modelOf({ id, name, provider, contextWindow }: ModelChoice): z.infer<typeof modelSchema> {
  const owner = provider === "builtin" ? "stet" : provider === "compatible" ? "this-server" : provider;
  return { id, object: "model", created: 0, owned_by: owner, name, context_window: contextWindow };
}
