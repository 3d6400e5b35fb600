/* The open popovers, so that a dialog opened from one can close it: it would lie on top of the dialog. */
type OpenPopover = { trigger: HTMLElement | null; leave: () => void };

const openPopovers = new Set<OpenPopover>();

export function registerPopover(popover: OpenPopover): () => void {
  openPopovers.add(popover);
  return () => void openPopovers.delete(popover);
}

/** Closes them all, and returns the trigger of the last one opened. */
export function leavePopovers(): HTMLElement | null {
  const popovers = [...openPopovers];
  for (const { leave } of popovers) leave();
  return popovers.at(-1)?.trigger ?? null;
}
