/* What the built-in editor does next, from the conversation so far. */
import type { ModelRequest } from "../model.ts";

export type Step = { kind: "say"; text: string } | { kind: "call"; name: string; input: Record<string, unknown> };

export function nextStep(_request: ModelRequest): Step {
  return {
    kind: "say",
    text: "I am Stet's built-in editor: rules, not a language model. To add a language model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY, or MODEL_SERVER_URL for a server of your own, and start Stet again.",
  };
}
