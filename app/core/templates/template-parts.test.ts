import { expect, test } from "vitest";
import { markdownToDocument } from "../document/markdown-to-document.ts";
import { referenceLabels } from "../clauses/references.ts";
import { valuesOf } from "./field-values.ts";
import { fillTemplate } from "./fill-template.ts";
import { clausesOf, fieldsOfClause, withOwnAnchors } from "./template-parts.ts";
import { readTemplate } from "./template-file.ts";
import type { Template } from "./template.ts";

const source = `---
name: Lease
fields:
  rent: { type: money, label: rent }
  day: { type: number, label: day of payment }
  pets: { type: yes/no, label: Pets are allowed, default: no }
  landlord: { type: party, label: Landlord }
---

# Lease

The landlord is {{landlord}}.

1) ## <a id="at-rent"></a>Rent

   1) The rent is {{rent}}, due on day {{day}}. See [1](#at-rent).

{{#if pets}}
1) ## Pets

   1) Pets are allowed.

{{/if}}
1) ## Ending {{landlord.address}}

   1) If clause [1](#at-rent) is broken, the lease ends.{{#if pets}} So do the pets.{{/if}}

Signed by {{landlord}}
`;
const lease = (readTemplate(source) as { template: Template }).template;
const filled = (values = {}) => fillTemplate(lease, { ...valuesOf(lease), ...values }).markdown;

test("each clause of the first level is a part, without what stands before and after", () => {
  expect(clausesOf(filled()).map(({ name }) => name)).toEqual(["Rent", "Ending [Landlord: address]"]);
  expect(clausesOf(filled({ pets: "yes" })).map(({ name }) => name)).toEqual(["Rent", "Pets", "Ending [Landlord: address]"]);
  expect(clausesOf(filled()).at(-1)!.markdown).not.toContain("Signed");
});

test("a reference to a clause that is left out is a place to fill in", () => {
  const [rent, ending] = clausesOf(filled());
  expect(rent!.markdown).toContain("[1](#at-rent)");
  expect(ending!.markdown).toContain("If clause [clause] is broken");
});

test("a clause asks only for what changes it", () => {
  const names = (at: number) => fieldsOfClause(lease, valuesOf(lease), at).map(({ name }) => name);
  expect(names(0)).toEqual(["rent", "day"]);
  expect(names(1)).toEqual(["pets", "landlord"]);
  expect(names(7)).toEqual([]);
});

test("a text that is inserted twice has different anchors, and its references follow", () => {
  const markdown = withOwnAnchors(filled(), "x1");
  expect(markdown).toContain('<a id="at-rentx1"></a>');
  const labels = referenceLabels(markdownToDocument(markdown));
  expect([...labels.values()]).not.toContain("");
});
