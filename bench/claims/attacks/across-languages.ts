/* Answers in another language than their source. */
import type { Attacks } from "./attacks.ts";
import { english } from "./english.ts";
import { german } from "./german.ts";
import { swedish } from "./swedish.ts";

export const acrossLanguages: Attacks[] = [
  {
    source: english[0]!.source,
    rows: {
      true: ["Der Kunde zahlt monatlich 12.500 Euro innerhalb von 30 Tagen nach Rechnungseingang [[1]]"],
      doubted: [
        "Vertraget får sägas upp med tre månaders uppsägningstid, om inte den första perioden ännu löper [[1]]",
        "De klant moet binnen dertig dagen € 12.500 per maand betalen [[1]]",
      ],
      false: [
        "Der Lieferant zahlt dem Kunden monatlich 12.500 Euro innerhalb von 30 Tagen [[1]]",
        "Der Kunde muss innerhalb von 30 Monaten 12.500 Euro zahlen [[1]]",
        "Der Kunde muss 12.500 Kronen zahlen [[1]]",
        "Der Lieferant muss die Vergütung jährlich um höchstens 3 % erhöhen [[1]]",
        "Der Lieferant darf die Vergütung jährlich um mindestens 3 % erhöhen [[1]]",
        "Avtalet får inte sägas upp med tre månaders skriftlig uppsägning [[1]]",
        "Avtalet kan sägas upp med minst tre veckors uppsägningstid [[1]]",
        "Leverantören får avbryta tjänsterna utan kundens samtycke [[1]]",
        "De klant hoeft niet binnen dertig dagen € 12.500 per maand te betalen [[1]]",
      ],
    },
  },
  {
    source: swedish[0]!.source,
    rows: {
      true: [
        "The rent is SEK 9,500 a month [[1]]",
        "The deposit must be repaid within 30 days of moving out [[1]]",
        "The tenant may terminate the lease with three months' notice [[1]]",
      ],
      false: [
        "The rent is SEK 9,500 a year [[1]]",
        "The landlord must pay rent of SEK 9,500 a month [[1]]",
        "The tenant need not pay SEK 9,500 a month [[1]]",
        "The deposit is at least three months' rent and is repaid within 30 days [[1]]",
        "The landlord may give three months' notice [[1]]",
      ],
    },
  },
  {
    source: german[0]!.source,
    rows: {
      true: [],
      doubted: ["The tenant pays rent of EUR 1,250 a month, no later than the third working day [[1]]"],
      false: [
        "The landlord pays rent of EUR 1,250 a month [[1]]",
        "The rent may be raised by at least 20% within three years [[1]]",
        "The tenant must give notice of three months [[1]]",
        "The deposit is repaid within six months before moving out [[1]]",
      ],
    },
  },
];
