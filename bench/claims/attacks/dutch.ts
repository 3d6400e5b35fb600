/* A lease, and what may be said of it. */
import type { Attacks } from "./attacks.ts";

const sources = [
  `HUUROVEREENKOMST tussen Wonen BV (verhuurder) en mevrouw De Vries (huurder)

Artikel 2 Huurprijs
2.1 De huurder betaalt een huurprijs van € 1.100 per maand, uiterlijk op de eerste dag van elke maand.
2.2 Bij te late betaling is de huurder een rente van 1% per maand verschuldigd.
2.3 De verhuurder mag de huurprijs eenmaal per jaar met ten hoogste 4% verhogen.

Artikel 4 Duur en opzegging
4.1 De overeenkomst gaat in op 15 april 2021 en geldt voor een periode van vijf jaar.
4.2 De huurder kan de overeenkomst opzeggen met een opzegtermijn van ten minste drie maanden, tenzij de overeenkomst korter dan een jaar heeft geduurd.
4.3 De verhuurder mag de overeenkomst niet opzeggen zonder toestemming van de rechter.
4.4 Opzegging moet schriftelijk gebeuren.

Artikel 6 Gebruik
6.1 Het is de huurder niet toegestaan het gehuurde onder te verhuren zonder schriftelijke toestemming van de verhuurder.
6.2 De huurder hoeft geen boete te betalen wanneer de schade minder dan € 500 bedraagt.

Artikel 8 Aansprakelijkheid
8.1 De verhuurder is niet aansprakelijk voor gevolgschade, behalve in geval van opzet of grove schuld.
8.2 De waarborgsom bedraagt twee maanden huur en wordt binnen veertien dagen na het einde van de overeenkomst terugbetaald.
8.3 De werknemer werkt tussen 24 en 36 uur per week.`,
];

