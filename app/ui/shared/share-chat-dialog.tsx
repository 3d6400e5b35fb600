/*
 * Shares a chat by link and lists its links. A link is shown in full only when it
 * is created, since the server stores only its hash.
 */
import { Check, Copy, Link2, Link2Off } from "lucide-react";
import { useEffect, useState } from "react";
import type { ChatShare, ShareLife } from "#core/chat/chat-share.ts";
import { ask, problemIn, sentenceOf } from "../ask.ts";
import { Button } from "../kit/button.tsx";
import { Dialog } from "../kit/dialog.tsx";
import { showToast } from "../kit/toast.tsx";
import { dayOf } from "../projects/project-words.ts";

type NamedChat = { id: string; title: string };
type ShareChatDialogProps = { chat: NamedChat | null; onClose: () => void };

const lives: { value: ShareLife; label: string }[] = [
  { value: "day", label: "One day" },
  { value: "week", label: "7 days" },
  { value: "month", label: "30 days" },
  { value: "always", label: "Never" },
];

export function ShareChatDialog({ chat, onClose }: ShareChatDialogProps) {
  // Keeps the text while the dialog closes.
  const [last, setLast] = useState(chat);
  if (chat !== null && chat !== last) setLast(chat);
  return (
    <Dialog
      open={chat !== null}
      onOpenChange={(open) => !open && onClose()}
      title="Share chat"
      description={
        <>
          Anyone with the link can see “{last?.title || "New chat"}” as it is now, without an account. They don’t see your name,
          anything written later, or your files, except for passages cited in answers.
        </>
      }
      size="medium"
    >
      {last !== null && <ShareForm key={last.id} chat={last} onClose={onClose} />}
    </Dialog>
  );
}

function ShareForm({ chat, onClose }: { chat: NamedChat; onClose: () => void }) {
  const { shares, read } = useOwnShares();
  const [life, setLife] = useState<ShareLife>("month");
  const [made, setMade] = useState<{ id: string; url: string } | null>(null);
  const [isPending, setPending] = useState(false);

  async function share() {
    setPending(true);
    try {
      const { data } = await ask<{ data: ChatShare & { shareUrl: string } }>(`/api/chats/${chat.id}/share`, {
        body: { expires: life },
      });
      setMade({ id: data.id, url: data.shareUrl });
      await read();
    } catch (error) {
      const { code, title, detail } = problemIn(error);
      const isRefused = code === "cannot-share-chat" || code === "not-found";
      const words = isRefused ? `Cannot share this chat${detail === undefined ? "" : `: ${detail}`}` : undefined;
      showToast({
        kind: "error",
        text: words ?? (code === "share-chat-failed" ? title : "Failed to share chat. Please try again."),
      });
    } finally {
      setPending(false);
    }
  }
  async function revoke(id: string) {
    try {
      await ask(`/api/chat-shares/${id}`, { method: "DELETE" });
      if (made?.id === id) setMade(null);
      showToast({ kind: "success", text: "Link revoked." });
      await read();
    } catch (error) {
      showToast({ kind: "error", text: sentenceOf(problemIn(error)) });
    }
  }

  return (
    <div className="flex flex-col gap-5">
      {made === null ? (
        <fieldset>
          <legend className="mb-1.5 font-medium">Link expires after</legend>
          <div className="flex flex-wrap gap-1.5">
            {lives.map(({ value, label }) => (
              <label key={value} className={lifeClass}>
                <input type="radio" name="life" className="sr-only" checked={life === value} onChange={() => setLife(value)} />
                {label}
              </label>
            ))}
          </div>
        </fieldset>
      ) : (
        <MadeLink url={made.url} />
      )}
      <ShareList title="Links to this chat" shares={shares.filter((one) => one.chatId === chat.id)} onRevoke={revoke} />
      <ShareList title="Links to other chats" shares={shares.filter((one) => one.chatId !== chat.id)} onRevoke={revoke} isNamed />
      <div className="flex justify-end gap-2">
        <Button onClick={onClose}>{made === null ? "Cancel" : "Done"}</Button>
        {made === null && (
          <Button variant="primary" pending={isPending} onClick={() => void share()}>
            <Link2 /> Create link
          </Button>
        )}
      </div>
    </div>
  );
}

function MadeLink({ url }: { url: string }) {
  const [isCopied, setCopied] = useState(false);
  async function copy() {
    try {
      await navigator.clipboard.writeText(url);
      setCopied(true);
      showToast({ kind: "success", text: "Copied to clipboard!", id: "copy" });
    } catch {
      showToast({ kind: "error", text: "Failed to copy to clipboard." });
    }
  }
  return (
    <div>
      <label htmlFor="share-url" className="mb-1.5 block font-medium">
        The link
      </label>
      <div className="flex gap-2">
        <input
          id="share-url"
          readOnly
          value={url}
          onFocus={(event) => event.currentTarget.select()}
          className="h-10 min-w-0 flex-1 rounded-lg border border-rule-strong bg-paper px-3 max-sm:text-base pointer-coarse:h-11"
        />
        <Button variant="primary" className="h-10 pointer-coarse:h-11" onClick={() => void copy()}>
          {isCopied ? <Check /> : <Copy />} Copy
        </Button>
      </div>
      <p className="mt-1.5 text-xs text-ink-faint">
        Copy it now: it won’t be shown again. If you lose it, revoke it and create another.
      </p>
    </div>
  );
}

type ShareListProps = { title: string; shares: readonly ChatShare[]; onRevoke: (id: string) => Promise<void>; isNamed?: boolean };

function ShareList({ title, shares, onRevoke, isNamed = false }: ShareListProps) {
  if (shares.length === 0) return null;
  return (
    <section aria-label={title}>
      <h3 className="font-medium">{title}</h3>
      <ul className="scroll-thin mt-1 max-h-48 overflow-y-auto">
        {shares.map((share) => (
          <li key={share.id} className="flex items-center gap-3 border-b border-rule py-1.5 last:border-b-0">
            <span className="min-w-0 flex-1">
              {isNamed && <span className="block truncate">{share.title || "New chat"}</span>}
              <span className={isNamed ? "text-xs text-ink-faint" : ""}>
                Created {dayOf(share.createdAt)},{" "}
                {share.expiresAt === null ? "works until revoked" : `works until ${dayOf(share.expiresAt)}`}
              </span>
            </span>
            <Button
              size="small"
              variant="quiet"
              aria-label={`Revoke the link to ${share.title || "New chat"} created ${dayOf(share.createdAt)}`}
              onClick={() => void onRevoke(share.id)}
            >
              <Link2Off /> Revoke
            </Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function useOwnShares(): { shares: readonly ChatShare[]; read: () => Promise<void> } {
  const [shares, setShares] = useState<readonly ChatShare[]>([]);
  useEffect(() => {
    readShares().then(setShares, (error: unknown) => showToast({ kind: "error", text: sentenceOf(problemIn(error)) }));
  }, []);
  return { shares, read: async () => setShares(await readShares()) };
}

async function readShares(): Promise<ChatShare[]> {
  return (await ask<{ shares: ChatShare[] }>("/api/chat-shares")).shares;
}

const lifeClass =
  "flex h-9 cursor-pointer items-center rounded-lg border border-rule-strong/70 px-3 pointer-coarse:h-11 hover:bg-wash " +
  "has-checked:border-blue has-checked:bg-blue-soft has-checked:text-blue has-focus-visible:outline-2 has-focus-visible:outline-blue";
