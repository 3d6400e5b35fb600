/* A draft: its document, and in the page its text as HTML, of a long one the beginning, so that it shows before the editor loads. */
import { redirect } from "react-router";
import { modelAccess } from "#core/models/model-access.ts";
import { problem } from "#core/workspace/problem.ts";
import { getDraftAsText } from "#server/data/drafts/drafts.ts";
import { listChangedLaw } from "#server/data/law/changed-law.ts";
import { listWatchedLaw } from "#server/data/research/watched-law.ts";
import { getWritingRules } from "#server/data/drafts/writing-styles.ts";
import { actorContext, stetContext } from "#server/contexts.ts";
import { longWork } from "#server/long-work/long-work.ts";
import { DraftPage } from "#ui/editor/page/draft-page.tsx";
import { setTextOnServer } from "#ui/editor/saving/text-on-server.ts";
import type { Route } from "./+types/draft.ts";

const mostChangedLaw = 20;
const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export async function loader({ context, params, request, url }: Route.LoaderArgs) {
  const me = context.get(actorContext);
  if (me.kind !== "person" || !uuid.test(params.draftId)) throw problem("not-found");
  const { db, models } = context.get(stetContext);
  const draft = await getDraftAsText(me, db, params.draftId);
  // Nothing shows outside its workspace.
  if (draft.organizationId !== me.organizationId) throw problem("not-found");
  // It has been moved: links to its old address still lead to it.
  if (draft.projectId !== params.projectId) throw redirect(url.pathname.replace(params.projectId, draft.projectId) + url.search);
  // Within the application the editor is there already, and only the data is asked for.
  const isPage = new URL(request.url).pathname === url.pathname;
  const [html, changedLaw, watchedLaw] = await Promise.all([
    isPage ? longWork(me, "draftHtml", draft.document) : "",
    listChangedLaw(me, db, { draftId: draft.id, limit: mostChangedLaw }),
    listWatchedLaw(me, db, { draftId: draft.id, limit: mostChangedLaw }),
  ]);
  return {
    draft: setTextOnServer(draft, html),
    changedLaw: [...watchedLaw, ...changedLaw],
    defaultModel: await models.defaultModel(modelAccess(me)),
    rules: draft.canChange ? await getWritingRules(me, db) : null,
  };
}

/** An open draft follows its own updates. */
export function shouldRevalidate({
  currentParams,
  nextParams,
}: {
  currentParams: Record<string, string | undefined>;
  nextParams: Record<string, string | undefined>;
}) {
  return currentParams["draftId"] !== nextParams["draftId"] || currentParams["projectId"] !== nextParams["projectId"];
}

export function meta({ loaderData }: Route.MetaArgs) {
  return [{ title: loaderData ? `${loaderData.draft.name} · Stet` : "Stet" }];
}

export default function DraftRoute({ loaderData: { draft, changedLaw, defaultModel, rules } }: Route.ComponentProps) {
  return (
    <DraftPage
      key={`${draft.projectId} ${draft.id}`}
      draft={draft}
      changedLaw={changedLaw}
      defaultModel={defaultModel}
      rules={rules}
    />
  );
}
