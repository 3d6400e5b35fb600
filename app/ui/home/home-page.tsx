/* The home of a workspace. Empty lists are not shown; a workspace with nothing in it shows where to begin. */
import { roleWords } from "#core/workspace/organization.ts";
import { DeletionNotice } from "../organizations/deletion-notice.tsx";
import { OfferLine } from "../organizations/offer-notice.tsx";
import { useFresh } from "../projects/use-fresh.ts";
import { ChangedLawList } from "../sources/changed-law.tsx";
import { AskField } from "./ask-field.tsx";
import { GetStarted } from "./get-started.tsx";
import type { HomeData } from "./home-data.ts";
import { FoundList } from "./found-list.tsx";
import { News, Projects, Recent } from "./recent.tsx";
import { AtWorkNow, Waiting } from "./waiting.tsx";

const news = new Set<string>(["connected", "comments", "draft-changes", "jobs", "chat", "project", "project-removed"]);

export function HomePage(home: HomeData) {
  const { organization, canMake, name } = home;
  // "connected": what happened between the server's answer and the first update is in neither.
  useFresh(({ type }) => news.has(type));
  const isEmpty =
    home.chats.length + home.drafts.length + home.projects.length + home.news.length + home.comments.items.length === 0;
  return (
    <main className="min-h-0 flex-1 overflow-y-auto scroll-thin">
      <div className="mx-auto w-full max-w-200 px-5 pt-10 pb-20">
        {organization?.offeredBy != null && <OfferLine from={organization.offeredBy} name={organization.name} />}
        {organization?.deleteAt != null && <DeletionNotice at={organization.deleteAt} />}
        <h1 className="font-serif text-display wrap-anywhere">{organization?.name ?? `Good to see you, ${name}`}</h1>
        {organization !== null && !canMake && (
          <p className="mt-2 text-base text-ink-soft">You are a guest here. {roleWords[organization.role]}</p>
        )}
        <AskField find={home.find} canMake={canMake} />
        {home.found !== null && <FoundList find={home.find} found={home.found} />}
        <Waiting home={home} />
        {home.changedLaw.length > 0 && (
          <section aria-labelledby="changed-law" className="mt-10">
            <h2 id="changed-law" className="mb-2 font-serif text-title">
              Law that has changed
            </h2>
            <ChangedLawList changed={home.changedLaw} showsPlace />
          </section>
        )}
        <AtWorkNow jobs={home.jobs} chats={home.chats} />
        {isEmpty && !canMake && <p className="mt-10 text-base text-ink-soft">Nothing has been shared with you yet.</p>}
        {canMake && <GetStarted home={home} isEmpty={isEmpty} />}
        <div className="mt-10 grid gap-x-12 gap-y-10 sm:grid-cols-2">
          <Recent chats={home.chats} drafts={home.drafts} />
          <Projects projects={home.projects} />
          <News news={home.news} />
        </div>
      </div>
    </main>
  );
}
