/** Where each part says how it ends. They end in the reverse order of their beginnings, each even if another failed. */
export type Parts = Pick<AsyncDisposableStack, "defer" | "disposeAsync">;
