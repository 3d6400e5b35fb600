/*
 * Short notices in the upper corner, or where they cover no control: showToast({
 * kind: "success", text: "Copied to clipboard!" }). A notice with the same id replaces
 * the previous one (loading, then success or error). Loading stays until it is
 * replaced; one with an action stays longer, so that Undo can be reached. No notice
 * disappears while the pointer or focus is on the corner.
 */
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore, type ReactNode, type RefObject } from "react";
import { IconButton } from "./icon-button.tsx";
import { Spinner } from "./spinner.tsx";

export type ToastKind = "success" | "error" | "loading" | "info";

export type ToastNotice = {
  kind: ToastKind;
  text: string;
  action?: { label: string; run: () => void };
  id?: string;
  /** Milliseconds; 0 stays until dismissed. */
  duration?: number;
};
type Shown = ToastNotice & { id: string; duration: number };

const mostAtOnce = 4;
let shown: readonly Shown[] = [];
let count = 0;
const listeners = new Set<() => void>();

/** Returns the notice's id, for dismissToast or a later notice that replaces it. */
export function showToast(notice: ToastNotice): string {
  const id = notice.id ?? `toast-${++count}`;
  const next: Shown = { ...notice, id, duration: notice.duration ?? defaultDuration(notice) };
  const isThere = shown.some((other) => other.id === id);
  publish(isThere ? shown.map((other) => (other.id === id ? next : other)) : [...shown, next].slice(-mostAtOnce));
  return id;
}

export function dismissToast(id: string): void {
  publish(shown.filter((notice) => notice.id !== id));
}

function defaultDuration({ kind, action }: ToastNotice): number {
  if (kind === "loading") return 0;
  if (action !== undefined) return 10_000;
  return kind === "error" ? 8000 : 4000;
}

function publish(next: readonly Shown[]): void {
  shown = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const none: readonly Shown[] = [];

/**
 * Rendered once, by the kit's provider. The region is always present, because
 * screen readers only announce changes in a region that already exists.
 */
export function ToastLayer() {
  const notices = useSyncExternalStore(
    subscribe,
    () => shown,
    () => none,
  );
  const [isHeld, setHeld] = useState(false);
  const layer = useClearLayer(notices.length > 0, isHeld);
  return (
    <section
      ref={layer}
      aria-label="Notices"
      className="pointer-events-none fixed top-4 right-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col-reverse gap-2 pt-[env(safe-area-inset-top)] max-lg:top-15"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
    >
      {/* Explicit, although a status is polite by default: an open dialog hides everything without aria-live. */}
      <div role="status" aria-live="polite" className="contents">
        {notices.map((notice) => (
          <Toast key={notice.id} notice={notice} isHeld={isHeld} />
        ))}
      </div>
    </section>
  );
}

function useClearLayer(hasNotices: boolean, isHeld: boolean): RefObject<HTMLElement | null> {
  const layer = useRef<HTMLElement>(null);
  const held = useRef(isHeld);
  useEffect(() => void (held.current = isHeld), [isHeld]);
  useLayoutEffect(() => {
    if (!hasNotices) return;
    let stop: (() => void) | null = () => {};
    // Without it, the notices stay in the corner.
    void import("./toast-place.ts").then(
      ({ keepClear }) => void (stop &&= keepClear(layer.current!, () => held.current)),
      () => {},
    );
    return () => {
      stop?.();
      stop = null;
    };
  }, [hasNotices]);
  return layer;
}

const icons: Record<ToastKind, ReactNode> = {
  success: <CircleCheck className="text-insert" />,
  error: <CircleAlert className="text-danger" />,
  loading: <Spinner className="size-4 text-ink-soft" />,
  info: <Info className="text-blue" />,
};

function Toast({ notice, isHeld }: { notice: Shown; isHeld: boolean }) {
  const { id, kind, text, action } = notice;
  useEffect(() => {
    if (notice.duration === 0 || isHeld) return;
    const timer = setTimeout(() => dismissToast(notice.id), notice.duration);
    return () => clearTimeout(timer);
  }, [notice, isHeld]);
  return (
    <div role={kind === "error" ? "alert" : undefined} className={toastClass}>
      {icons[kind]}
      <p className="min-w-0 flex-1 py-1.5 break-words">{text}</p>
      {action !== undefined && (
        <button type="button" className={actionClass} onClick={() => (dismissToast(id), action.run())}>
          {action.label}
        </button>
      )}
      <IconButton label="Dismiss" icon={<X />} size="small" onClick={() => dismissToast(id)} />
    </div>
  );
}

const toastClass =
  "pointer-events-auto flex items-center gap-3 rounded-xl border border-rule bg-raised py-2 pr-2 pl-3.5 text-ink shadow-panel " +
  "transition-[opacity,translate] duration-150 starting:-translate-y-2 starting:opacity-0 [&>svg]:size-4 [&>svg]:shrink-0";

const actionClass = "h-8 shrink-0 rounded-lg px-2.5 font-medium text-blue touch-target hover:bg-wash";
