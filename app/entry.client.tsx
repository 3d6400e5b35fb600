import { StrictMode, startTransition } from "react";
import { hydrateRoot } from "react-dom/client";
import { HydratedRouter } from "react-router/dom";
import { claimStart } from "./ui/composer/claim-start.ts";

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

void Promise.race([claimStart(), new Promise((resolve) => setTimeout(resolve, longestClaimMs))]).then(hydrate);
