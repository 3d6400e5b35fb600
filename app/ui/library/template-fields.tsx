/* The fields of a template, each by its type. A sentence below a field says what can’t be used, once it has been left. */
import { Plus, X } from "lucide-react";
import { useId, useRef, useState, type ReactNode } from "react";
import { rowOf, valuesOfRows, withoutRow } from "#core/templates/lists.ts";
import {
  currencies,
  partyParts,
  templateLimits,
  type PartyPart,
  type TemplateField,
  type TemplateValues,
} from "#core/templates/template.ts";
import { FillParty } from "../contacts/fill-party.tsx";
import { Button } from "../kit/button.tsx";
import { IconButton } from "../kit/icon-button.tsx";
import { TextField } from "../kit/text-field.tsx";
import { showToast } from "../kit/toast.tsx";

type FieldsProps = {
  fields: readonly TemplateField[];
  /** The keys that the text asks for, as it is answered now. */
  asked: ReadonlySet<string>;
  values: TemplateValues;
  refusals: TemplateValues;
  /** Every field has been looked at, as when a draft is to be created. */
  isComplaining: boolean;
  /** Characters of a text field. */
  longest?: number;
  onChange: (changed: TemplateValues) => void;
};

export function TemplateFields({ fields, ...rest }: FieldsProps) {
  return (
    <div className="flex flex-col gap-5">
      {fields
        .filter(({ of }) => of === "")
        .map((field) =>
          field.type === "list" ? (
            <FieldList key={field.name} list={field} fields={fields.filter(({ of }) => of === field.name)} {...rest} />
          ) : (
            <Field key={field.name} field={field} {...rest} />
          ),
        )}
    </div>
  );
}

type FieldListProps = Omit<FieldsProps, "fields"> & { list: TemplateField; fields: readonly TemplateField[] };

/** The rows of a list, each with its fields. */
function FieldList({ list, fields, values, onChange, ...rest }: FieldListProps) {
  const add = useRef<HTMLButtonElement>(null);
  const rows = Math.max(Number(values[list.name] ?? "1"), ...fields.map(({ name }) => rowOf(name).row));
  function remove(row: number) {
    const before = valuesOfRows(values, fields);
    const after = withoutRow(before, row, rows);
    const emptied = Object.fromEntries(Object.keys(after).map((key) => [key, ""]));
    onChange({ ...after, [list.name]: String(rows - 1) });
    add.current?.focus();
    showToast({
      kind: "info",
      text: `Row ${row} of “${labelOf(list)}” was removed.`,
      action: { label: "Undo", run: () => onChange({ ...emptied, ...before, [list.name]: String(rows) }) },
    });
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{labelOf(list)}</legend>
      {list.help !== "" && <p className="mb-2 text-xs text-ink-faint">{list.help}</p>}
      <ol className="flex flex-col gap-3">
        {Array.from({ length: rows }, (_, i) => i + 1).map((row) => (
          <Row key={row} name={`row ${row} of “${labelOf(list)}”`} row={row} rows={rows} onRemove={() => remove(row)}>
            {fields
              .filter(({ name }) => rowOf(name).row === row)
              .map((field) => (
                <Field key={field.name} field={field} values={values} onChange={onChange} {...rest} />
              ))}
          </Row>
        ))}
      </ol>
      <Button
        ref={add}
        variant="quiet"
        size="small"
        className="mt-2 -ml-2"
        disabled={rows >= templateLimits.rows}
        onClick={() => onChange({ [list.name]: String(rows + 1) })}
      >
        <Plus /> Add a row
      </Button>
    </fieldset>
  );
}

type RowProps = { name: string; row: number; rows: number; onRemove: () => void; children: ReactNode[] };

/** One field needs no frame around it. */
function Row({ name, row, rows, onRemove, children }: RowProps) {
  const remove = <IconButton label={`Remove ${name}`} icon={<X />} size="small" onClick={onRemove} />;
  if (children.length === 1)
    return (
      <li className="flex items-start gap-2">
        <div className="min-w-0 flex-1">{children}</div>
        <div className="mt-8.5">{remove}</div>
      </li>
    );
  return (
    <li className="flex flex-col gap-4 rounded-xl border border-rule p-4">
      <div className="-mt-1.5 -mr-1.5 -mb-2 flex items-center justify-between text-xs text-ink-faint">
        {row} of {rows}
        {remove}
      </div>
      {children}
    </li>
  );
}

type FieldProps = Omit<FieldsProps, "fields"> & { field: TemplateField };

function Field(props: FieldProps) {
  switch (props.field.type) {
    case "party":
      return <Party {...props} />;
    case "choice":
      return <Choice {...props} options={props.field.options.map((option) => ({ value: option, label: capital(option) }))} />;
    case "yes/no":
      return (
        <Choice
          {...props}
          options={[
            { value: "yes", label: "Yes" },
            { value: "no", label: "No" },
          ]}
        />
      );
    case "money":
      return (
        <Line {...props} name={props.field.name} label={labelOf(props.field)} inputMode="decimal" end={<Currency {...props} />} />
      );
    case "number":
      return <Line {...props} name={props.field.name} label={labelOf(props.field)} inputMode="decimal" />;
    case "date":
      return <Line {...props} name={props.field.name} label={labelOf(props.field)} type="date" />;
    default:
      return <Words {...props} />;
  }
}

