/* Ein kurzer Kaufvertrag: Anführungszeichen unten und oben, Umlaute, ß, Paragraphen und lange Wörter mit weichen Trennstrichen. */
import type { Prose } from "./prose.ts";

const nbsp = "\u00a0";
const soft = "\u00ad";

export const german: Prose = {
  language: "German",
  markdown: `# Kaufvertrag

Zwischen der Weidemann Maschinenbau GmbH – im Folgenden „Verkäuferin“ – und dem Besteller (»Käufer«) wird Folgendes vereinbart. Es gelten die Vorschriften der §§${nbsp}433${nbsp}ff. BGB, soweit nachstehend nichts anderes geregelt ist.

## Kaufpreis

1) Der Kaufpreis beträgt 48.000,00${nbsp}€ zuzüglich der **gesetzlichen Umsatzsteuer** und ist binnen vierzehn (14) Tagen nach Zugang der Rechnung fällig.
2) Bei Verzug schuldet der Käufer Zinsen nach §${nbsp}288 Abs.${nbsp}2 BGB. Die Verkäuferin hat den Käufer unverzüglich zu unterrichten.
3) Die Auf${soft}rechnungs${soft}möglichkeit des Käufers ist auf *unbestrittene* Forderungen beschränkt.

## Gewährleistung

1) Die Verkäuferin haftet für Mängel nach den gesetzlichen Bestimmungen – die Verjährungsfrist beträgt zwölf Monate.
2) Der Käufer muss offensichtliche Mängel binnen einer Woche rügen. Die Verkäuferin hat den Käufer unverzüglich zu unterrichten.

Nicht umfasst sind:

- Verschleißteile
- Schäden durch „unsachgemäße“ Bedienung
- Software Dritter

| Teil | Lieferzeit |
| --- | --- |
| Antrieb | sechs Wochen |
| Gehäuse | zehn Tage |

## Schlussbestimmungen

Änderungen bedürfen der Schriftform; das gilt auch für die Aufhebung dieser ‚Schriftformklausel‘. Gerichtsstand ist Köln, sofern der Käufer Kaufmann ist. Die Verkäuferin hat den Käufer unverzüglich zu unterrichten.

Die Straße zum Werk ist fu\u0308r Fahrzeuge über 7,5${nbsp}t gesperrt…`,
  passages: [
    "im Folgenden „Verkäuferin“ – und dem Besteller (»Käufer«)",
    "der §§\u00a0433\u00a0ff. BGB",
    "48.000,00\u00a0€ zuzüglich",
    "nach §\u00a0288 Abs.\u00a02 BGB",
    "Auf\u00adrechnungs\u00admöglichkeit des Käufers",
    "Bestimmungen – die Verjährungsfrist beträgt zwölf Monate",
    "Schäden durch „unsachgemäße“ Bedienung",
    "dieser ‚Schriftformklausel‘",
    "fu\u0308r Fahrzeuge über 7,5\u00a0t gesperrt",
    "Die Straße zum Werk",
  ],
  cases: [
    ["ein Wort", "binnen einer Woche", "binnen zweier Wochen", ["binnen einer Woche", "binnen zweier Wochen"]],
    [
      "Fettes innerhalb",
      "der gesetzlichen Umsatzsteuer und",
      "der jeweils geltenden Umsatzsteuer und",
      ["der gesetzlichen Umsatzsteuer und", "der jeweils geltenden Umsatzsteuer und"],
    ],
    ["Dollarzeichen sind Text", "zehn Tage", "$1 Tage ($&)", ["zehn Tage", "$1 Tage ($&)"]],
    ["dreimal derselbe Satz", "Die Verkäuferin hat den Käufer unverzüglich zu unterrichten.", "x", "several"],
    [
      "was davor steht, entscheidet",
      "unverzüglich zu unterrichten",
      "sofort zu unterrichten",
      [
        "rügen. Die Verkäuferin hat den Käufer unverzüglich zu unterrichten",
        "rügen. Die Verkäuferin hat den Käufer sofort zu unterrichten",
      ],
      { before: "binnen einer Woche rügen. Die Verkäuferin hat den Käufer " },
    ],
    [
      "was danach steht, entscheidet",
      "unverzüglich zu unterrichten",
      "sofort zu unterrichten",
      [
        "BGB. Die Verkäuferin hat den Käufer unverzüglich zu unterrichten",
        "BGB. Die Verkäuferin hat den Käufer sofort zu unterrichten",
      ],
      { after: ".\n\nDie Aufrechnungsmöglichkeit" },
    ],
    [
      "die Nummer entscheidet",
      "hat den Käufer unverzüglich",
      "hat den Käufer sofort",
      ["ist. Die Verkäuferin hat den Käufer unverzüglich", "ist. Die Verkäuferin hat den Käufer sofort"],
      { occurrence: 3 },
    ],
    ["davor steht überall dasselbe", "unverzüglich zu unterrichten", "x", "several", { before: "den Käufer " }],
    ["Groß und klein ist zweierlei", "der käufer", "x", "not-found"],
    ["ein Teil eines langen Wortes", "Gewähr", "x", "not-found"],
    ["ss ist nicht ß", "Die Strasse zum Werk", "x", "not-found"],
    ["ue ist nicht ü", "unverzueglich", "x", "not-found"],
    [
      "schon so",
      "binnen zehn Tagen nach Zugang der Rechnung",
      "binnen vierzehn (14) Tagen nach Zugang der Rechnung",
      "already-applied",
    ],
    ["dieselben Anführungszeichen", '"unsachgemäße"', "„unsachgemäße“", "already-applied"],
    ["nur die Anführungszeichen", "„unsachgemäße“", "»unsachgemäße«", ["„unsachgemäße“", "»unsachgemäße«"]],
    ["nichts", "", "x", "empty-original"],
    ["nur ein geschützter Leerraum", "\u00a0\u202f", "x", "empty-original"],
    ["ein Halbsatz entfällt", ", sofern der Käufer Kaufmann ist", "", [", sofern der Käufer Kaufmann ist", ""]],
    [
      "Zeilenumbruch im Zitat",
      "Änderungen bedürfen der\r\nSchriftform",
      "Änderungen bedürfen der Textform",
      ["Änderungen bedürfen der Schriftform", "Änderungen bedürfen der Textform"],
    ],
    ["ein Punkt der Liste", "Software Dritter", "Software anderer Hersteller", ["Software Dritter", "Software anderer Hersteller"]],
    ["eine Zelle", "sechs Wochen", "acht Wochen", ["sechs Wochen", "acht Wochen"]],
    ["zwei Zellen", "Antrieb\n\nsechs Wochen", "Antrieb\n\nacht Wochen", ["Antrieb\n\nsechs Wochen", "Antrieb\n\nacht Wochen"]],
    ["eine Überschrift", "Gewährleistung", "Sachmängel", ["Gewährleistung", "Sachmängel"]],
    [
      "mit der Nummer der Klausel",
      "2. Bei Verzug schuldet der Käufer Zinsen",
      "2. Im Verzug schuldet der Käufer Zinsen",
      ["Bei Verzug schuldet", "Im Verzug schuldet"],
    ],
    ["drei Punkte", "gesperrt...", "gesperrt.", ["gesperrt…", "gesperrt."]],
    ["aus dem Gedächtnis", "Der Käufer kann jederzeit ohne Angabe von Gründen zurücktreten", "x", "not-found"],
  ],
};
