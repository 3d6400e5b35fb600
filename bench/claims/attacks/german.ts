/* A lease, and what may be said of it. */
import type { Attacks } from "./attacks.ts";

const sources = [
  `MIETVERTRAG zwischen der Haus GmbH (Vermieterin) und Herrn Roth (Mieter)

§ 3 Miete
(1) Der Mieter zahlt eine Miete von 1.250 Euro monatlich, spätestens am dritten Werktag eines jeden Monats.
(2) Bei Zahlungsverzug schuldet der Mieter Zinsen in Höhe von fünf Prozentpunkten über dem Basiszinssatz.
(3) Der Vermieter darf die Miete frühestens nach fünfzehn Monaten und um höchstens 20 Prozent innerhalb von drei Jahren erhöhen.

§ 5 Kündigung
(1) Das Mietverhältnis beginnt am 1. Februar 2022 und läuft auf unbestimmte Zeit.
(2) Der Mieter kann den Vertrag mit einer Frist von drei Monaten zum Monatsende kündigen.
(3) Der Vermieter kann nur kündigen, wenn er ein berechtigtes Interesse an der Beendigung hat. Die Kündigung zum Zwecke der Mieterhöhung ist ausgeschlossen.
(4) Die Kündigung bedarf der Schriftform.

§ 7 Untervermietung
Der Mieter darf die Wohnung ohne Erlaubnis des Vermieters nicht untervermieten, es sei denn, es handelt sich um einen Zeitraum von weniger als zwei Wochen.

§ 9 Haftung
(1) Der Vermieter haftet nicht für leichte Fahrlässigkeit, außer bei Verletzung des Lebens, des Körpers oder der Gesundheit.
(2) Der Mieter haftet für Schäden, sofern er nicht nachweist, dass er sie nicht zu vertreten hat.
(3) Die Kaution beträgt höchstens drei Monatsmieten; sie ist binnen sechs Monaten nach Auszug zurückzuzahlen.
(4) Der Arbeitnehmer muss die Überstunden nicht leisten. Die Arbeitszeit liegt zwischen 35 und 40 Stunden pro Woche.`,
];

