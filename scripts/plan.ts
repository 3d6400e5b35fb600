/*
 * npm run plan -- person@example.org professional
 * npm run plan -- organization:slug starter --seats 5
 *
 * Sets the plan of a person or organization, effective from their next request. Works whether or not Stet is running.
 */
import { parseArgs } from "node:util";
import { plans } from "#core/account/plans.ts";
import { askRunning } from "#server/process/administration.ts";
import { openDatabase } from "#server/db/database.ts";
import { readEnv, type Env } from "#server/env.ts";
import { carryOut, planOrderSchema, type PlanOrder } from "#server/billing/plan-order.ts";

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

async function directly(env: Env, order: PlanOrder): Promise<string> {
  const database = await openDatabase({ url: env.DATABASE_DIRECT_URL ?? env.DATABASE_URL, folder: `${env.STET_DATA}/database` });
  try {
    return await carryOut(order, database.db);
  } finally {
    await database.close();
  }
}

try {
  const order = orderFrom(process.argv.slice(2));
  const env = readEnv(process.env);
  console.log((await askRunning(env, order)) ?? (await directly(env, order)));
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
