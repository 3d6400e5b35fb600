/*
 * npm run plan -- person@example.org professional
 * npm run plan -- organization:slug starter --seats 5
 *
 * Sets the plan of a person or organization, effective from their next request. Works whether or not Stet is running.
 */
import { parseArgs } from "node:util";
import { plans } from "#core/account/plans.ts";
import { administer } from "#server/process/administration.ts";
import { readEnv } from "#server/env.ts";
import { planOrderSchema, type PlanOrder } from "#server/billing/plan-order.ts";

const usage = `Say who and which plan:
  npm run plan -- person@example.org professional
  npm run plan -- organization:slug starter --seats 5
Plans: ${plans.join(", ")}.`;

function orderFrom(given: string[]): PlanOrder {
  const { positionals, values } = parseArgs({ args: given, allowPositionals: true, options: { seats: { type: "string" } } });
  const [to, plan] = positionals;
  const order = planOrderSchema.safeParse({ to, plan, seats: values.seats === undefined ? null : Number(values.seats) });
  if (!order.success || positionals.length !== 2) throw new Error(usage);
  return order.data;
}

try {
  const order = orderFrom(process.argv.slice(2));
  console.log(await administer(readEnv(process.env), "/plan", order));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
