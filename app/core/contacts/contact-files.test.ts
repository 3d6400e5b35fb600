/* Address books of others, and our own files read back. */
import * as fc from "fast-check";
import { expect, test } from "vitest";
import { readRelations, relationKinds, relationSides } from "./relation.ts";
import { guessedMapping, type ColumnField } from "./contact-columns.ts";
import { contactHeadings, contactLine, contactOfRow, readContactRows, readContactTable } from "./contact-table.ts";
import { contactRoles, noContact, type ContactFields } from "./contact.ts";
import { readVcards, writeVcard } from "./vcard.ts";

const outlook = `BEGIN:VCARD
VERSION:2.1
N;LANGUAGE=sv;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:L=F6fgren;=C5sa
FN;CHARSET=Windows-1252;ENCODING=QUOTED-PRINTABLE:=C5sa L=F6fgren
ORG:Kanalbolaget AB;Legal
TITLE:General Counsel
TEL;WORK;VOICE:+46 8 123 45 67
ADR;WORK;PREF;ENCODING=QUOTED-PRINTABLE:;;Storgatan 1=0D=0A=
c/o Berg;Malm=C3=B6;;211 42;Sweden
EMAIL;PREF;INTERNET:asa@example.se
END:VCARD
`;

const apple = `BEGIN:VCARD\r
VERSION:3.0\r
N:Doe;John;;;\r
FN:John Doe\r
item1.EMAIL;type=INTERNET;type=pref:john@example.com\r
item1.X-ABLabel:_$!<Work>!$_\r
TEL;type=CELL:(555) 010-0199\r
ADR;TYPE=HOME:;;12 Long\\, Winding Road;London;;SW1A 1AA;GB\r
NOTE:A note that is long enough to have been folded over two lines by the pro\r
 gram that wrote it\\, with a comma.\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:4.0\r
KIND:org\r
FN:Example Ltd\r
ORG:Example Ltd\r
TEL;VALUE=uri:tel:+44-20-7946-0000\r
CATEGORIES:shipping,london\r
END:VCARD\r
BEGIN:VCARD\r
VERSION:4.0\r
EMAIL:nobody@example.com\r
END:VCARD\r
`;

test("a card from Outlook", () => {
  expect(readVcards(outlook)).toMatchObject({
    unnamed: 0,
    unused: [],
    leftOut: [],
    contacts: [
      {
        ...noContact,
        kind: "person",
        name: "Åsa Löfgren",
        emails: ["asa@example.se"],
        phones: ["+46 8 123 45 67"],
        address: "Storgatan 1\nc/o Berg\n211 42 Malmö\nSweden",
        notes: "Kanalbolaget AB, General Counsel",
      },
    ],
  });
});

test("cards from a phone and of a company; one without a name is counted", () => {
  const { contacts, unnamed, leftOut } = readVcards(apple);
  expect(leftOut).toEqual([]);
  expect(unnamed).toBe(1);
  expect(contacts).toMatchObject([
    {
      kind: "person",
      name: "John Doe",
      emails: ["john@example.com"],
      address: "12 Long, Winding Road\nSW1A 1AA London",
      country: "GB",
      notes: "A note that is long enough to have been folded over two lines by the program that wrote it, with a comma.",
    },
    { kind: "company", name: "Example Ltd", phones: ["+44-20-7946-0000"], tags: ["shipping", "london"] },
  ]);
});

