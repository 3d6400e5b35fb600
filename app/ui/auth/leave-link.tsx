/*
 * Redirects to an external sign-in page immediately. It needs a page in between
 * because browsers block a form of ours from leading straight to another site.
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
        Continue to {name}
      </a>
    </>
  );
}
