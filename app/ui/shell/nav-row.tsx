import type { ReactNode } from "react";
import { Link } from "react-router";
import { Kbd } from "../kit/kbd.tsx";

export function NavRow({ to, icon, label, shortcut }: { to: string; icon: ReactNode; label: string; shortcut?: string }) {
  return (
    <Link to={to} className={`${navRowClass} group`}>
      {icon}
      <span className="flex-1">{label}</span>
      {shortcut !== undefined && (
        <span className="hidden group-hover:inline group-focus-visible:inline">
          <Kbd shortcut={shortcut} />
        </span>
      )}
    </Link>
  );
}

export const navRowClass =
  "flex h-8 items-center gap-2.5 rounded-lg px-2.5 text-ink transition-colors hover:bg-wash pointer-coarse:h-11 [&>svg]:size-4 [&>svg]:shrink-0 [&>svg]:text-ink-soft";
