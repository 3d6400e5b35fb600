import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { claimStart } from "./ui/composer/claim-start.ts";
import { fetchPatiently } from "./ui/shell/page-data.ts";

window.fetch = fetchPatiently(window.fetch.bind(window));

/** Locks are answered at once; a browser that does not answer must not keep the page asleep. */
const longestClaimMs = 500;

function hydrate(): void {
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <HydratedRouter />
      </StrictMode>,
    );
  });
}

/** Hydration holds the main thread for longer than anything else at the start, and the server's page is complete without it. */
async function painted(): Promise<void> {
  if (document.readyState === "loading")
    await new Promise((resolve) => document.addEventListener("DOMContentLoaded", resolve, { once: true }));
  // A hidden page gets no frames.
  if (document.visibilityState === "hidden") return;
  await new Promise<void>((resolve) => {
    document.addEventListener("visibilitychange", () => resolve(), { once: true });
    requestAnimationFrame(() => setTimeout(resolve));
  });
}

const claimed = Promise.race([claimStart(), new Promise((resolve) => setTimeout(resolve, longestClaimMs))]);
void Promise.all([claimed, painted()]).then(hydrate);
