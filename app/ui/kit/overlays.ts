/*
 * Everything that opens over the page is one chunk of its own: the component
 * library behind it is a third of what the chat page may weigh. The kit's
 * dialog.tsx, menu.tsx and popover.tsx are light fronts that fetch it on first
 * use; the kit's provider fetches it before that, when the page is at rest.
 */
import { late } from "./late.ts";

export const overlays = late(() => import("./overlays-loaded.tsx"));
