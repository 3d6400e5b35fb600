/* The groups that models are shown in, in their order. Apart from the catalog, which a page does not need to show them. */

export const modelGroups = ["Recommended", "Google", "Anthropic", "OpenAI", "On this machine"] as const;
export type ModelGroup = (typeof modelGroups)[number];