test.each([
  [
    "First Name,Last Name,Company,E-mail Address,Business Phone,Business Street,Business City,Business Postal Code,Categories\n" +
      "Anna,Berg,Kanalbolaget AB,anna@example.se,+46 8 1,Storgatan 1,Lund,221 00,client\n",
    {
      kind: "person",
      name: "Anna Berg",
      emails: ["anna@example.se"],
      address: "Storgatan 1\n221 00 Lund",
      notes: "Kanalbolaget AB",
    },
  ],
  [
    "Title,First Name,Middle Name,Last Name,Company,Job Title,Business Street,Business Street 2,Business City,Home Street,Home City," +
      "E-mail Address,E-mail Type,E-mail Display Name,E-mail 2 Address,Home Address PO Box,Language,Manager's Name\n" +
      'Dr,Anna,Maria,Berg,Kanalbolaget AB,Counsel,"Storgatan 1\n2 tr",c/o Lind,Lund,Hemvägen 3,Malmö,' +
      "anna@example.se,SMTP,Anna Berg (anna@example.se),berg@example.se,,,Bo Lind\n",
    {
      kind: "person",
      name: "Anna Maria Berg",
      emails: ["anna@example.se", "berg@example.se"],
      address: "Storgatan 1\n2 tr\nc/o Lind\nLund",
      notes: "Kanalbolaget AB, Counsel",
    },
  ],
  [
    "First Name,Middle Name,Last Name,Phonetic First Name,Organization Name,Organization Title,Labels,E-mail 1 - Label,E-mail 1 - Value," +
      "Phone 1 - Label,Phone 1 - Value,Address 1 - Label,Address 1 - Formatted,Address 1 - Street,Address 1 - City,Address 1 - Postal Code," +
      "Custom Field 1 - Label\n" +
      "Anna,,Berg,Ah-na,Kanalbolaget AB,Counsel,* myContacts ::: Clients,* Work,anna@example.se ::: berg@example.se,Mobile,+46 8 1,Home," +
      '"Storgatan 1\n221 00 Lund\nSE",Storgatan 1,Lund,221 00,Industry\n',
    {
      kind: "person",
      name: "Anna Berg",
      emails: ["anna@example.se", "berg@example.se"],
      phones: ["+46 8 1"],
      address: "Storgatan 1\n221 00 Lund\nSE",
      tags: ["Clients"],
      notes: "Kanalbolaget AB, Counsel",
      identifiers: [],
    },
  ],
  [
    "Anrede;Vorname;Weitere Vornamen;Nachname;Firma;Position;Straße geschäftlich;Ort geschäftlich;Postleitzahl geschäftlich;Land/Region geschäftlich;" +
      "Straße privat;Ort privat;Mobiltelefon;E-Mail-Adresse;E-Mail-Typ;E-Mail: Angezeigter Name;Kategorien;Notizen\n" +
      "Frau;Jana;;Weiß;Muster GmbH;Syndika;Hafenstraße 1;Hamburg;20457;Deutschland;;;0171 1;jana@example.de;SMTP;Jana Weiß;Mandant;Ruft an.\n",
    {
      kind: "person",
      name: "Jana Weiß",
      emails: ["jana@example.de"],
      phones: ["0171 1"],
      address: "Hafenstraße 1\n20457 Hamburg\nDeutschland",
      tags: ["Mandant"],
      notes: "Muster GmbH, Syndika\nRuft an.",
    },
  ],
  [
    "Voornaam;Tussenvoegsel;Achternaam;Bedrijf;Functie;Werkadres, straat;Werkadres, plaats;Werkadres, postcode;Telefoon werk;Mobiel;E-mailadres;Notities\n" +
      "Anna;van der;Berg;Haven BV;Advocaat;Kade 1;Rotterdam;3011 AA;010 1;06 1;anna@example.nl;Belt terug\n",
    {
      name: "Anna van der Berg",
      phones: ["010 1", "06 1"],
      address: "Kade 1\n3011 AA Rotterdam",
      emails: ["anna@example.nl"],
      notes: "Haven BV, Advocaat\nBelt terug",
    },
  ],
  [
    "sep=;\nFörnamn;Mellannamn;Efternamn;Företag;Befattning;Gatuadress, arbete;Postnummer, arbete;Ort, arbete;Telefon, arbete;E-postadress;E-posttyp;Anteckningar\n" +
      'Åsa;Lo;Ek;Kanal AB;Jurist;"Storgatan 1\nbox 2; 3 tr";211 42;Malmö;040 1;asa@example.se;SMTP;Ring; \n',
    { name: "Åsa Lo Ek", address: "Storgatan 1\nbox 2; 3 tr\n211 42 Malmö", phones: ["040 1"], notes: "Kanal AB, Jurist\nRing" },
  ],
  [
    "Företag;Organisationsnummer;E-post;Adress\nEricsson AB;5560160680;info@example.se;Torshamnsgatan 21\n",
    { kind: "company", name: "Ericsson AB", identifiers: [{ kind: "se-organisation", value: "556016-0680" }] },
  ],
  [
    "Firma\tAnsprechpartner\tUSt-IdNr.\tTelefon\nMuster GmbH\tHerr Muster\tDE136695976\t089 1\n",
    { kind: "company", name: "Muster GmbH", phones: ["089 1"], identifiers: [{ kind: "vat", value: "DE136695976" }] },
  ],
])("a table %#", (text, contact) => {
  const { headings, rows } = readContactTable(text);
  expect(contactOfRow(rows[0]!, guessedMapping(headings, rows), headings)?.contact).toMatchObject(contact);
});

