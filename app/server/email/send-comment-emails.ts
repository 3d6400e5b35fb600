/* Sends due comment emails. */
import { workspacePath } from "#core/workspace/place.ts";
import { theServer } from "#core/workspace/policy.ts";
import { nextCommentEmailIn, takeCommentNews, type CommentNews } from "../data/upkeep/comment-emails.ts";
import type { Db } from "../db/database.ts";
import { commentsOnDraft } from "./comment-email.ts";
import type { Mail } from "./email-queue.ts";

type Parts = { db: Db; mail: Pick<Mail, "within" | "wake">; url: string };

/** Returns the seconds until the next one is due; null if none is waiting. */
export async function sendCommentEmails({ db, mail, url }: Parts, signal: AbortSignal): Promise<number | null> {
  for (;;) {
    signal.throwIfAborted();
    const news = await takeCommentNews(theServer, db, (trx, found) =>
      mail.within(trx).post(found.to, letterOf(found, url), "comment"),
    );
    if (news === undefined) return nextCommentEmailIn(theServer, db);
    if (news !== "nothing") mail.wake();
  }
}

function letterOf({ draft, slug, comments }: CommentNews, url: string) {
  const path = workspacePath(slug, `/vault/projects/${draft.projectId}/drafts/${draft.id}`);
  return commentsOnDraft({ draft: draft.name, isOwn: draft.isOwn, comments, url: `${url}${path}` });
}
