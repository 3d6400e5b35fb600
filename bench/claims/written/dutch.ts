/* A contract of work, articles of an association and an act. */
import type { Attacks } from "../attacks/attacks.ts";

const work = `AANNEMINGSOVEREENKOMST tussen Bouwbedrijf Van Dam BV (aannemer) en Stichting Wijkhuis (opdrachtgever)

Artikel 3 Uitvoering
3.1 De aannemer begint uiterlijk op 3 mei 2027 en levert het werk op binnen 160 werkbare dagen.
3.2 De aannemer mag onderaannemers inschakelen, mits de opdrachtgever vooraf schriftelijk akkoord is.
3.3 De bouwplaats is op zon- en feestdagen gesloten.

Artikel 5 Prijs
5.1 De aanneemsom bedraagt € 820.000 exclusief btw en is vast tot de oplevering.
5.2 De opdrachtgever betaalt in acht termijnen, telkens binnen 21 dagen na ontvangst van de factuur.
5.3 Meerwerk wordt alleen vergoed als het vooraf schriftelijk is opgedragen.

Artikel 7 Oplevering en gebreken
7.1 Gebreken die bij de oplevering zichtbaar zijn, worden in het proces-verbaal vermeld en binnen zes weken hersteld.
7.2 Na de oplevering geldt een onderhoudstermijn van negen maanden.
7.3 De opdrachtgever mag 5% van de aanneemsom inhouden totdat alle gebreken zijn hersteld.

Artikel 9 Te late oplevering
9.1 Voor elke dag vertraging is de aannemer een korting van € 750 verschuldigd, tenzij de vertraging door de opdrachtgever is veroorzaakt.
9.2 De korting kan niet hoger worden dan 10% van de aanneemsom.`;

const statutes = `STATUTEN van Vereniging De Volkstuin

Artikel 4 Leden
1. Lid kunnen worden natuurlijke personen van achttien jaar en ouder die in de gemeente wonen.
2. Het bestuur beslist over de toelating. Bij afwijzing kan de algemene vergadering alsnog tot toelating besluiten.
3. Opzegging door een lid is mogelijk tegen het einde van het boekjaar met een termijn van vier weken.

Artikel 7 Bestuur
1. Het bestuur bestaat uit een oneven aantal van ten minste drie leden, die door de algemene vergadering worden gekozen voor vier jaar.
2. De voorzitter en de penningmeester vertegenwoordigen de vereniging gezamenlijk.
3. Een bestuurslid met een tegenstrijdig belang neemt niet deel aan de beraadslaging of de stemming.

Artikel 10 Vergadering
1. De oproeping geschiedt per e-mail ten minste veertien dagen van tevoren.
2. Statuten kunnen alleen worden gewijzigd met een meerderheid van twee derden van de uitgebrachte stemmen.
3. Blanco stemmen tellen niet mee.`;