test("the address is the one that most is entered of, and not the street of one with the town of another", () => {
  const text = "Name,Business Street,Business City,Home Street,Home City\nA,,Lund,Hemvägen 1,Malmö\nB,,,Hemvägen 2,Ystad\n";
  const { headings, rows } = readContactTable(text);
  expect(guessedMapping(headings, rows)).toEqual(["name", null, null, "street", "town"]);
});

test("what is not imported is counted: columns, rows, values that can't be right, one too many or too long", () => {
  const many = Array.from({ length: 12 }, (_, at) => `${at}@example.se`).join("; ");
  const table = readContactTable(
    `Name,Email,Fax,Title,Org nr,Name 2\nA,${many},1,,556016-0681,Z\n,b@example.se,2,,,\n${"n".repeat(205)},,3,,,,more\n`,
  );
  const chosen: (ColumnField | null)[] = ["name", "emails", null, null, "se-organisation", "name", null];
  const { contacts, unnamed, unused, leftOut } = readContactRows(table, chosen);
  expect(contacts.map(({ name, emails }) => [name.length, emails.length])).toEqual([
    [1, 10],
    [200, 0],
  ]);
  expect(unnamed).toBe(1);
  expect(unused).toEqual(["Z", "556016-0681", "10@example.se", "11@example.se", "nnnnn"]);
  expect(leftOut).toEqual([
    { heading: "Fax", cells: 3 },
    { heading: "Column 7", cells: 1 },
  ]);
});

test("a column that is made a note says what it is, and a file without headings has numbered columns", () => {
  const table = readContactTable("Anna Berg,1990-01-02,Calls on Mondays\n", { hasHeadings: false });
  expect(table.headings).toEqual(["Column 1", "Column 2", "Column 3"]);
  const named = { ...table, headings: ["Name", "Birthday", "Notes"] };
  expect(readContactRows(named, ["name", "notes", "notes"]).contacts[0]?.notes).toBe("Birthday: 1990-01-02\nCalls on Mondays");
});

test("a number that is mistyped is not taken over in silence", () => {
  const { headings, rows } = readContactTable("name,organisationsnummer\nEricsson,556016-0681\n,556016-0680\n");
  const mapping = guessedMapping(headings);
  expect(contactOfRow(rows[0]!, mapping)).toMatchObject({ contact: { identifiers: [] }, unused: ["556016-0681"] });
  expect(contactOfRow(rows[1]!, mapping)).toBeNull();
});

