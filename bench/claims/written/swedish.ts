/* A partnership agreement between shareholders, and an act. */
import type { Attacks } from "../attacks/attacks.ts";

const shares = `AKTIEÄGARAVTAL mellan Lind Invest AB, Berg Holding AB och Sjö Kapital AB avseende Fyrverk AB (Bolaget)

3 Styrelsen
3.1 Styrelsen ska bestå av fem ledamöter. Lind Invest utser två ledamöter och styrelsens ordförande.
3.2 Styrelsen är beslutför när minst fyra ledamöter är närvarande. Vid lika röstetal har ordföranden utslagsröst.
3.3 Beslut om försäljning av fastigheter eller upptagande av lån över 10 miljoner kronor kräver enhällighet.

5 Överlåtelse
5.1 En part får inte överlåta eller pantsätta sina aktier utan de övriga parternas skriftliga samtycke.
5.2 Vill en part sälja sina aktier ska de först hembjudas övriga parter, som har 45 dagar på sig att anta erbjudandet.
5.3 Priset för hembjudna aktier bestäms av en oberoende värderingsman, om parterna inte enas inom 20 dagar.

7 Konkurrens
7.1 Under avtalstiden och 18 månader därefter får en part inte bedriva konkurrerande verksamhet i Norden.
7.2 Förbudet hindrar inte innehav av högst 5 procent av aktierna i ett noterat bolag.
7.3 Vid brott mot 7.1 ska parten betala ett vite om 2 000 000 kronor till Bolaget.

9 Utdelning
9.1 Bolaget ska årligen dela ut minst 30 procent av vinsten efter skatt, såvida inte soliditeten därigenom understiger 25 procent.

11 Tvist
11.1 Tvist ska slutligt avgöras genom skiljedom enligt reglerna för Stockholms Handelskammares Skiljedomsinstitut. Språket ska vara engelska.`;

const act = `Lag om uthyrning av båtplatser

4 § Upplåtaren ska hålla bryggan i säkert skick och får stänga av den för reparation under högst 14 dagar per säsong.
5 § Båtägaren får inte låta någon annan använda platsen utan upplåtarens medgivande. Medgivande behövs inte för närstående.
6 § Uppsägning ska vara skriftlig och ska ske senast den 31 oktober för att gälla följande säsong.
7 § Upplåtaren svarar för skada som har orsakats av brister i bryggan, om han inte visar att skadan inte beror på hans försummelse.
8 § Avgiften ska betalas i förskott. Betalas den inte inom 30 dagar efter anmaning, får upplåtaren häva avtalet.
9 § Ett avtalsvillkor som i jämförelse med denna lag är till nackdel för båtägaren är utan verkan mot denne.`;

export const swedish: Attacks[] = [
  {
    source: shares,
    rows: {
      true: [
        "Styrelsen består av fem ledamöter [[1]]",
        "Lind Invest utser två av ledamöterna samt ordföranden [[1]]",
        "Minst fyra ledamöter måste vara närvarande för att styrelsen ska vara beslutför [[1]]",
        "Ordföranden har utslagsröst vid lika röstetal [[1]]",
        "Det krävs enhällighet för att ta upp lån över 10 miljoner kronor [[1]]",
        "Aktierna får inte pantsättas utan skriftligt samtycke från de övriga parterna [[1]]",
        "En part som vill sälja sina aktier måste först hembjuda dem till övriga parter [[1]]",
        "De övriga parterna har 45 dagar på sig att anta erbjudandet [[1]]",
        "En oberoende värderingsman bestämmer priset om parterna inte kommer överens inom 20 dagar [[1]]",
        "Konkurrensförbudet gäller under avtalstiden och i 18 månader därefter [[1]]",
        "En part får inneha upp till 5 procent av aktierna i ett noterat bolag [[1]]",
        "Vitet är 2 000 000 kronor och ska betalas till Bolaget [[1]]",
        "Minst 30 procent av vinsten efter skatt ska delas ut varje år, såvida inte soliditeten då understiger 25 procent [[1]]",
        "Tvister ska slutligt avgöras genom skiljedom, och språket ska vara engelska [[1]]",
      ],
      false: [
        "Styrelsen ska bestå av fem suppleanter [[1]]",
        "Berg Holding utser två ledamöter och styrelsens ordförande [[1]]",
        "Lind Invest utser två ledamöter och verkställande direktören [[1]]",
        "Styrelsen är beslutför när högst fyra ledamöter är närvarande [[1]]",
        "Vid lika röstetal avgör lotten [[1]]",
        "Beslut om köp av fastigheter kräver enhällighet [[1]]",
        "Beslut om försäljning av fastigheter kräver enkel majoritet [[1]]",
        "En part får överlåta sina aktier men inte pantsätta dem [[1]]",
        "En part får inte överlåta sina aktier utan styrelsens skriftliga samtycke [[1]]",
        "Priset för hembjudna aktier bestäms av Bolagets revisor [[1]]",
        "Priset bestäms av en oberoende värderingsman, om parterna enas inom 20 dagar [[1]]",
        "Under avtalstiden och 18 månader dessförinnan får en part inte bedriva konkurrerande verksamhet [[1]]",
        "En part får inte bedriva konkurrerande verksamhet i Europa [[1]]",
        "Förbudet hindrar inte innehav av aktierna i ett onoterat bolag [[1]]",
        "Vid brott mot 7.1 ska Bolaget betala ett vite om 2 000 000 kronor till parten [[1]]",
        "Vid brott mot 5.1 ska parten betala ett vite om 2 000 000 kronor [[1]]",
        "Bolaget ska årligen dela ut minst 30 procent av vinsten före skatt [[1]]",
        "Tvist ska avgöras av allmän domstol i Stockholm [[1]]",
        "Språket ska vara svenska [[1]]",
      ],
    },
  },
  {
    source: act,
    rows: {
      true: [
        "Upplåtaren måste hålla bryggan i säkert skick [[1]]",
        "Bryggan får stängas av för reparation i högst 14 dagar per säsong [[1]]",
        "Inget medgivande behövs för närstående [[1]]",
        "En uppsägning måste vara skriftlig [[1]]",
        "Uppsägningen ska ske senast den 31 oktober för att gälla nästa säsong [[1]]",
        "Avgiften betalas i förskott [[1]]",
        "Om avgiften inte betalas inom 30 dagar efter anmaning får upplåtaren häva avtalet [[1]]",
        "Villkor som är till nackdel för båtägaren i jämförelse med lagen är utan verkan [[1]]",
      ],
      false: [
        "Upplåtaren får stänga av bryggan för ombyggnad under högst 14 dagar per säsong [[1]]",
        "Upplåtaren får stänga av bryggan för reparation under högst 14 dagar per år [[1]]",
        "Båtägaren får låta någon annan använda platsen utan upplåtarens medgivande [[1]]",
        "Medgivande behövs inte för grannar [[1]]",
        "Uppsägning kan vara muntlig [[1]]",
        "Uppsägning ska ske tidigast den 31 oktober [[1]]",
        "Upplåtaren svarar för skada som har orsakats av brister i båten [[1]]",
        "Båtägaren svarar för skada som har orsakats av brister i bryggan [[1]]",
        "Avgiften ska betalas i efterskott [[1]]",
        "Betalas avgiften inte inom 30 dagar efter förfallodagen, får upplåtaren häva avtalet [[1]]",
        "Betalas avgiften inte får upplåtaren höja avgiften [[1]]",
        "Ett avtalsvillkor som är till fördel för båtägaren är utan verkan mot denne [[1]]",
      ],
    },
  },
];
