/*
 * A cited site's favicon over a globe, which remains if there is none. It comes
 * from our own server: the page loads nothing from a host that a search or a model
 * has named.
 */
import { Globe } from "lucide-react";
import { use, useState } from "react";
import { FaviconsContext } from "./favicons-context.ts";

export function Favicon({ host }: { host: string | undefined }) {
  const [isThere, setThere] = useState(false);
  const areOffered = use(FaviconsContext);
  const seen = (image: HTMLImageElement | null) => {
    // It may have loaded before the page's script did.
    if (image?.complete && image.naturalWidth > 0) setThere(true);
  };
  if (host === undefined || !areOffered) return <Globe className="size-3.5" aria-hidden="true" />;
  return (
    <span className="relative inline-grid size-3.5 shrink-0 place-items-center">
      {!isThere && <Globe className="size-3.5" aria-hidden="true" />}
      <img
        ref={seen}
        src={`/api/favicon?host=${encodeURIComponent(host)}`}
        alt=""
        width={14}
        height={14}
        loading="lazy"
        decoding="async"
        className={`absolute inset-0 size-3.5 rounded-xs ${isThere ? "" : "opacity-0"}`}
        onLoad={() => setThere(true)}
        onError={() => setThere(false)}
      />
    </span>
  );
}
