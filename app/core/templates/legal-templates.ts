/*
 * Templates for six everyday legal documents: complete clauses with visible
 * [placeholders]. Known fields are filled in, unknown ones stay visible. A
 * template is a starting point for a lawyer: each states its version, the law
 * it was written for, and that it must be reviewed.
 */
export type LegalTemplate = {
  name: string;
  aliases: readonly string[];
  version: number;
  /** The law the wording was written for. */
  written: string;
  /** Field name → placeholder without its brackets. */
  fields: Readonly<Record<string, string>>;
  text: string;
};

const parties = { partyA: "Party A", partyB: "Party B", date: "date", governingLaw: "governing law", courts: "courts" } as const;

const nda: LegalTemplate = {
  name: "Non-Disclosure Agreement",
  aliases: [
    "nda",
    "confidentiality agreement",
    "mutual nda",
    "sekretessavtal",
    "geheimhaltungsvereinbarung",
    "geheimhoudingsovereenkomst",
  ],
  version: 1,
  written: "a mutual agreement between two businesses; neutral as to law",
  fields: { ...parties, purpose: "purpose", term: "period, such as three years" },
  text: `# Non-Disclosure Agreement

This agreement is made on [date] between:

1. [Party A], [registered number and address of Party A]; and
2. [Party B], [registered number and address of Party B].

## 1. Definitions

1.1 “Purpose” means [purpose].

1.2 “Confidential Information” means information that one party (the “Discloser”) makes available to the other (the “Recipient”) for the Purpose, in any form, which is marked confidential or which a reasonable person would understand to be confidential.

1.3 Confidential Information does not include information that the Recipient can show (a) is or becomes public other than by breach of this agreement, (b) was lawfully known to it before disclosure, (c) was received from a third party free to disclose it, or (d) was developed without use of the Confidential Information.

## 2. Duties of the Recipient

2.1 The Recipient shall keep Confidential Information secret, use it only for the Purpose, and protect it with at least the care it uses for its own confidential information, and no less than reasonable care.

2.2 The Recipient may disclose Confidential Information to those of its employees and advisers who need it for the Purpose and who are bound by duties no less strict. The Recipient is responsible for what they do.

2.3 Where law or an authority requires disclosure, the Recipient shall, so far as it lawfully can, tell the Discloser beforehand and disclose only what is required.

## 3. Return

3.1 On written request the Recipient shall return or destroy Confidential Information within [number of days] days, save for one copy that law or its ordinary back-ups require it to keep, to which this agreement continues to apply.

## 4. Term

4.1 This agreement begins on the date above. The duties in clause 2 continue for [period, such as three years] after the last disclosure, and for trade secrets as long as they remain trade secrets.

## 5. General

5.1 Nothing in this agreement transfers or licenses any right in Confidential Information, or obliges either party to enter into a further agreement.

5.2 Changes to this agreement must be in writing and signed by both parties.

5.3 This agreement is governed by the law of [governing law]. The courts of [courts] have [exclusive / non-exclusive] jurisdiction.

Signed for [Party A]: ____________________ Name: [name] Date: [date of signature]

Signed for [Party B]: ____________________ Name: [name] Date: [date of signature]`,
};

const services: LegalTemplate = {
  name: "Service Agreement",
  aliases: [
    "services agreement",
    "consulting agreement",
    "consultancy agreement",
    "freelance contract",
    "tjänsteavtal",
    "konsultavtal",
    "dienstleistungsvertrag",
    "dienstverleningsovereenkomst",
  ],
  version: 1,
  written: "services from business to business; neutral as to law",
  fields: {
    ...parties,
    partyA: "Supplier",
    partyB: "Customer",
    services: "description of the services",
    fee: "fee and currency",
    term: "end date or period",
  },
  text: `# Service Agreement

This agreement is made on [date] between [Supplier], [registered number and address] (the “Supplier”), and [Customer], [registered number and address] (the “Customer”).

## 1. Services

1.1 The Supplier shall provide the following services (the “Services”): [description of the services].

1.2 The Supplier shall perform the Services with reasonable care and skill, by suitably qualified people, and by the dates in [schedule or plan].

1.3 The Customer shall give the Supplier the information, access and decisions that the Services reasonably require, in good time.

## 2. Fees

2.1 The Customer shall pay [fee and currency], exclusive of value added tax, [on completion / monthly in arrears].

2.2 Invoices are payable within [number of days] days of receipt. Late payment bears interest at [rate].

2.3 Expenses are payable only if the Customer agreed to them in writing beforehand.

## 3. Intellectual property

3.1 Rights in what the Supplier creates for the Customer under this agreement (the “Results”) pass to the Customer [on payment / on creation].

3.2 The Supplier keeps its rights in material that existed before or is made independently of this agreement, and grants the Customer a non-exclusive licence to use it so far as the use of the Results requires.

## 4. Confidentiality and personal data

4.1 Each party shall keep the other’s confidential information secret and use it only for this agreement.

4.2 Where the Supplier processes personal data on behalf of the Customer, the parties shall enter into a data processing agreement before the processing begins.

## 5. Liability

5.1 Neither party excludes liability that cannot be excluded by law.

5.2 Subject to clause 5.1, each party’s total liability under this agreement is limited to [amount], and neither party is liable for [excluded losses].

## 6. Term and termination

6.1 This agreement begins on [start date] and continues until [end date or period].

6.2 Either party may terminate by [number of days] days’ written notice.

6.3 Either party may terminate at once by written notice if the other commits a material breach and, where it can be remedied, does not remedy it within [number of days] days of being asked in writing.

6.4 On termination the Customer shall pay for Services performed until then. Clauses 3, 4, 5 and 7 continue.

## 7. General

7.1 This agreement is the whole agreement between the parties about the Services. Changes must be in writing and signed by both.

7.2 Neither party may transfer this agreement without the other’s written consent, not to be unreasonably withheld.

7.3 This agreement is governed by the law of [governing law]. The courts of [courts] have jurisdiction.

Signed for [Supplier]: ____________________ Name: [name] Date: [date of signature]

Signed for [Customer]: ____________________ Name: [name] Date: [date of signature]`,
};

