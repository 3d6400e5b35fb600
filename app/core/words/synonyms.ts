/*
 * Content words that lawyers use for each other, and words that add nothing to
 * what a sentence claims. Each line of the first table is one meaning; words of
 * different meaning in any usual context do not belong there.
 */
import { areForms } from "./word-forms.ts";

const groups = `
obtain get receive acquire
receipt receive
exclude exclusive
include inclusive
pay remit settle
owe pay due payable
give provide deliver supply furnish
contract agreement
party side
begin commence start
end terminate expire
buy purchase
require need
notify inform tell advise notification
cost expense
expenses costs
duty obligation undertaking
breach violation infringement default
remedy cure rectify
repair fix mend
ask request
own possess
use utilise utilize
show demonstrate prove
appoint designate name
choose select elect
increase rise raise
reduce decrease lower
limit cap restrict
allow permit
forbid prohibit
sell dispose
transfer assign convey
court tribunal
law statute act
void invalid
lawful legal
amend change modify alter
change amendment modification alteration
rent rental
fee charge
sum amount
amount sum
price consideration
staff employees personnel
property premises
late overdue delayed
free gratis
whole entire
kept retained preserved
keep retain preserve
send dispatch
new fresh
start outset
consider treat regard
deem regard
happen occur
judge court
loss damage harm
damage loss harm
previous prior earlier preceding
following subsequent later
necessary required needed
enough sufficient adequate
entire full complete whole
sign execute
premature early
illness sickness
bedürfen benötigen brauchen erfordern bedarf benötigt braucht
erhalten bekommen empfangen erhält bekommt empfängt
mitteilen informieren unterrichten benachrichtigen mitzuteilen
zahlen entrichten leisten bezahlen zahlt
schriftstück dokument unterlage
besonders insbesondere
verpflichtung pflicht
gemeinsam zusammen gemeinschaftlich
entgeltlich bezahlt vergütet
einwilligung zustimmung einverständnis
genehmigung zustimmung
verlangen fordern
beenden kündigen
ende ablauf beendigung
beginn anfang
laufzeit dauer vertragsdauer
dauern laufen
kosten aufwendungen
schaden nachteil
haften einstehen
übergeben aushändigen
aufbewahren aufheben verwahren
benutzen nutzen verwenden gebrauchen
ändern abändern anpassen
ersetzen austauschen
reparieren instandsetzen
mangel fehler defekt
frist zeitraum
entgelt vergütung bezahlung
lohn gehalt
bezüge vergütung
wohnung mietwohnung mietsache
zuständig kompetent
rechnung faktura
abschließen schließen
geschlossen abgeschlossen
erlauben gestatten zulassen
untersagen verbieten
erlöschen enden
gericht richter
auszahlen zahlen
errichten aufstellen
arbeitsunfähigkeit krankheit
erhålla få motta mottaga får mottar fått
underrätta meddela informera
betala erlägga
skyldighet förpliktelse plikt
avsluta upphöra
börja inledas påbörja
ändra justera
kostnad utgift
använda nyttja bruka
skada förlust
fel brist
begära kräva fordra
uppsäga uppsägning
köpa förvärva
sälja avyttra överlåta
sända skicka
behålla bevara
reparera laga
välja utse
utse välja
förbjuda förbjudet
tillåta medge
medgivande samtycke godkännande tillstånd
dröjsmål försening
ersättning gottgörelse
följande nästa
tidigare föregående
enas överens
bestämma fastställa
bestäms fastställs
samt och
styrelsemedlem styrelseledamot
lämna ge
avgift kostnad
innehav äga
inneha äga
behöva krävas
behövs krävs
anställning arbete
bedoeld genoemd vermeld
betalen voldoen betaalt voldoet
mededelen meedelen informeren kennisgeven
verkrijgen krijgen ontvangen krijgt ontvangt
verplichting plicht
beginnen starten aanvangen
eindigen aflopen
schade nadeel
kosten uitgaven
gebruiken benutten
gebrek defect
herstellen repareren
vergoeden betalen
vergoeding betaling
toestemming goedkeuring instemming akkoord
bewaren behouden
sturen verzenden zenden
kopen aanschaffen
wijzigen veranderen aanpassen
vragen verzoeken
verzoek aanvraag
kiezen benoemen
huurprijs huur
gesloten dicht
open geopend
loon salaris
termijn periode
afspraak overeenkomst
contract overeenkomst
woning gehuurde
inhouden achterhouden
rechter rechtbank
geschieden gebeuren plaatsvinden
`;

