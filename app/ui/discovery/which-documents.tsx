/* What is done is done to the documents that are selected, or to all that the query finds. */
type WhichProps = { selected: number; total: number | null; isAll: boolean; onChoose: (isAll: boolean) => void };

export function WhichDocuments({ selected, total, isAll, onChoose }: WhichProps) {
  return (
    <fieldset className="mb-4 flex flex-col gap-1.5">
      <legend className="mb-1 font-medium">Documents</legend>
      <label className="flex items-center gap-2.5 touch-target">
        <input type="radio" name="which" checked={!isAll} onChange={() => onChoose(false)} />
        {selected === 1 ? "The selected one" : `The ${selected} selected`}
      </label>
      <label className="flex items-center gap-2.5 touch-target">
        <input type="radio" name="which" checked={isAll} onChange={() => onChoose(true)} />
        {total === null ? "All that were found" : `All ${total.toLocaleString("en")} that were found`}
      </label>
    </fieldset>
  );
}
