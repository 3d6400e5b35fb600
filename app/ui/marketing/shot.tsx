/*
 * A screenshot of the running product, made by `npm run shots`: light or dark like
 * the page, AVIF where supported, with explicit dimensions so that nothing shifts
 * as it loads.
 */
import type { Theme } from "#core/account/theme.ts";
import sizes from "./shots.json" with { type: "json" };

export type ShotName = keyof typeof sizes;

type ShotProps = { name: ShotName; alt: string; theme: Theme; className?: string };

export function Shot({ name, alt, theme, className = "" }: ShotProps) {
  const { width, height } = sizes[name];
  const fallback = `/shots/${name}-${theme === "dark" ? "dark" : "light"}.png`;
  return (
    <picture>
      <Sources name={name} theme={theme} />
      <img
        src={fallback}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        loading="lazy"
        className={`h-auto w-full ${className}`}
      />
    </picture>
  );
}

const types = { avif: "image/avif", png: "image/png" };

function Sources({ name, theme }: { name: ShotName; theme: Theme }) {
  const schemes = theme === "system" ? (["dark", "light"] as const) : ([theme] as const);
  return schemes.flatMap((scheme) =>
    (["avif", "png"] as const).map((format) => {
      const isDark = theme === "system" && scheme === "dark";
      return (
        <source
          key={`${scheme} ${format}`}
          srcSet={`/shots/${name}-${scheme}.${format}`}
          type={types[format]}
          {...sizes[name]}
          {...(isDark && { media: "(prefers-color-scheme: dark)" })}
        />
      );
    }),
  );
}