export const german: Attacks[] = [
  {
    source: sources[0]!,
    rows: {
      true: [
        "Die Miete beträgt 1.250 Euro im Monat [[1]]",
        "Die Miete ist spätestens am dritten Werktag jedes Monats zu zahlen [[1]]",
        "Bei Verzug schuldet der Mieter Zinsen von fünf Prozentpunkten über dem Basiszinssatz [[1]]",
        "Das Mietverhältnis beginnt am 1. Februar 2022 [[1]]",
        "Der Mieter kann mit einer Frist von drei Monaten zum Monatsende kündigen [[1]]",
        "Die Kündigung zum Zwecke der Mieterhöhung ist ausgeschlossen [[1]]",
        "Die Kündigung zum Zwecke der Mieterhöhung ist nicht zulässig [[1]]",
        "Die Kündigung muss schriftlich erfolgen [[1]]",
        "Der Mieter darf die Wohnung ohne Erlaubnis des Vermieters nicht untervermieten, es sei denn für weniger als zwei Wochen [[1]]",
        "Der Vermieter haftet nicht für leichte Fahrlässigkeit, außer bei Verletzung von Leben, Körper oder Gesundheit [[1]]",
        "Der Mieter haftet für Schäden, sofern er nicht nachweist, dass er sie nicht zu vertreten hat [[1]]",
        "Die Kaution beträgt maximal drei Monatsmieten [[1]]",
        "Die Kaution ist innerhalb von sechs Monaten nach dem Auszug zurückzuzahlen [[1]]",
        "Die Arbeitszeit liegt bei 35 bis 40 Stunden in der Woche [[1]]",
        "§ 5 Abs. 4: „Die Kündigung bedarf der Schriftform.“ [[1]]",
        "Nach § 5 Abs. 4 gilt: „Die Kündigung bedarf der Schriftform.“ [[1]]",
        "„Die Kündigung bedarf der Schriftform“ (§ 5 Abs. 4) [[1]]",
        "»Die Kündigung bedarf der Schriftform.« [[1]]",
        "‚Die Kündigung bedarf der Schriftform.‘ [[1]]",
        "Die Frist beträgt „drei Monaten“ [[1]]",
      ],
      doubted: [
        "Der Vermieter darf die Miete um höchstens 20 % innerhalb von drei Jahren erhöhen [[1]]",
        "Der Mieter kann mit dreimonatiger Frist zum Monatsende kündigen [[1]]",
        "Der Vermieter kann nur bei berechtigtem Interesse an der Beendigung kündigen [[1]]",
        "Der Mieter darf die Wohnung mit Erlaubnis des Vermieters untervermieten [[1]]",
      ],
      false: [
        "Die Miete beträgt 1.250 Euro im Jahr [[1]]",
        "Die Miete beträgt 1.250 Euro jährlich [[1]]",
        "Die Miete beträgt 12.500 Euro monatlich [[1]]",
        "Die Miete beträgt 1.250 Franken monatlich [[1]]",
        "Der Vermieter zahlt eine Miete von 1.250 Euro monatlich [[1]]",
        "Die Miete ist spätestens am fünften Werktag eines jeden Monats zu zahlen [[1]]",
        "Die Miete ist frühestens am dritten Werktag eines jeden Monats zu zahlen [[1]]",
        "Bei Verzug schuldet der Mieter Zinsen von fünf Prozent [[1]]",
        "Bei Verzug schuldet der Mieter Zinsen von neun Prozentpunkten über dem Basiszinssatz [[1]]",
        "Bei Verzug schuldet der Mieter keine Zinsen [[1]]",
        "Bei Zahlungsverzug schuldet der Vermieter Zinsen in Höhe von fünf Prozentpunkten über dem Basiszinssatz [[1]]",
        "Der Vermieter darf die Miete um mindestens 20 Prozent innerhalb von drei Jahren erhöhen [[1]]",
        "Der Vermieter darf die Miete um höchstens 20 Prozent innerhalb von drei Monaten erhöhen [[1]]",
        "Der Vermieter darf die Miete spätestens nach fünfzehn Monaten erhöhen [[1]]",
        "Der Vermieter muss die Miete um höchstens 20 Prozent innerhalb von drei Jahren erhöhen [[1]]",
        "Der Vermieter darf die Miete nicht erhöhen [[1]]",
        "Der Mieter darf die Miete um höchstens 20 Prozent erhöhen [[1]]",
        "Das Mietverhältnis beginnt am 2. Januar 2022 [[1]]",
        "Das Mietverhältnis endet am 1. Februar 2022 [[1]]",
        "Das Mietverhältnis läuft auf bestimmte Zeit [[1]]",
        "Der Mieter kann mit einer Frist von drei Wochen zum Monatsende kündigen [[1]]",
        "Der Mieter muss den Vertrag mit einer Frist von drei Monaten zum Monatsende kündigen [[1]]",
        "Der Vermieter kann den Vertrag mit einer Frist von drei Monaten zum Monatsende kündigen [[1]]",
        "Der Mieter kann den Vertrag mit einer Frist von drei Monaten zum Jahresende kündigen [[1]]",
        "Der Mieter kann den Vertrag nicht mit einer Frist von drei Monaten kündigen [[1]]",
        "Der Vermieter kann kündigen, wenn er kein berechtigtes Interesse an der Beendigung hat [[1]]",
        "Der Vermieter kann kündigen, auch wenn er kein berechtigtes Interesse hat [[1]]",
        "Der Mieter kann nur kündigen, wenn er ein berechtigtes Interesse an der Beendigung hat [[1]]",
        "Die Kündigung zum Zwecke der Mieterhöhung ist zulässig [[1]]",
        "Die Kündigung zum Zwecke der Mieterhöhung ist nicht ausgeschlossen [[1]]",
        "Die Kündigung bedarf nicht der Schriftform [[1]]",
        "Die Kündigung bedarf der Textform [[1]]",
        "Der Mieter darf die Wohnung ohne Erlaubnis des Vermieters untervermieten [[1]]",
        "Der Mieter darf die Wohnung ohne Erlaubnis des Vermieters nicht untervermieten [[1]]",
        "Der Mieter darf die Wohnung ohne Erlaubnis des Vermieters nicht untervermieten, es sei denn, es handelt sich um einen Zeitraum von mehr als zwei Wochen [[1]]",
        "Der Mieter darf die Wohnung nicht untervermieten, auch nicht für weniger als zwei Wochen [[1]]",
        "Der Vermieter haftet für leichte Fahrlässigkeit [[1]]",
        "Der Vermieter haftet nicht für leichte Fahrlässigkeit, auch nicht bei Verletzung des Lebens, des Körpers oder der Gesundheit [[1]]",
        "Der Vermieter haftet nicht für grobe Fahrlässigkeit, außer bei Verletzung des Lebens, des Körpers oder der Gesundheit [[1]]",
        "Der Mieter haftet nicht für leichte Fahrlässigkeit [[1]]",
        "Der Mieter haftet für Schäden, sofern er nachweist, dass er sie nicht zu vertreten hat [[1]]",
        "Der Mieter haftet für Schäden, sofern er nicht nachweist, dass er sie zu vertreten hat [[1]]",
        "Die Kaution beträgt mindestens drei Monatsmieten [[1]]",
        "Die Kaution beträgt höchstens drei Jahresmieten [[1]]",
        "Die Kaution ist binnen sechs Monaten vor Auszug zurückzuzahlen [[1]]",
        "Die Kaution ist binnen sechs Wochen nach Auszug zurückzuzahlen [[1]]",
        "Der Arbeitnehmer muss die Überstunden leisten [[1]]",
        "Der Arbeitnehmer darf die Überstunden nicht leisten [[1]]",
        "Der Arbeitgeber muss die Überstunden nicht leisten [[1]]",
        "Die Arbeitszeit liegt zwischen 35 und 45 Stunden pro Woche [[1]]",
        "Die Arbeitszeit liegt zwischen 35 und 40 Stunden pro Tag [[1]]",
        "Nach § 9 Abs. 1 gilt: „Die Kündigung bedarf der Schriftform.“ [[1]]",
        "„Die Kündigung bedarf der Schriftform“ (§ 9 Abs. 1) [[1]]",
        "„Die Kündigung bedarf keiner Schriftform“ [[1]]",
        "„Der Mieter darf die Wohnung … untervermieten“ [[1]]",
        "„Der Vermieter haftet … für leichte Fahrlässigkeit“ [[1]]",
        "„Der Mieter haftet für Schäden, sofern er … nachweist, dass er sie nicht zu vertreten hat“ [[1]]",
        "Der Vermieter kann jederzeit frei kündigen: „Der Vermieter kann nur kündigen, wenn er ein berechtigtes Interesse an der Beendigung hat“ [[1]]",
        "Die Kündigung ist formlos möglich, denn „Die Kündigung bedarf der Schriftform“ [[1]]",
        "Der Vermieter haftet immer, außer für „leichte Fahrlässigkeit“ [[1]]",
        "Die Frist beträgt „drei Monate“ [[1]]",
      ],
    },
  },
];
