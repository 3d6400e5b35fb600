/** What a new template begins as. */
export const newTemplateSource = `---
name: Untitled template
kind: other
jurisdiction: any
language: en
summary: What it is for, in one sentence.
fields:
  client: { type: party, label: Client }
  date: { type: date, label: date }
  fee: { type: money, label: fee, currency: EUR }
  travel: { type: yes/no, label: Travel is paid, default: no }
---

# Letter of engagement

{{client}}, {{client.address}}

{{date}}

1) We will work for you on the terms of this letter.

1) Our fee is {{fee}}.

{{#if travel}}
1) You pay our travel expenses as well.
{{/if}}
`;