/** As a form has it: with a capital. */
function labelOf({ label }: TemplateField): string {
  return capital(label);
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

type LineProps = FieldProps & { name: string; label: string; type?: string; inputMode?: "decimal"; end?: ReactNode };

function Line({ field, name, label, values, refusals, isComplaining, onChange, type, inputMode, end }: LineProps) {
  const [isLeft, setLeft] = useState(false);
  const refusal = isLeft || isComplaining ? refusals[name] : undefined;
  return (
    <TextField
      label={label}
      value={values[name] ?? ""}
      {...(type !== undefined && { type })}
      {...(inputMode !== undefined && { inputMode })}
      error={refusal}
      hint={name === field.name && field.help !== "" ? field.help : undefined}
      autoComplete="off"
      maxLength={templateLimits.value}
      end={end}
      onBlur={() => setLeft(true)}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
    />
  );
}

function Currency({ field, values, onChange }: FieldProps) {
  const key = `${field.name}.currency`;
  return (
    <select
      aria-label={`Currency of: ${field.label}`}
      value={values[key] ?? field.currency}
      onChange={(event) => onChange({ [key]: event.currentTarget.value })}
      className="-mr-2 h-7 rounded-md bg-transparent px-1 text-ink-soft outline-offset-0 hover:bg-wash"
    >
      {currencies.map((one) => (
        <option key={one}>{one}</option>
      ))}
    </select>
  );
}

/** Grows with what is written in it. */
function Words({ field, values, refusals, isComplaining, longest = templateLimits.value, onChange }: FieldProps) {
  const id = useId();
  const [isLeft, setLeft] = useState(false);
  const refusal = isLeft || isComplaining ? refusals[field.name] : undefined;
  const note = refusal ?? (field.help === "" ? undefined : field.help);
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-medium">
        {labelOf(field)}
      </label>
      <textarea
        id={id}
        rows={1}
        value={values[field.name] ?? ""}
        maxLength={longest}
        dir="auto"
        aria-invalid={refusal === undefined ? undefined : true}
        aria-describedby={note === undefined ? undefined : `${id}-note`}
        onBlur={() => setLeft(true)}
        onChange={(event) => onChange({ [field.name]: event.currentTarget.value })}
        className={`scroll-thin block max-h-60 min-h-10 w-full resize-none field-sizing-content rounded-lg border bg-paper px-3 py-2 leading-6 max-sm:text-base pointer-coarse:min-h-11 ${refusal === undefined ? "border-rule-strong" : "border-danger"}`}
      />
      {note !== undefined && (
        <p id={`${id}-note`} className={`mt-1.5 text-xs ${refusal === undefined ? "text-ink-faint" : "text-danger"}`}>
          {note}
        </p>
      )}
    </div>
  );
}

const partWords: Record<PartyPart, string> = { number: "Registration number", address: "Address", signatory: "Who signs" };

function Party(props: FieldProps) {
  const { field, asked, onChange } = props;
  const fill = (values: Record<"name" | PartyPart, string>) => {
    const parts = partyParts.map((part) => [`${field.name}.${part}`, values[part]] as const);
    onChange({ [field.name]: values.name, ...Object.fromEntries(parts.filter(([key]) => asked.has(key))) });
  };
  return (
    <fieldset className="rounded-xl border border-rule bg-desk p-4">
      <legend className="sr-only">{labelOf(field)}</legend>
      <FillParty label={labelOf(field)} onFill={fill} />
      <div className="flex flex-col gap-3">
        <Line {...props} name={field.name} label={labelOf(field)} />
        {partyParts
          .map((part) => ({ part, key: `${field.name}.${part}` }))
          .filter(({ key }) => asked.has(key))
          .map(({ part, key }) => (
            <Line key={key} {...props} name={key} label={partWords[part]} />
          ))}
      </div>
    </fieldset>
  );
}

const mostChips = 3;

function Choice({ field, values, onChange, options }: FieldProps & { options: { value: string; label: string }[] }) {
  const id = useId();
  const note = field.help === "" ? null : <p className="mt-1.5 text-xs text-ink-faint">{field.help}</p>;
  if (options.length > mostChips) {
    return (
      <div>
        <label htmlFor={id} className="mb-1.5 block font-medium">
          {labelOf(field)}
        </label>
        <select
          id={id}
          value={values[field.name] ?? ""}
          onChange={(event) => onChange({ [field.name]: event.currentTarget.value })}
          className="h-10 w-full rounded-lg border border-rule-strong bg-paper px-3 text-ink max-sm:text-base pointer-coarse:h-11"
        >
          <option value="">Choose</option>
          {options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </select>
        {note}
      </div>
    );
  }
  return (
    <fieldset>
      <legend className="mb-1.5 font-medium">{labelOf(field)}</legend>
      <div className="flex flex-wrap gap-2">
        {options.map(({ value, label }) => (
          <label key={value} className={chipClass}>
            <input
              type="radio"
              name={`${id}-${field.name}`}
              value={value}
              checked={values[field.name] === value}
              onChange={() => onChange({ [field.name]: value })}
              className="sr-only"
            />
            {label}
          </label>
        ))}
      </div>
      {note}
    </fieldset>
  );
}

const chipClass =
  "flex min-h-9 cursor-pointer items-center rounded-lg border border-rule-strong/70 px-3 py-1.5 transition-colors touch-target hover:bg-wash " +
  "has-checked:border-blue has-checked:bg-blue-soft has-checked:text-blue has-focus-visible:outline-2 has-focus-visible:outline-blue";
