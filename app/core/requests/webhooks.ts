/* What is asked of webhooks. */
import { z } from "zod";
import { refuseWebhookAddress, webhookEvents, webhookLimits } from "../webhooks/webhook.ts";

const events = z
  .array(z.enum(webhookEvents))
  .min(1, "Choose at least one event.")
  .max(webhookEvents.length)
  .transform((chosen) => webhookEvents.filter((event) => chosen.includes(event)));

export const newWebhookSchema = z.object({
  url: z
    .string()
    .trim()
    .max(webhookLimits.address, `An address has at most ${webhookLimits.address} characters.`)
    .superRefine((address, check) => {
      const refusal = refuseWebhookAddress(address);
      if (refusal !== null) check.addIssue({ code: "custom", message: refusal });
    }),
  events,
});
export type NewWebhook = z.infer<typeof newWebhookSchema>;

export const webhookChangeSchema = z.union([z.strictObject({ events }), z.strictObject({ isPaused: z.boolean() })]);
export type WebhookChange = z.infer<typeof webhookChangeSchema>;