// No name begins with the apostrophe that is written before what looks like a formula.
const word = fc.stringMatching(/^[A-Za-zåäöÅÄÖß,;".&-][A-Za-zåäöÅÄÖß,;"'.& -]{0,20}[A-Za-zåäöÅÄÖß]$/);
const item = fc.stringMatching(/^[A-Za-z0-9åäö+@.,"-]{1,30}$/);
const anyContact: fc.Arbitrary<ContactFields> = fc.record({
  kind: fc.constantFrom("company", "person"),
  name: word,
  roles: fc.uniqueArray(fc.constantFrom(...contactRoles)),
  identifiers: fc.constantFrom([], [{ kind: "vat", value: "DE136695976" }], [{ kind: "se-organisation", value: "556016-0680" }]),
  emails: fc.uniqueArray(item, { maxLength: 3 }),
  phones: fc.uniqueArray(item, { maxLength: 3 }),
  address: fc.array(word, { maxLength: 3 }).map((lines) => lines.join("\n")),
  country: fc.constantFrom("", "SE", "DE"),
  languages: fc.uniqueArray(fc.constantFrom("sv", "de-AT", "en", "fi")),
  signatory: fc.oneof(fc.constant(""), word),
  tags: fc.uniqueArray(item, { maxLength: 3 }),
  notes: fc.array(word, { maxLength: 3 }).map((lines) => lines.join("\n")),
});

const anyRelations = fc.array(
  fc.record({
    kind: fc.constantFrom(...relationKinds),
    isFrom: fc.constant(true),
    name: fc.constantFrom("Kanalbolaget AB", "Berg, Anna", "Of Counsel Ltd"),
  }),
  { maxLength: 3 },
);

test("what is written as a table is read back the same", () => {
  const anyRow = fc.record({ contact: anyContact, relations: anyRelations });
  fc.assert(
    fc.property(fc.array(anyRow, { minLength: 1, maxLength: 5 }), (given) => {
      const lines = given.map(({ contact, relations }) =>
        contactLine(
          contact,
          relations.map(({ name, ...side }) => ({ ...side, id: "1", other: { id: "2", name } })),
        ),
      );
      const { headings, rows } = readContactTable(contactHeadings() + lines.join(""));
      const mapping = guessedMapping(headings);
      expect(rows.map((row) => contactOfRow(row, mapping, headings))).toEqual(given.map((one) => ({ ...one, unused: [] })));
    }),
  );
});

test("a relation is read from either side, and is written with the contact that is something of the other", () => {
  expect(readRelations("Director of A; has as director  B ;parent of C;cousin of D; counsel of ")).toEqual({
    relations: [
      { kind: "director", isFrom: true, name: "A" },
      { kind: "director", isFrom: false, name: "B" },
      { kind: "subsidiary", isFrom: false, name: "C" },
    ],
    unused: ["cousin of D", "counsel of"],
  });
  const other = { id: "2", name: "One; Two" };
  const relations = [
    { id: "1", kind: "director", isFrom: true, other },
    { id: "3", kind: "director", isFrom: false, other },
  ] as const;
  expect(contactLine({ ...noContact, name: "A" }, relations)).toContain("director of One, Two");
  expect(contactLine({ ...noContact, name: "A" }, relations)).not.toContain("has as director");
});

test("what is written as vCards is read back the same, with what the contacts are to each other", () => {
  const anyCard = fc.record({
    contact: anyContact,
    id: fc.uuid(),
    others: fc.array(fc.tuple(fc.nat(), fc.nat()), { maxLength: 3 }),
  });
  fc.assert(
    fc.property(fc.uniqueArray(anyCard, { minLength: 1, maxLength: 4, selector: ({ id }) => id }), (cards) => {
      const related = cards.map(({ others }) =>
        others.map(([kind, to]) =>
          Object.assign({ other: cards[to % cards.length]! }, relationSides[kind % relationSides.length]!),
        ),
      );
      const text = cards
        .map(({ contact, id }, at) => {
          const relations = related[at]!.map(({ other, kind, isFrom }, n) => ({
            kind,
            isFrom,
            id: String(n),
            other: { id: other.id, name: other.contact.name },
          }));
          return writeVcard({ ...contact, id, relations });
        })
        .join("");
      expect(text.split("\r\n").every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true);
      expect(readVcards(text)).toEqual({
        contacts: cards.map(({ contact }) => contact),
        uids: cards.map(({ id }) => `urn:uuid:${id}`),
        relations: related.map((all) =>
          all.map(({ other, kind, isFrom }) => ({ kind, isFrom, name: other.contact.name, uid: `urn:uuid:${other.id}` })),
        ),
        unnamed: 0,
        unused: [],
        leftOut: [],
      });
    }),
  );
});

test("a relation to a card that is not in the file has its name, and what has no field in a contact is counted", () => {
  const other = { id: "7f3fa3d4-0000-4000-8000-000000000000", name: 'The "Old" Firm; Ltd' };
  const alone = writeVcard({
    ...noContact,
    kind: "person",
    name: "Anna",
    relations: [{ id: "1", kind: "director", isFrom: true, other }],
  });
  expect(readVcards(alone).relations).toEqual([
    [{ kind: "director", isFrom: true, name: other.name, uid: `urn:uuid:${other.id}` }],
  ]);
  const foreign = `BEGIN:VCARD
VERSION:4.0
FN:Anna Berg
LANG;PREF=1:sv
LANG:en-GB
LANG:Elvish!
BDAY:19900102
PHOTO:data:image/png;base64,AA
ADR:;;Storgatan 1;Lund;;221 00;SE
ADR:;;Hemvägen 2;Malmö;;211 00;SE
RELATED;TYPE=spouse;VALUE=text:Bo Berg
RELATED;TYPE=x-director-of;VALUE=text:Kanalbolaget\\, AB
RELATED;TYPE=X-Counsel-Of:urn:uuid:7f3fa3d4-0000-4000-8000-00000000000A
item1.X-ABLabel:home
END:VCARD
`;
  expect(readVcards(foreign)).toMatchObject({
    contacts: [{ name: "Anna Berg", languages: ["sv", "en-GB"], address: "Storgatan 1\n221 00 Lund", country: "SE" }],
    relations: [[{ kind: "director", isFrom: true, name: "Kanalbolaget, AB" }]],
    unused: ["Elvish!", "spouse Bo Berg", "urn:uuid:7f3fa3d4-0000-4000-8000-00000000000a"],
    leftOut: [
      { heading: "birthday", cells: 1 },
      { heading: "photo", cells: 1 },
      { heading: "another address", cells: 1 },
    ],
  });
});