export const dutch: Attacks[] = [
  {
    source: work,
    rows: {
      true: [
        "De aannemer moet uiterlijk op 3 mei 2027 beginnen [[1]]",
        "Het werk moet binnen 160 werkbare dagen worden opgeleverd [[1]]",
        "Onderaannemers mogen worden ingeschakeld als de opdrachtgever vooraf schriftelijk akkoord is [[1]]",
        "Op zon- en feestdagen is de bouwplaats dicht [[1]]",
        "De aanneemsom is € 820.000 exclusief btw [[1]]",
        "De opdrachtgever betaalt in 8 termijnen [[1]]",
        "Facturen moeten binnen 21 dagen na ontvangst worden betaald [[1]]",
        "Meerwerk wordt slechts vergoed wanneer het vooraf schriftelijk is opgedragen [[1]]",
        "Zichtbare gebreken worden in het proces-verbaal vermeld en binnen zes weken hersteld [[1]]",
        "De onderhoudstermijn na oplevering is negen maanden [[1]]",
        "De opdrachtgever kan 5% van de aanneemsom inhouden totdat alle gebreken hersteld zijn [[1]]",
        "De korting bedraagt maximaal 10% van de aanneemsom [[1]]",
      ],
      false: [
        "De aannemer begint op zijn vroegst op 3 mei 2027 [[1]]",
        "De aannemer levert het werk op binnen 160 kalenderdagen [[1]]",
        "De aannemer mag onderaannemers inschakelen, mits de opdrachtgever achteraf schriftelijk akkoord is [[1]]",
        "De aannemer mag werknemers inschakelen, mits de opdrachtgever vooraf schriftelijk akkoord is [[1]]",
        "De bouwplaats is op zon- en feestdagen geopend [[1]]",
        "De aanneemsom bedraagt € 820.000 inclusief btw [[1]]",
        "De aanneemsom is variabel tot de oplevering [[1]]",
        "De opdrachtgever betaalt telkens binnen 21 dagen na verzending van de factuur [[1]]",
        "Minderwerk wordt alleen vergoed als het vooraf schriftelijk is opgedragen [[1]]",
        "Meerwerk wordt alleen vergoed als het vooraf mondeling is opgedragen [[1]]",
        "Gebreken die bij de oplevering verborgen zijn, worden binnen zes weken hersteld [[1]]",
        "Gebreken worden in het proces-verbaal vermeld of binnen zes weken hersteld [[1]]",
        "Na de oplevering geldt een garantie van negen maanden [[1]]",
        "De opdrachtgever mag 5% van de aanneemsom vooruitbetalen totdat alle gebreken zijn hersteld [[1]]",
        "Voor elke dag vertraging is de aannemer een bonus van € 750 verschuldigd [[1]]",
        "Voor elke dag vertraging is de opdrachtgever een korting van € 750 verschuldigd [[1]]",
        "Voor elke week vertraging is de aannemer een korting van € 750 verschuldigd [[1]]",
      ],
    },
  },
  {
    source: statutes,
    rows: {
      true: [
        "Alleen natuurlijke personen vanaf achttien jaar die in de gemeente wonen kunnen lid worden [[1]]",
        "Over de toelating beslist het bestuur [[1]]",
        "Een lid kan opzeggen tegen het einde van het boekjaar [[1]]",
        "De opzegtermijn voor leden is vier weken [[1]]",
        "Het bestuur bestaat uit minstens drie leden [[1]]",
        "De bestuursleden worden door de algemene vergadering gekozen voor vier jaar [[1]]",
        "De vereniging wordt gezamenlijk vertegenwoordigd door de voorzitter en de penningmeester [[1]]",
        "Een bestuurslid met een tegenstrijdig belang stemt niet mee [[1]]",
        "De oproeping moet ten minste veertien dagen van tevoren per e-mail geschieden [[1]]",
        "Blanco stemmen worden niet meegeteld [[1]]",
      ],
      false: [
        "Lid kunnen worden rechtspersonen die in de gemeente zijn gevestigd [[1]]",
        "Lid kunnen worden natuurlijke personen van achttien jaar en jonger [[1]]",
        "Lid kunnen worden natuurlijke personen die in de provincie wonen [[1]]",
        "Het bestuur beslist over de royering [[1]]",
        "Bij afwijzing kan de rechter alsnog tot toelating besluiten [[1]]",
        "Opzegging door een lid is mogelijk tegen het einde van het kalenderjaar met een termijn van vier weken [[1]]",
        "Opzegging door de vereniging is mogelijk tegen het einde van het boekjaar met een termijn van vier weken [[1]]",
        "Het bestuur bestaat uit een even aantal van ten minste drie leden [[1]]",
        "Het bestuur bestaat uit leden die door de algemene vergadering worden ontslagen [[1]]",
        "De voorzitter of de penningmeester vertegenwoordigt de vereniging [[1]]",
        "De voorzitter en de secretaris vertegenwoordigen de vereniging gezamenlijk [[1]]",
        "Een bestuurslid met een tegenstrijdig belang neemt wel deel aan de beraadslaging [[1]]",
        "De oproeping geschiedt per brief ten minste veertien dagen van tevoren [[1]]",
        "Statuten kunnen alleen worden gewijzigd met algemene stemmen [[1]]",
        "Ongeldige stemmen tellen niet mee [[1]]",
      ],
    },
  },
];
