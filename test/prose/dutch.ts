/* Een korte arbeidsovereenkomst: aanhalingstekens, trema's, wetsartikelen en bedragen met een komma. */
import type { Prose } from "./prose.ts";

const nbsp = "\u00a0";
const soft = "\u00ad";

export const dutch: Prose = {
  language: "Dutch",
  markdown: `# Arbeidsovereenkomst

De ondergetekenden: Van Dijk Logistiek B.V. (‘Werkgever’) en de in het aanhangsel genoemde persoon (‘Werknemer’) zijn op 1${nbsp}maart${nbsp}2025 het volgende overeengekomen – in aanvulling op de cao.

## Loon

1) Het loon bedraagt €${nbsp}3.250,00 bruto per maand, te vermeerderen met 8%${nbsp}**vakantietoeslag**, en wordt uiterlijk de laatste dag van de maand betaald.
2) Overwerk wordt alleen vergoed als Werkgever het vooraf *schriftelijk* heeft opgedragen. Werkgever stelt Werknemer hiervan onverwijld in kennis.
3) Reiskosten worden vergoed vanaf de tiende kilometer, zo${"’"}n € 0,23 per kilometer.

## Arbeidstijd

1) De arbeidsduur is 36 uur per week, verdeeld over maandag${nbsp}– vrijdag, behoudens artikel 7:628 lid${nbsp}1${nbsp}BW.
2) Werknemer neemt pauzes in overleg op. De coördi${soft}natie daarvan ligt bij de ploegleider. Werkgever stelt Werknemer hiervan onverwijld in kennis.

Werknemer ontvangt van Werkgever:

- een laptop en een “zakelijke” telefoon
- ge\u00efsoleerde werkkleding
- toegang tot de bedrijfssystemen

| Verlof | Dagen |
| --- | --- |
| Wettelijk | twintig dagen |
| Bovenwettelijk | vijf dagen |

## Einde

Ieder van partijen kan de overeenkomst opzeggen tegen het einde van de maand, met een termijn van één maand. Opzegging geschiedt ‘schriftelijk’; een e-mail volstaat. Werkgever stelt Werknemer hiervan onverwijld in kennis.

Geschillen worden voorgelegd aan de kantonrechter te Utrecht; het financie\u0308le belang doet niet ter zake…`,
  passages: [
    "(‘Werknemer’) zijn op 1\u00a0maart\u00a02025 het volgende overeengekomen",
    "overeengekomen – in aanvulling op de cao",
    "€\u00a03.250,00 bruto per maand",
    "bruto per maand, te vermeerderen met 8%",
    "zo’n € 0,23 per kilometer",
    "maandag\u00a0– vrijdag, behoudens artikel 7:628 lid\u00a01\u00a0BW",
    "De coördi\u00adnatie daarvan ligt bij de ploegleider",
    "een “zakelijke” telefoon",
    "het financie\u0308le belang doet niet ter zake",
    "Opzegging geschiedt ‘schriftelijk’; een e-mail volstaat",
  ],
  cases: [
    ["één woord", "ploegleider", "teamleider", ["ploegleider", "teamleider"]],
    [
      "cursief erbinnen",
      "vooraf schriftelijk heeft opgedragen",
      "vooraf per e-mail heeft opgedragen",
      ["vooraf schriftelijk heeft opgedragen", "vooraf per e-mail heeft opgedragen"],
    ],
    ["dollartekens zijn tekst", "vijf dagen", "$' dagen, $$", ["vijf dagen", "$' dagen, $$"]],
    ["driemaal dezelfde zin", "Werkgever stelt Werknemer hiervan", "Werkgever stelt Werknemer daarvan", "several"],
    [
      "wat ervoor staat beslist",
      "onverwijld in kennis",
      "direct in kennis",
      [
        "ploegleider. Werkgever stelt Werknemer hiervan onverwijld in kennis",
        "ploegleider. Werkgever stelt Werknemer hiervan direct in kennis",
      ],
      { before: "De coördinatie daarvan ligt bij de ploegleider. Werkgever stelt Werknemer hiervan " },
    ],
    [
      "wat erna komt beslist",
      "onverwijld in kennis",
      "direct in kennis",
      [
        "opgedragen. Werkgever stelt Werknemer hiervan onverwijld in kennis",
        "opgedragen. Werkgever stelt Werknemer hiervan direct in kennis",
      ],
      { after: ".\n\nReiskosten" },
    ],
    [
      "het nummer beslist",
      "hiervan onverwijld",
      "hiervan terstond",
      ["volstaat. Werkgever stelt Werknemer hiervan onverwijld", "volstaat. Werkgever stelt Werknemer hiervan terstond"],
      { occurrence: 3 },
    ],
    ["nummer nul bestaat niet", "hiervan onverwijld", "x", "several", { occurrence: 0 }],
    ["hoofdletters tellen", "werkgever stelt", "x", "not-found"],
    ["een deel van een woord", "bedrijfs", "x", "not-found"],
    ["zonder trema is het een ander woord", "geisoleerde werkkleding", "x", "not-found"],
    ["een getal in een getal", "7:62", "x", "not-found"],
    ["al zo", "een termijn van twee maanden", "een termijn van één maand", "already-applied"],
    ["dezelfde aanhalingstekens", '"zakelijke"', "“zakelijke”", "already-applied"],
    ["alleen de aanhalingstekens", "“zakelijke”", "„zakelijke”", ["“zakelijke”", "„zakelijke”"]],
    ["niets", "", "x", "empty-original"],
    ["alleen een regeleinde", "\r\n", "x", "empty-original"],
    ["een zinsdeel vervalt", ", met een termijn van één maand", "", [", met een termijn van één maand", ""]],
    [
      "afgebroken door het model",
      "Geschillen worden voorgelegd\n aan de kantonrechter",
      "Geschillen gaan naar de kantonrechter",
      ["Geschillen worden voorgelegd aan de kantonrechter", "Geschillen gaan naar de kantonrechter"],
    ],
    ["een punt van de lijst", "een laptop en", "een laptop, een tas en", ["een laptop en", "een laptop, een tas en"]],
    ["een cel", "twintig dagen", "vijfentwintig dagen", ["twintig dagen", "vijfentwintig dagen"]],
    [
      "twee cellen",
      "Wettelijk\n\ntwintig dagen",
      "Wettelijk\n\nvijfentwintig dagen",
      ["Wettelijk\n\ntwintig dagen", "Wettelijk\n\nvijfentwintig dagen"],
    ],
    ["een kop", "Arbeidstijd", "Arbeids- en rusttijden", ["Arbeidstijd", "Arbeids- en rusttijden"]],
    [
      "met het nummer van de clausule",
      "3. Reiskosten worden vergoed",
      "3. Reiskosten worden volledig vergoed",
      ["Reiskosten worden vergoed", "Reiskosten worden volledig vergoed"],
    ],
    ["drie punten", "ter zake...", "ter zake.", ["ter zake…", "ter zake."]],
    ["uit het hoofd", "Werknemer mag thuiswerken zo vaak als het hem uitkomt", "x", "not-found"],
  ],
};
