/** A choice among several, as the label of a radio button or a checkbox that is hidden in it. */
export const chipClass =
  "flex h-9 cursor-pointer items-center rounded-full border border-rule px-4 text-ink-soft transition-colors touch-target hover:border-rule-strong hover:text-ink " +
  "has-checked:border-blue has-checked:bg-blue-soft has-checked:text-blue has-focus-visible:outline-2 has-focus-visible:outline-blue";
