/* What is to be inserted from the library: which template, how it is answered, and which of its clauses. */
import { useMemo, useState } from "react";
import { refusalsOf, valuesOf } from "#core/templates/field-values.ts";
import { askedFields, fillTemplate, shownFields } from "#core/templates/fill-template.ts";
import { clausesOf, fieldsOfClause } from "#core/templates/template-parts.ts";
import type { Template, TemplateValues } from "#core/templates/template.ts";

export function useInsertion(template: Template) {
  const [values, setValues] = useState<Record<string, string>>(() => valuesOf(template));
  /** Of a clause; null for the whole text. */
  const [at, setAt] = useState<number | null>(null);
  const [isComplaining, setComplaining] = useState(false);
  const { markdown } = useMemo(() => fillTemplate(template, values), [template, values]);
  const clauses = useMemo(() => clausesOf(markdown), [markdown]);
  const clause = at === null ? undefined : clauses[at];
  const asked = useMemo(() => askedFields(template, values), [template, values]);
  const fields = useMemo(
    () => (at === null ? shownFields(template, values, asked) : fieldsOfClause(template, values, at)),
    [template, values, at, asked],
  );
  const refusals = useMemo(() => refusalsOf(template, values), [template, values]);
  const names = new Set(fields.map(({ name }) => name));
  const isRefused = Object.keys(refusals).some((key) => names.has(key.split(".")[0]!));

  /** Null while an answer can't be used, which the form then says. */
  function take(): string | null {
    setComplaining(true);
    return isRefused ? null : (clause?.markdown ?? markdown);
  }
  return {
    values,
    setValues: (changed: TemplateValues) => setValues((before) => ({ ...before, ...changed })),
    at,
    setAt,
    clauses,
    asked,
    fields,
    refusals,
    isComplaining,
    take,
  };
}