const letterBeforeAction: LegalTemplate = {
  name: "Letter Before Action",
  aliases: ["letter before claim", "demand letter", "lba", "kravbrev", "mahnschreiben", "mahnung", "ingebrekestelling", "sommatie"],
  version: 1,
  written: "a money claim in England and Wales; elsewhere other rules on notice and pre-action steps apply",
  fields: { partyA: "Sender", partyB: "Recipient", date: "date", amount: "amount and currency", deadline: "date for payment" },
  text: `[Sender]
[address of the sender]

[Recipient]
[address of the recipient]

[date]

**Letter before action: claim for [amount and currency]**

Dear [Recipient],

1. I write about [contract, invoice or event], of [date of the contract or event].

2. The facts are these: [what was agreed, by whom, and when]; [what was done or not done, and when].

3. You are obliged to pay because [the term or rule relied on].

4. The sum due is [amount and currency], made up as follows: [principal]; [interest, with rate and period]; [costs].

5. I enclose copies of: [documents relied on].

6. Please pay the full sum by [date for payment] to [account details], or send by that date a full written answer that says which parts of the claim you accept, which you dispute and why, together with the documents you rely on.

7. I am willing to consider [negotiation / mediation] to settle this without proceedings.

8. If I receive neither payment nor a full answer by that date, I intend to start court proceedings without further notice. [Reference to the applicable practice direction or pre-action protocol, and for a debt claim against an individual the forms it requires.]

Yours [sincerely / faithfully],

____________________
[Sender]`,
};

const privacyNotice: LegalTemplate = {
  name: "Privacy Notice",
  aliases: ["privacy policy", "privacy statement", "integritetspolicy", "datenschutzerklärung", "privacyverklaring"],
  version: 1,
  written: "Articles 13 and 14 GDPR (EU and UK); each row must be true for what is really done",
  fields: { partyA: "Controller", date: "date", email: "contact e-mail" },
  text: `# Privacy Notice

Last changed: [date]

## 1. Who we are

[Controller], [address], is the controller of your personal data. You reach us at [contact e-mail]. [Our data protection officer: name and contact, where there is one.] [Our representative in the EU or UK, where one is required.]

## 2. What we use, why, and on what basis

| Data | Purpose | Legal basis | Kept for |
|---|---|---|---|
| [account data: name, e-mail] | [providing the service] | [contract, Art. 6(1)(b)] | [period or how it is determined] |
| [payment data] | [billing and bookkeeping] | [legal obligation, Art. 6(1)(c)] | [period] |
| [usage data] | [security and improvement] | [legitimate interests, Art. 6(1)(f): name them] | [period] |
| [newsletter data] | [sending the newsletter] | [consent, Art. 6(1)(a)] | [until withdrawn] |

You must give us [data that is required by law or contract]; without it [consequence].

## 3. Where we got it

[Directly from you.] [From: sources, and whether they are public.]

## 4. Who receives it

[Recipients or categories of recipients, processors included.]

## 5. Transfers outside the [EEA / UK]

[None.] [To: country, on the basis of: adequacy decision or safeguards, and how to obtain a copy.]

## 6. Automated decisions

[We make no decisions based solely on automated processing that produce legal or similarly significant effects.] [The logic, significance and envisaged consequences.]

## 7. Your rights

You have the right to access, rectification, erasure, restriction, and data portability, and the right to object, as the law provides. Where processing rests on consent, you may withdraw it at any time; that does not affect what was done before.

You may complain to a supervisory authority: [name and contact of the authority].

## 8. Changes

[How you are told of changes to this notice.]`,
};

