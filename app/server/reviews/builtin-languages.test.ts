/*
 * The built-in editor answers the questions that come with Stet in German, Swedish and Dutch, of agreements in those
 * languages: what it has rules for, and nothing else.
 */
import { expect, test } from "vitest";
import { readDocument } from "#core/review/judge-finding.ts";
import { builtInItems } from "../library/built-in-items.ts";
import { builtinFinding } from "./builtin-cell.ts";

const columnsOf = (id: string) => {
  const item = builtInItems().find((one) => one.id === id)?.item;
  if (item?.shelf !== "questions") throw new Error(`There is no set ${id}.`);
  return item.questions.columns;
};

function answers(id: string, text: string): Record<string, string> {
  const document = readDocument({ name: "A.txt", text, blocks: [], unreadPages: 0 });
  const found = columnsOf(id).map((column) => [column.label, builtinFinding(column, document)] as const);
  return Object.fromEntries(found.flatMap(([label, one]) => (one.state === "found" ? [[label, one.value ?? one.answer]] : [])));
}

const german = `Vertrag zwischen der Alder GmbH, Hamburg (nachfolgend „Auftraggeber“), und der Birke AG, Berlin (nachfolgend „Empfänger“).

`;
const swedish = `Avtal mellan Alder AB, Göteborg (nedan kallat ”Bolaget”), och Björk AB, Malmö (nedan kallat ”Mottagaren”).

`;
const dutch = `Overeenkomst tussen Alder B.V., gevestigd te Utrecht (hierna “Verstrekker”), en Berk B.V., gevestigd te Delft (hierna “Ontvanger”).

`;

test.each<[string, string, Record<string, string>]>([
  [
    "fragen-geheimhaltung",
    `${german}1. Der Empfänger hält die Informationen geheim und gibt alle Unterlagen nach dem Ende des Projekts zurück.

2. Es gilt deutsches Recht unter Ausschluss des UN-Kaufrechts.

3. Gerichtsstand für alle Streitigkeiten aus dieser Vereinbarung ist Hamburg.`,
    {
      Parteien: "Alder GmbH\nBirke AG",
      "Anwendbares Recht": "deutsches Recht",
      Streitigkeiten: "Gerichtsstand für alle Streitigkeiten aus dieser Vereinbarung ist Hamburg.",
    },
  ],
  [
    "fragen-arbeitsvertraege",
    `${german}1. Das Arbeitsverhältnis beginnt am 1. März 2026.

2. Das Bruttogehalt beträgt 4.500 Euro und wird am Ende des Monats gezahlt.

3. Auf den Vertrag ist deutsches Recht anwendbar.`,
    { Parteien: "Alder GmbH\nBirke AG", Beginn: "2026-03-01", Bruttogehalt: "EUR 4500", "Anwendbares Recht": "deutsches Recht" },
  ],
  [
    "fragen-gewerbemiete",
    `${german}1. Das Mietverhältnis beginnt am 1. Januar 2026 und wird auf zehn Jahre geschlossen.

2. Die monatliche Nettomiete beträgt 3.200 Euro.

3. Das Mietverhältnis verlängert sich um jeweils ein Jahr, wenn es nicht gekündigt wird.`,
    {
      Parteien: "Alder GmbH\nBirke AG",
      Mietbeginn: "2026-01-01",
      Nettomiete: "EUR 3200",
      Verlängerung: "Das Mietverhältnis verlängert sich um jeweils ein Jahr, wenn es nicht gekündigt wird.",
    },
  ],
  [
    "fragor-sekretessavtal",
    `${swedish}1. Mottagaren ska iaktta sekretess om all information.

2. Vitet är 500 000 kronor för varje överträdelse.

3. Svensk lag ska tillämpas på avtalet.

4. Tvist med anledning av avtalet ska slutligt avgöras av allmän domstol.`,
    {
      Parter: "Alder AB\nBjörk AB",
      Vitesbelopp: "SEK 500000",
      "Tillämplig lag": "Svensk lag",
      Tvister: "Tvist med anledning av avtalet ska slutligt avgöras av allmän domstol.",
    },
  ],
  [
    "fragor-lan",
    `${swedish}1. Lånebeloppet är 2 000 000 kronor.

2. Lånet ska vara slutbetalt den 31 december 2028.

3. Svensk rätt ska tillämpas på avtalet.

4. Långivaren får inte överlåta sina rättigheter utan låntagarens samtycke.`,
    {
      Parter: "Alder AB\nBjörk AB",
      Belopp: "SEK 2000000",
      Förfallodag: "2028-12-31",
      "Tillämplig lag": "Svensk rätt",
      Överlåtelse: "Långivaren får inte överlåta sina rättigheter utan låntagarens samtycke.",
    },
  ],
  [
    "vragen-geheimhouding",
    `${dutch}1. De Ontvanger houdt de informatie geheim.

2. De boete bedraagt 25.000 euro per overtreding.

3. Op deze overeenkomst is Nederlands recht van toepassing.

4. Geschillen worden beslecht door de bevoegde rechter te Amsterdam.`,
    {
      Partijen: "Alder B.V.\nBerk B.V.",
      Boetebedrag: "EUR 25000",
      "Toepasselijk recht": "Nederlands recht",
      Geschillen: "Geschillen worden beslecht door de bevoegde rechter te Amsterdam.",
    },
  ],
  [
    "vragen-arbeidsovereenkomsten",
    `${dutch}1. Het dienstverband begint op 1 maart 2026.

2. Het bruto maandsalaris bedraagt 3.900 euro.

3. Op de overeenkomst is Nederlands recht van toepassing.`,
    {
      Partijen: "Alder B.V.\nBerk B.V.",
      Ingangsdatum: "2026-03-01",
      Maandsalaris: "EUR 3900",
      "Toepasselijk recht": "Nederlands recht",
    },
  ],
])("%s", (id, text, expected) => expect(answers(id, text)).toEqual(expected));

const ids = builtInItems().flatMap(({ id, item }) => (item.shelf === "questions" && item.questions.language !== "en" ? [id] : []));

test("there are five sets in each of the three languages", () => expect(ids).toHaveLength(15));

test.each(ids)("a text without agreement answers nothing of %s", (id) => {
  const text = "Das Wetter war gut. Vädret var vackert. Het weer was mooi. Wir gingen am Fluss entlang und sprachen von Büchern.";
  expect(answers(id, text)).toEqual({});
});
