/*
 * A screenshot of the running product, made by `npm run shots`: light or dark like
 * the page, AVIF where supported, with explicit dimensions so that nothing shifts
 * as it loads. A narrow screen may get a different one.
 */
import type { Theme } from "#core/account/theme.ts";
import sizes from "./shots.json" with { type: "json" };

export type ShotName = keyof typeof sizes;

type ShotProps = { name: ShotName; narrow?: ShotName; alt: string; theme: Theme; isFirst?: boolean; className?: string };

export function Shot({ name, narrow, alt, theme, isFirst = false, className = "" }: ShotProps) {
  const { width, height } = sizes[name];
  const fallback = `/shots/${name}-${theme === "dark" ? "dark" : "light"}.png`;
  return (
    <picture>
      {narrow && <Sources name={narrow} theme={theme} when="(max-width: 639px)" />}
      <Sources name={name} theme={theme} when={null} />
      <img
        src={fallback}
        alt={alt}
        width={width}
        height={height}
        decoding="async"
        {...(isFirst ? { fetchPriority: "high" as const } : { loading: "lazy" as const })}
        className={`h-auto w-full ${className}`}
      />
    </picture>
  );
}

const types = { avif: "image/avif", png: "image/png" };

function Sources({ name, theme, when }: { name: ShotName; theme: Theme; when: string | null }) {
  const schemes = theme === "system" ? (["dark", "light"] as const) : ([theme] as const);
  return schemes.flatMap((scheme) =>
    (["avif", "png"] as const).map((format) => {
      const isDark = theme === "system" && scheme === "dark" ? "(prefers-color-scheme: dark)" : null;
      const media = [when, isDark].filter((one) => one !== null).join(" and ");
      return (
        <source
          key={`${scheme} ${format}`}
          srcSet={`/shots/${name}-${scheme}.${format}`}
          type={types[format]}
          {...sizes[name]}
          {...(media !== "" && { media })}
        />
      );
    }),
  );
}
