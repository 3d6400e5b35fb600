/* A person's picture, or the first letter of their name. Decorative: the name is always beside it. */
type AvatarProps = { name: string; image?: string | null | undefined; size?: "small" | "medium" | "large" };

const sizes = { small: "size-8 text-base", medium: "size-9 text-base", large: "size-20 text-3xl" };

export function Avatar({ name, image, size = "small" }: AvatarProps) {
  const round = `shrink-0 rounded-full border border-rule-strong ${sizes[size]}`;
  if (image) return <img src={image} alt="" className={`object-cover ${round}`} />;
  return (
    <span aria-hidden="true" className={`grid place-items-center font-serif text-ink ${round}`}>
      {[...name.trim()][0]?.toUpperCase() ?? "?"}
    </span>
  );
}
