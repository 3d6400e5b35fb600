/* Sends due comment emails: whenever a comment is written, and every half minute. */
import { workspacePath } from "#core/workspace/place.ts";
import { theServer } from "#core/workspace/policy.ts";
import { takeCommentNews, type CommentNews } from "../data/upkeep/comment-emails.ts";
import type { Db } from "../db/database.ts";
import { commentsOnDraft } from "./comment-email.ts";
import type { Log } from "../log.ts";
import type { Mail } from "./email-queue.ts";

export type CommentEmails = {
  wake(): void;
  /** Resolves when everything due has been written. */
  written(): Promise<void>;
  close(): Promise<void>;
};

type Parts = { db: Db; log: Log; mail: Pick<Mail, "within" | "wake">; url: string };

const lookEveryMs = 30_000;

export function createCommentEmails({ db, log, mail, url }: Parts): CommentEmails {
  let writing: Promise<void> = Promise.resolve();
  const closing = new AbortController();
  const timer = setInterval(wake, lookEveryMs);
  timer.unref();

  async function writeDue(): Promise<void> {
    while (!closing.signal.aborted) {
      const news = await takeCommentNews(theServer, db, (trx, found) =>
        mail.within(trx).post(found.to, letterOf(found), "comment"),
      );
      if (news === undefined) return;
      if (news !== "nothing") mail.wake();
    }
  }

  function letterOf({ draft, slug, comments }: CommentNews) {
    const path = workspacePath(slug, `/vault/projects/${draft.projectId}/drafts/${draft.id}`);
    return commentsOnDraft({ draft: draft.name, isOwn: draft.isOwn, comments, url: `${url}${path}` });
  }

  function wake(): void {
    writing = writing
      .then(writeDue)
      .catch((error: unknown) => log.warn({ err: error }, "Emails about comments could not be queued"));
  }

  return {
    wake,
    written: () => writing,
    async close() {
      closing.abort();
      clearInterval(timer);
      await writing;
    },
  };
}