const employmentOffer: LegalTemplate = {
  name: "Employment Offer",
  aliases: ["job offer", "offer letter", "employment offer letter", "anställningserbjudande", "arbeitsangebot", "arbeidsaanbod"],
  version: 1,
  written: "a first offer; compulsory particulars, notice periods and probation differ from country to country",
  fields: {
    partyA: "Employer",
    partyB: "Candidate",
    date: "date",
    role: "job title",
    salary: "salary, currency and period",
    startDate: "start date",
    governingLaw: "governing law",
  },
  text: `[Employer]
[address of the employer]

[Candidate]
[address of the candidate]

[date]

**Offer of employment**

Dear [Candidate],

We are pleased to offer you employment with [Employer] on these terms:

1. **Position.** [job title], reporting to [manager]. Your main duties are [main duties].

2. **Start.** Your employment begins on [start date] and is [permanent / fixed-term until [end date] because [reason]].

3. **Place.** You work at [place of work] [and remotely: extent].

4. **Pay.** [salary, currency and period], paid on [day of payment]. [Bonus or benefits and their conditions.]

5. **Hours.** [hours per week], normally [days and times]. [Overtime and its pay.]

6. **Leave.** [days of paid leave per year], plus public holidays.

7. **Probation and notice.** The first [period] are a probationary period. After it, notice is [period] from you and [period] from us, or longer where the law requires.

8. **Sickness and pension.** [Sick pay and reporting.] [Pension scheme.]

9. **Collective agreement.** [Name of the applicable collective agreement, or: none applies.]

10. **Conditions.** This offer depends on [right to work, references, other lawful checks].

11. **Law.** The employment is governed by the law of [governing law].

A full contract of employment follows. To accept, please sign and return a copy by [date for acceptance].

Yours sincerely,

____________________
[name], for [Employer]

I accept this offer.

____________________ [Candidate] Date: [date of signature]`,
};

const resolution: LegalTemplate = {
  name: "Board Resolution",
  aliases: [
    "resolution",
    "written resolution",
    "directors' resolution",
    "shareholder resolution",
    "styrelsebeslut",
    "beschluss",
    "bestuursbesluit",
  ],
  version: 1,
  written: "a written resolution of a company’s directors; check the articles and company law for quorum, notice and form",
  fields: { partyA: "Company", date: "date", matter: "matter to be resolved" },
  text: `# Written Resolution of the Board of Directors of [Company]

Registered number: [registered number]
Date: [date]

## Background

(A) [What has happened and why a decision is needed.]

(B) The directors have considered [documents or reports put before them], [and the duties they owe to the company under the applicable law].

(C) [Each director who has an interest in the matter has declared it: name and nature of the interest.] [No director has declared an interest.]

## Resolved

1. That [matter to be resolved] be approved.

2. That [name or office] be authorised to sign [documents] and to do all that is reasonably needed to carry out this resolution.

3. That [filings or entries in registers] be made by [date].

This resolution takes effect [on the date above / when the last director has signed], and may be signed in counterparts.

____________________ [name], director Date: [date of signature]

____________________ [name], director Date: [date of signature]`,
};

export const legalTemplates: readonly LegalTemplate[] = [
  nda,
  services,
  letterBeforeAction,
  privacyNotice,
  employmentOffer,
  resolution,
];
export const templateNames = legalTemplates.map((template) => template.name);

export function findTemplate(name: string): LegalTemplate | undefined {
  const wanted = name.trim().toLowerCase().replace(/[-_]/g, " ").replace(/\s+/g, " ");
  const plain = (other: string) => other.toLowerCase().replace(/-/g, " ");
  return legalTemplates.find(
    (template) => plain(template.name) === wanted || template.aliases.some((alias) => plain(alias) === wanted),
  );
}

export type FilledTemplate = {
  template: string;
  version: number;
  written: string;
  markdown: string;
  filled: string[];
  /** Placeholders still to be filled, without duplicates. */
  open: string[];
};

/** Unknown field names are ignored. */
export function fillTemplate(template: LegalTemplate, fields: Readonly<Record<string, string>>): FilledTemplate {
  let markdown = template.text;
  const filled: string[] = [];
  for (const [name, placeholder] of Object.entries(template.fields)) {
    const value = fields[name]?.trim().replace(/[[\]]/g, "");
    if (!value) continue;
    markdown = markdown.replaceAll(`[${placeholder}]`, () => value);
    filled.push(name);
  }
  const open = [...new Set([...markdown.matchAll(/\[([^[\]]+)\]/g)].map((hit) => hit[1]!))];
  return { template: template.name, version: template.version, written: template.written, markdown, filled, open };
}
