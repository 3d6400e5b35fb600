/*
 * All overlays are one separate chunk: their component library would take a third
 * of the chat page's size budget. The kit's dialog.tsx, menu.tsx and popover.tsx
 * are light wrappers that fetch it on first use; the kit's provider prefetches it
 * when the page is idle.
 */
import { late } from "./late.ts";

export const overlays = late(() => import("./overlays-loaded.tsx"));
