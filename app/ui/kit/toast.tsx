/*
 * Short notices in the corner: showToast({ kind: "success", text: "Copied to
 * clipboard!" }). With the same id a notice takes the place of the one before
 * (loading, then success or error). Loading stays until it is replaced; one
 * with an action stays longer, so that Undo can be reached.
 */
import { Toast } from "@base-ui/react/toast";
import { CircleAlert, CircleCheck, Info, X } from "lucide-react";
import type { ReactNode } from "react";
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

const manager = Toast.createToastManager<{ kind: ToastKind }>();

export function showToast({ kind, text, action, id, duration }: ToastNotice): string {
  const shown: string = manager.add({
    ...(id !== undefined && { id }),
    description: text,
    priority: kind === "error" ? "high" : "low",
    timeout: duration ?? defaultDuration(kind, action !== undefined),
    data: { kind },
    actionProps: action && {
      children: action.label,
      onClick: () => {
        manager.close(shown);
        action.run();
      },
    },
  });
  return shown;
}

export function dismissToast(id: string): void {
  manager.close(id);
}

function defaultDuration(kind: ToastKind, hasAction: boolean): number {
  if (kind === "loading") return 0;
  if (hasAction) return 10_000;
  return kind === "error" ? 8000 : 4000;
}

/** Rendered once, by the kit's provider. */
export function ToastLayer({ children }: { children: ReactNode }) {
  return (
    <Toast.Provider toastManager={manager} limit={4}>
      {children}
      <Toast.Portal>
        <Toast.Viewport className="fixed right-4 bottom-4 z-60 flex w-[min(24rem,calc(100vw-2rem))] flex-col gap-2 pb-[env(safe-area-inset-bottom)] outline-none">
          <ToastList />
        </Toast.Viewport>
      </Toast.Portal>
    </Toast.Provider>
  );
}

const icons: Record<ToastKind, ReactNode> = {
  success: <CircleCheck className="text-insert" />,
  error: <CircleAlert className="text-danger" />,
  loading: <Spinner className="size-4 text-ink-soft" />,
  info: <Info className="text-blue" />,
};

function ToastList() {
  const { toasts } = Toast.useToastManager<{ kind: ToastKind }>();
  return toasts.map((toast) => (
    <Toast.Root key={toast.id} toast={toast} swipeDirection={["right", "down"]} className={toastClass}>
      <Toast.Content className="flex items-center gap-3 py-2 pr-2 pl-3.5 [&>svg]:size-4 [&>svg]:shrink-0">
        {icons[toast.data?.kind ?? "info"]}
        <Toast.Description className="min-w-0 flex-1 py-1.5 break-words" />
        <Toast.Action className="h-8 shrink-0 rounded-lg px-2.5 font-medium text-blue touch-target hover:bg-wash" />
        <Toast.Close render={<IconButton label="Dismiss" icon={<X />} size="small" />} />
      </Toast.Content>
    </Toast.Root>
  ));
}

const toastClass =
  "rounded-xl border border-rule bg-raised text-ink shadow-panel outline-none data-limited:hidden " +
  "translate-x-(--toast-swipe-movement-x) translate-y-(--toast-swipe-movement-y) transition-[opacity,translate] duration-150 " +
  "data-starting-style:translate-y-2 data-starting-style:opacity-0 data-ending-style:opacity-0";
