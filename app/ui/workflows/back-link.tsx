import { ArrowLeft } from "lucide-react";
import type { ReactNode } from "react";
import { Link } from "react-router";
import { useWorkspace } from "../shell/use-place.ts";

export function BackLink({ to, children }: { to: string; children: ReactNode }) {
  const place = useWorkspace();
  return (
    <Link
      to={place.path(to)}
      className="-ml-2 inline-flex h-9 items-center gap-2 rounded-lg px-2 text-ink-soft touch-target hover:bg-wash hover:text-ink [&_svg]:size-4"
    >
      <ArrowLeft aria-hidden="true" /> {children}
    </Link>
  );
}
