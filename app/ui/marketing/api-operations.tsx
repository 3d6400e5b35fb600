/* The operations of the public API with their parameters and responses. */
import type { ApiReference, Field, Operation } from "./api-reference.ts";
import { Prose } from "./prose-page.tsx";
import { proseHtml } from "./prose.ts";

export function ApiOperations({ reference }: { reference: ApiReference }) {
  return (
    <>
      {reference.groups.map(({ name, operations }) => (
        <section key={name} aria-labelledby={groupId(name)}>
          <h2 id={groupId(name)} className="mb-6 scroll-mt-8 font-serif text-[1.75rem] leading-9 font-medium">
            {name}
          </h2>
          <div className="space-y-12">
            {operations.map((operation) => (
              <ApiOperation key={operation.id} operation={operation} />
            ))}
          </div>
        </section>
      ))}
    </>
  );
}

export function groupId(name: string): string {
  return `about-${name.toLowerCase().replaceAll(" ", "-")}`;
}

function ApiOperation({ operation }: { operation: Operation }) {
  const { id, method, path, summary, description, parameters, body, bodyType, status, answer, streams } = operation;
  return (
    <article aria-labelledby={id}>
      <h3 id={id} className="scroll-mt-8 font-serif text-title font-medium">
        {summary}
      </h3>
      <p className="mt-1 font-mono text-sm break-all">
        <span className="mr-2 text-blue">{method}</span>
        {path}
      </p>
      {description !== "" && (
        <div className="mt-2">
          <Prose html={proseHtml(description)} />
        </div>
      )}
      <Fields title="Parameters" fields={parameters} />
      <Fields title={bodyType === null ? "Body" : `Body, ${bodyType}`} fields={body} isSent />
      <Fields title={`Answer, ${status}${streams ? ", or as an event stream" : ""}`} fields={answer} />
    </article>
  );
}

type FieldsProps = { title: string; fields: readonly Field[]; isSent?: boolean };

function Fields({ title, fields, isSent = false }: FieldsProps) {
  if (fields.length === 0) return null;
  return (
    <details open={isSent || fields.length <= 3} className="mt-4 border-t border-rule">
      <summary className="flex cursor-pointer items-center py-2.5 font-medium touch-target marker:content-none hover:text-blue">
        {title}
        <span className="ml-2 text-xs font-normal text-ink-soft tabular-nums">{fields.length}</span>
      </summary>
      <dl className="mb-2 text-sm">
        {fields.map(({ path, type, required, note }) => (
          <div key={path} className="grid gap-x-4 border-t border-rule py-2 text-ink-soft sm:grid-cols-[2fr_1fr_2fr]">
            <dt className="min-w-0 font-mono wrap-anywhere text-ink">
              {path}
              {isSent && required && <span className="ml-2 font-sans text-xs text-ink-soft">needed</span>}
            </dt>
            <dd className="min-w-0 wrap-anywhere">{type}</dd>
            <dd className="min-w-0 break-words">{note}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}