/** The lines that have a word. */
const meanings = new Map<string, number[]>();
for (const [at, line] of groups.trim().split("\n").entries())
  for (const word of line.split(" ")) meanings.set(word, [...(meanings.get(word) ?? []), at]);
const tabled = [...meanings.keys()];

const linesKnown = new Map<string, readonly number[]>();
const mostKnown = 20_000;

/** The lines that have the word, in any of its forms. */
function linesOf(word: string): readonly number[] {
  const known = linesKnown.get(word);
  if (known !== undefined) return known;
  const own = meanings.get(word);
  const lines = own ?? tabled.filter((one) => one[0] === word[0] && areForms(one, word)).flatMap((one) => meanings.get(one)!);
  if (linesKnown.size >= mostKnown) linesKnown.clear();
  linesKnown.set(word, lines);
  return lines;
}

/** Its synonyms, each in the form that the table has. */
export function synonymsOf(word: string): string[] {
  const lines = linesOf(word);
  return lines.length === 0 ? [] : tabled.filter((one) => meanings.get(one)!.some((line) => lines.includes(line)));
}

/** As lower-case words, in any form. */
export function areSynonyms(one: string, other: string): boolean {
  const mine = linesOf(one);
  return mine.length > 0 && linesOf(other).some((line) => mine.includes(line));
}

const adding = `
text source act law statute regulation directive agreement contract document file clause section article paragraph provision provisions rule page schedule
text quelle gesetz verordnung richtlinie vertrag vereinbarung dokument datei klausel vorschrift bestimmung paragraf absatz seite anlage regelung
text texten källan lag lagen förordning avtal avtalet dokument fil filen klausul bestämmelse bestämmelsen paragraf paragrafen sida
tekst bron wet verordening overeenkomst contract document bestand clausule artikel bepaling pagina bijlage regeling
also therefore thus hence accordingly furthermore moreover namely respective respectively relevant concerned said then once even already still
apply applies applicable amount amounts total totals stand stands equal equals
make makes made making take takes taken taking place occur occurs happen happens come comes put set sets laid down done
remain remains
case cases event time period periods way form regard regards respect basis purpose purposes matter extent whole
answer question short simply words means mean meaning being having does did
within between zwischen mellan tussen wherever whenever whoever whichever whatever
innerhalb binnen folglich daher deshalb somit also ferner zudem dabei dafür davon dazu darin daran hierfür hierzu jeweils jeweilige jeweiligen bereits schon noch dann
gilt gelten beträgt betragen beläuft belaufen liegt liegen besteht bestehen erfolgt erfolgen geschieht geschehen vorliegt vorliegen
bleibt bleiben pro
fall falle fälle fällen zeitpunkt hinblick bezug hinsichtlich rahmen grund zweck bezüglich sowie etwa lang solange genannt genannten betreffende betreffenden
sehen sieht vor stellt gibt macht machen
inom därför således dessutom även redan ännu respektive aktuell aktuella berörd berörda själv
gäller gälla uppgår utgör utgörs sker ske görs göra består bestå finns innebär innebära
förblir kommer
fall fallet tid tiden syfte samband fråga grund sådan sådant sådana varav därav därmed härav
binnen daarom derhalve dus bovendien verder tevens reeds telkens desbetreffende betreffende
geldt gelden bedraagt bedragen beloopt gebeurt gebeuren geschiedt bestaat bestaan vindt plaats gaat gaan komt komen
blijft blijven gedaan wanneer
geval gevallen tijdstip verband kader grond doel ingeval waarbij waarin waarvan daarbij daarin daarvan lang
`;

const emptyOnes: ReadonlySet<string> = new Set(adding.trim().split(/\s+/u));

/** "The fee amounts to", "die Frist beträgt", "det gäller även": a claim may have it where its source has not. */
export function addsNothing(word: string): boolean {
  return emptyOnes.has(word);
}
