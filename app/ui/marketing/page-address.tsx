/* A page's canonical address for link previews and search engines, absolute and on the site's own origin. */
import { useLocation } from "react-router";
import { previewName } from "#core/sources/link-preview.ts";
import { sitePaths } from "./feed.ts";

export function PageAddress({ origin }: { origin: string }) {
  const { pathname } = useLocation();
  const address = origin + pathname;
  // A page without its own image uses the front page's.
  const picture = `${origin}/previews/${previewName(sitePaths.includes(pathname) ? pathname : "/")}.png`;
  return (
    <>
      <link rel="canonical" href={address} />
      <meta property="og:url" content={address} />
      <meta property="og:image" content={picture} />
      <meta property="og:image:type" content="image/png" />
      <meta property="og:image:width" content="1200" />
      <meta property="og:image:height" content="630" />
      <meta name="twitter:card" content="summary_large_image" />
    </>
  );
}
