/*
 * A chat that does not exist yet; chat-layout.tsx renders it. The initial model is loaded here, so that a quick first
 * message goes to it.
 */
import type { ChatProject, ChatReview } from "#core/chat/chat.ts";
import { hasRight, mayAdminister, type Actor } from "#core/workspace/policy.ts";
import { isModelConnected, modelAccess } from "#core/models/model-access.ts";
import { slugOfPath } from "#core/workspace/place.ts";
import { problem } from "#core/workspace/problem.ts";
import { isUuid } from "#core/text/uuid.ts";
import { listRecentDrafts } from "#server/data/organizations/organization-home.ts";
import { getProject } from "#server/data/organizations/projects.ts";
import { getReview } from "#server/data/reviews/reviews.ts";
import type { Db } from "#server/db/database.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { knownRecentDrafts, rememberRecentDrafts } from "#ui/drafts/recent-drafts.ts";
import { knownDefaultModel, knownToNeedModel } from "#ui/models/model-list.ts";
import type { Route } from "./+types/start.ts";

export async function loader({ context, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  const { db, models } = context.get(stetContext);
  const defaultModel = me.kind === "person" ? await models.defaultModel(modelAccess(me)) : null;
  const needsModel = me.kind === "person" && mayAdminister(me) && !isModelConnected(await models.choices(modelAccess(me)));
  const drafts = me.kind === "person" ? await listRecentDrafts(me, db, draftsShown) : [];
  const project = await projectAt(me, db, url.searchParams.get("project"));
  const review = await reviewAt(me, db, url.searchParams.get("review"), project);
  return { defaultModel, needsModel, drafts, project, review };
}

const draftsShown = 3;

/** /chat?project={id}: the project in which the chat will start. */
async function projectAt(me: Actor, db: Db, id: string | null): Promise<ChatProject | null> {
  if (id === null) return null;
  if (!isUuid(id)) throw problem("not-found");
  const { name, ownerName, isOwner: isOwn, role, organizationId } = await getProject(me, db, id);
  if (!hasRight(role, "write") || me.kind !== "person" || organizationId !== me.organizationId) throw problem("not-found");
  return { id, name, ownerName, isOwn };
}

/** /chat?project={id}&review={id}: the review whose table the chat will be about. */
async function reviewAt(me: Actor, db: Db, id: string | null, project: ChatProject | null): Promise<ChatReview | null> {
  if (id === null) return null;
  if (!isUuid(id) || me.kind !== "person") throw problem("not-found");
  const { name, projectId } = await getReview(me, db, id);
  if (projectId !== project?.id) throw problem("not-found");
  return { id, name };
}

export async function clientLoader({ serverLoader, url }: Route.ClientLoaderArgs) {
  const slug = slugOfPath(url.pathname);
  const [defaultModel, drafts] = [knownDefaultModel(slug), knownRecentDrafts(slug)];
  if (defaultModel !== null && drafts !== null && !url.searchParams.has("project"))
    return { defaultModel, needsModel: knownToNeedModel(), drafts, project: null, review: null };
  const loaded = await serverLoader();
  rememberRecentDrafts(slug, loaded.drafts);
  return loaded;
}

export function meta() {
  return [{ title: "Stet" }];
}

export default function Start() {
  return null;
}
