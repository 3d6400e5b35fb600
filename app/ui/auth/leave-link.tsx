/*
 * The way to somebody else's sign-in page, taken at once. It stands on a page
 * in between, because a form of ours may not lead straight to another site: the
 * browser would stop it.
 */
import { useEffect } from "react";
import { buttonClass } from "../kit/button.tsx";

export type Leaving = { url: string; name: string };

export function LeaveLink({ url, name }: Leaving) {
  useEffect(() => location.replace(url), [url]);
  return (
    <>
      <noscript>
        <meta httpEquiv="refresh" content={`0;url=${url}`} />
      </noscript>
      <a href={url} className={`w-full ${buttonClass("primary", "large")}`}>
        Go on to {name}
      </a>
    </>
  );
}
