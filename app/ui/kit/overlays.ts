/*
 * Everything that opens over the page is one chunk of its own: the component
 * library behind it is a third of what the chat page may weigh. The kit's
 * dialog.tsx, menu.tsx and popover.tsx are light fronts that fetch it on first
 * use.
 */
import { lazy, type ComponentType } from "react";

const load = () => import("./overlays-loaded.tsx");
type Loaded = Awaited<ReturnType<typeof load>>;

export function loadOverlays(): void {
  void load();
}

export function lazyOverlay<N extends keyof Loaded>(name: N): Loaded[N] {
  return lazy(async () => ({ default: (await load())[name] as unknown as ComponentType })) as unknown as Loaded[N];
}