export const dutch: Attacks[] = [
  {
    source: sources[0]!,
    rows: {
      true: [
        "De huurprijs bedraagt € 1.100 per maand [[1]]",
        "De huurder betaalt elfhonderd euro per maand [[1]]",
        "De huur moet uiterlijk op de eerste dag van elke maand worden betaald [[1]]",
        "Bij te late betaling is de huurder 1% rente per maand verschuldigd [[1]]",
        "De verhuurder mag de huurprijs één keer per jaar met maximaal 4% verhogen [[1]]",
        "De overeenkomst gaat in op 15 april 2021 [[1]]",
        "De overeenkomst geldt voor een periode van 5 jaar [[1]]",
        "De huurder kan opzeggen met een opzegtermijn van minstens drie maanden, tenzij de overeenkomst korter dan een jaar heeft geduurd [[1]]",
        "De verhuurder mag de overeenkomst niet opzeggen zonder toestemming van de rechter [[1]]",
        "Opzegging moet schriftelijk gebeuren [[1]]",
        "De huurder mag het gehuurde niet onderverhuren zonder schriftelijke toestemming van de verhuurder [[1]]",
        "De huurder hoeft geen boete te betalen bij schade van minder dan € 500 [[1]]",
        "De verhuurder is niet aansprakelijk voor gevolgschade, behalve bij opzet of grove schuld [[1]]",
        "De waarborgsom bedraagt twee maanden huur [[1]]",
        "De waarborgsom wordt binnen 14 dagen na het einde van de overeenkomst terugbetaald [[1]]",
        "De werknemer werkt 24 tot 36 uur per week [[1]]",
        "„Opzegging moet schriftelijk gebeuren.” (art. 4.4) [[1]]",
        "Volgens artikel 4.4 geldt: „Opzegging moet schriftelijk gebeuren.” [[1]]",
        "‘Opzegging moet schriftelijk gebeuren.’ [[1]]",
      ],
      doubted: [
        "De verhuurder mag de overeenkomst alleen met toestemming van de rechter opzeggen [[1]]",
        "De opzegtermijn voor de huurder is „drie maanden” [[1]]",
      ],
      false: [
        "De huurprijs bedraagt € 1.100 per jaar [[1]]",
        "De huurprijs bedraagt $ 1.100 per maand [[1]]",
        "De huurprijs bedraagt € 11.000 per maand [[1]]",
        "De verhuurder betaalt een huurprijs van € 1.100 per maand [[1]]",
        "De huur moet uiterlijk op de laatste dag van elke maand worden betaald [[1]]",
        "De huur mag niet eerder dan op de eerste dag van elke maand worden betaald [[1]]",
        "Bij te late betaling is de huurder 1% rente per jaar verschuldigd [[1]]",
        "Bij te late betaling is de verhuurder een rente van 1% per maand verschuldigd [[1]]",
        "Bij te late betaling is de huurder geen rente verschuldigd [[1]]",
        "De verhuurder mag de huurprijs eenmaal per jaar met ten minste 4% verhogen [[1]]",
        "De verhuurder moet de huurprijs eenmaal per jaar met ten hoogste 4% verhogen [[1]]",
        "De huurder mag de huurprijs eenmaal per jaar met ten hoogste 4% verhogen [[1]]",
        "De verhuurder mag de huurprijs tweemaal per jaar met ten hoogste 4% verhogen [[1]]",
        "De verhuurder mag de huurprijs eenmaal per jaar met ten hoogste 4% verlagen [[1]]",
        "De overeenkomst gaat in op 15 augustus 2021 [[1]]",
        "De overeenkomst eindigt op 15 april 2021 [[1]]",
        "De overeenkomst geldt voor vijf maanden [[1]]",
        "De overeenkomst geldt niet voor een periode van vijf jaar [[1]]",
        "De huurder kan opzeggen met een opzegtermijn van hoogstens drie maanden, tenzij de overeenkomst korter dan een jaar heeft geduurd [[1]]",
        "De huurder kan opzeggen met een opzegtermijn van ten minste drie maanden, tenzij de overeenkomst langer dan een jaar heeft geduurd [[1]]",
        "De huurder kan opzeggen met een opzegtermijn van ten minste drie maanden, ook als de overeenkomst korter dan een jaar heeft geduurd [[1]]",
        "De verhuurder kan de overeenkomst opzeggen met een opzegtermijn van ten minste drie maanden [[1]]",
        "De huurder moet de overeenkomst opzeggen met een opzegtermijn van ten minste drie maanden [[1]]",
        "De huurder kan de overeenkomst opzeggen met een opzegtermijn van ten minste drie weken [[1]]",
        "De verhuurder mag de overeenkomst opzeggen zonder toestemming van de rechter [[1]]",
        "De verhuurder mag de overeenkomst niet opzeggen met toestemming van de rechter [[1]]",
        "De huurder mag de overeenkomst niet opzeggen zonder toestemming van de rechter [[1]]",
        "Opzegging moet mondeling gebeuren [[1]]",
        "Opzegging hoeft niet schriftelijk te gebeuren [[1]]",
        "Het is de huurder toegestaan het gehuurde onder te verhuren zonder schriftelijke toestemming van de verhuurder [[1]]",
        "Het is de verhuurder niet toegestaan het gehuurde onder te verhuren zonder schriftelijke toestemming van de huurder [[1]]",
        "De huurder mag het gehuurde onderverhuren zonder schriftelijke toestemming van de verhuurder [[1]]",
        "De huurder moet een boete betalen wanneer de schade minder dan € 500 bedraagt [[1]]",
        "De huurder hoeft geen boete te betalen wanneer de schade meer dan € 500 bedraagt [[1]]",
        "De verhuurder hoeft geen boete te betalen wanneer de schade minder dan € 500 bedraagt [[1]]",
        "De verhuurder is aansprakelijk voor gevolgschade [[1]]",
        "De verhuurder is niet aansprakelijk voor gevolgschade [[1]]",
        "De verhuurder is niet aansprakelijk voor gevolgschade, ook niet in geval van opzet of grove schuld [[1]]",
        "De huurder is niet aansprakelijk voor gevolgschade, behalve in geval van opzet of grove schuld [[1]]",
        "De waarborgsom bedraagt twee jaar huur [[1]]",
        "De waarborgsom bedraagt drie maanden huur [[1]]",
        "De waarborgsom wordt binnen veertien dagen vóór het einde van de overeenkomst terugbetaald [[1]]",
        "De waarborgsom wordt binnen veertig dagen na het einde van de overeenkomst terugbetaald [[1]]",
        "De waarborgsom wordt niet terugbetaald [[1]]",
        "De werknemer werkt tussen 24 en 40 uur per week [[1]]",
        "De werknemer werkt tussen 24 en 36 uur per maand [[1]]",
        "„Opzegging moet schriftelijk gebeuren.” (art. 2.1) [[1]]",
        "Volgens artikel 8.1 geldt: „Opzegging moet schriftelijk gebeuren.” [[1]]",
        "„De verhuurder mag de overeenkomst … opzeggen zonder toestemming van de rechter” [[1]]",
        "„Het is de huurder … toegestaan het gehuurde onder te verhuren” [[1]]",
        "De verhuurder kan vrij opzeggen: „De verhuurder mag de overeenkomst niet opzeggen zonder toestemming van de rechter” [[1]]",
        "De opzegtermijn voor de verhuurder is „drie maanden” [[1]]",
      ],
    },
  },
];
