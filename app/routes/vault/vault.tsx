/* The projects of the current workspace. */
import { mayMake } from "#core/workspace/policy.ts";
import { listProjects } from "#server/data/organizations/projects.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { VaultPage } from "#ui/projects/vault-page.tsx";
import type { Route } from "./+types/vault.ts";

export function meta() {
  return [{ title: "Vault · Stet" }];
}

export async function loader({ context }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  return { projects: await listProjects(me, context.get(stetContext).db), mayMake: mayMake(me) };
}

export default function Vault({ loaderData }: Route.ComponentProps) {
  return <VaultPage {...loaderData} />;
}
