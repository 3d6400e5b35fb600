/* The measurements of one language, as a list. */
import { styleLanguageNames } from "#core/style/describe-style.ts";
import type { Spread, StyleMeasures } from "#core/style/style-measures.ts";

const figure = new Intl.NumberFormat("en", { maximumFractionDigits: 1 });
const share = new Intl.NumberFormat("en", { style: "percent" });
const spread = ({ median, low, high }: Spread) => `${figure.format(median)} words (${figure.format(low)}–${figure.format(high)})`;

export function StyleFigures({ measures }: { measures: StyleMeasures }) {
  const { language, words } = measures;
  return (
    <div className="mb-6 last:mb-0">
      <h3 className="font-medium">
        {styleLanguageNames[language]} <span className="font-normal text-ink-soft">{words.toLocaleString("en")} words</span>
      </h3>
      <dl className="mt-2 grid gap-x-8 sm:grid-cols-2">
        {rowsOf(measures).map(([name, value]) => (
          <div key={name} className="flex items-baseline justify-between gap-4 border-b border-rule py-1.5">
            <dt className="text-ink-soft">{name}</dt>
            <dd className="text-right tabular-nums">{value}</dd>
          </div>
        ))}
      </dl>
      <p className="mt-2 text-xs text-ink-faint">Marks, pronouns, hedges and contractions are per 1,000 words.</p>
    </div>
  );
}

function rowsOf(measures: StyleMeasures): [name: string, value: string][] {
  const { sentence, paragraph, typeToken, longWords, marks, person, hedges, contractions, spelling, address } = measures;
  const rows: [string, string | null][] = [
    ["Sentence length", spread(sentence)],
    ["Paragraph length", spread(paragraph)],
    ["Distinct words in 100", typeToken === null ? null : share.format(typeToken)],
    ["Long words (over 6 letters)", share.format(longWords)],
    ["Commas", figure.format(marks.commas)],
    ["Dashes", figure.format(marks.dashes)],
    ["Semicolons", figure.format(marks.semicolons)],
    ["Brackets", figure.format(marks.brackets)],
    ["First person singular", figure.format(person.i)],
    ["First person plural", figure.format(person.we)],
    ["Second person", figure.format(person.you)],
    ["Hedges", figure.format(hedges)],
    ["Contractions", contractions === null ? null : figure.format(contractions)],
    ["Spelling", spelling],
    ["Form of address", address === null ? null : address === "formal" ? "Formal" : "Informal"],
  ];
  return rows.filter((row): row is [string, string] => row[1] !== null);
}
