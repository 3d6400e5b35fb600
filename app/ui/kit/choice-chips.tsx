/* One of several, to narrow a list. Without script it is sent with its form. */
import { chipClass } from "./chip.ts";

type ChoiceChipsProps<T extends string> = {
  legend: string;
  name: string;
  /** Undefined: not narrowed. */
  options: readonly (T | undefined)[];
  chosen: T | undefined;
  wordsFor: (option: T | undefined) => string;
};

export function ChoiceChips<T extends string>({ legend, name, options, chosen, wordsFor }: ChoiceChipsProps<T>) {
  return (
    <fieldset className="flex flex-wrap gap-2">
      <legend className="sr-only">{legend}</legend>
      {options.map((one) => (
        <label key={one ?? "all"} className={chipClass}>
          <input type="radio" name={name} value={one ?? ""} defaultChecked={chosen === one} className="sr-only" />
          {wordsFor(one)}
        </label>
      ))}
    </fieldset>
  );
}
