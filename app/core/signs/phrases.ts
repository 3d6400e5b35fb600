/*
 * Expressions that decide what a sentence says, in English, German, Swedish and
 * Dutch: one table for all four, so that a translation is compared by the same
 * signs.
 */
import { negators } from "./polarity.ts";

type Meaning = { kind: "negation" | "force" | "bound" | "quantity" | "order" | "prompt" | "exception" | "pole"; key: string };

/*
 * Words that exclude each other on one scale: written and oral, begin and end.
 * Those of one place on a scale mean the same.
 */

/** Each line is a scale; "/" between its places, "_" joins several words. */
const scales = `
form written in_writing writing schriftlich schriftliche schriftlichen schriftlicher schriftliches schriftform skriftlig skriftligt skriftliga skriftligen schriftelijk schriftelijke / oral orally verbal verbally mündlich mündliche mündlichen mündlicher mündliches muntlig muntligt muntliga muntligen mondeling mondelinge / textform / electronic electronically elektronisch elektronische elektronischen elektronischer elektronisches elektronisk elektroniskt elektroniska / notarial notarised notarized notariell notarielle notariellen notarieller notarieel notariële
degree gross grobe groben grober grobem grov grovt grova grove / slight leichte leichten leichter leichtem ringa lichte
directness direct directly direkt direkte direkten direkter direktes direkta unmittelbar unmittelbare unmittelbaren unmittelbarer rechtstreeks rechtstreekse directe / indirect indirectly indirekt indirekte indirekten indirekter indirekta mittelbar mittelbare mittelbaren mittelbarer indirecte
inclusion inclusive inklusive inclusief incl inkl / exclusive exclusief excl exkl exklusive / non_exclusive nonexclusive
phase begin begins began beginning commence commences commenced commencing start starts started starting takes_effect beginnt beginnen begann beginn anfang börjar börja inträder början gaat_in ingaat ingaan aanvang aanvangt vangt_aan begin / end ends ended ending terminate terminates terminated terminating expire expires expired expiry endet enden endete ende ablauf erlischt upphör upphöra slutar slutet utgången utgång eindigt eindigen einde vervalt loopt_af
change increase increases increased increasing raise raises raised raising erhöhen erhöht erhöhung höja höjs höjas höjer höjning verhogen verhoogd verhoogt verhoging / decrease decreases decreased decreasing reduce reduces reduced reducing reduction lower lowers lowered lowering senken gesenkt senkt senkung herabsetzen herabgesetzt herabsetzung mindern gemindert minderung sänka sänks sänkas sänker sänkning minska minskas minskar verlagen verlaagd verlaagt verlaging verminderen verminderd vermindering
joint jointly gemeinschaftlich gesamtschuldnerisch solidariskt hoofdelijk / severally anteilig
charge free_of_charge kostenlos kostenfrei unentgeltlich kostnadsfritt utan_kostnad kosteloos / charged chargeable kostenpflichtig entgeltlich
condition even_if even_where even_when auch_wenn selbst_wenn auch_dann_wenn även_om även_när ook_als ook_indien zelfs_als zelfs_indien
duration indefinite indefinitely indefinite_period unbefristet tills_vidare onbepaalde / fixed_term befristet tidsbegränsad tidsbegränsat bepaalde_tijd
side in_favour_of in_favor_of zugunsten till_förmån_för ten_gunste_van / to_the_detriment_of zulasten till_nackdel_för ten_nadele_van
times once one_time einmal en_gång eenmaal één_keer een_keer / twice two_times zweimal två_gånger tweemaal twee_keer / three_times thrice dreimal tre_gånger driemaal drie_keer / four_times viermal fyra_gånger viermaal vier_keer
dating from_and_including as_of as_from with_effect_from från_och_med from_o_m fr_o_m mit_wirkung_vom vanaf met_ingang_van / until_and_including up_to_and_including till_och_med t_o_m tot_en_met bis_zum bis_einschließlich
`;

/** What each expression means: the scale with the place on it. */
const poles: ReadonlyMap<string, string> = new Map(
  scales
    .trim()
    .split("\n")
    .flatMap((line) => {
      const [scale = "", ...rest] = line.split(" ");
      const places = rest.join(" ").split(" / ");
      return places.flatMap((place, at) =>
        place.split(" ").map((one): [string, string] => [one.replaceAll("_", " "), `pole:${scale}:${at}`]),
      );
    }),
);

/** "pole:form" of "pole:form:1". */
export const scaleOf = (key: string) => key.slice(0, key.lastIndexOf(":"));

/** Several words are joined by "_". */
const expressions: [kind: Meaning["kind"], key: string, list: string][] = [
  ["negation", "not", [...negators].join(" ")],
  ["negation", "not", "fails failed failing failure lacks lacking refuses refused refusing refusal void invalid verweigert verweigern unterlässt unterlassen nichtig unwirksam saknar saknas ogiltigförklara ogiltigförklaras ogiltigförklarats vägrar vägrat underlåter underlåta ogiltig ogiltigt ogiltiga weigert weigeren ontbreekt nalaat nietig ongeldig nobody noone niemandem niemanden inget ingenting niemand nergens nirgends nowhere vrij_van_geen"],
  // With its negation beside it, English "shall", "may" and "must" forbid alike.
  ["force", "forbid", "unzulässig unzulässige unzulässigen ausgeschlossen otillåten otillåtet otillåtna uitgesloten not_permitted not_allowed not_entitled nicht_zulässig nicht_erlaubt nicht_gestattet nicht_berechtigt inte_tillåtet inte_tillåten ej_tillåtet ej_tillåten inte_berättigad niet_toegestaan niet_bevoegd prohibited forbidden prohibits forbids verboten untersagt förbjuden förbjudet förbjudna förbjuds förbjuder verboden verbiedt shall_not may_not must_not can_not cannot can't mustn't shan't should_not will_not darf_nicht dürfen_nicht kann_nicht können_nicht soll_nicht sollen_nicht får_inte får_ej får_icke ska_inte ska_ej skall_inte skall_ej skall_icke kan_inte kan_ej bör_inte mag_niet mogen_niet kan_niet kunnen_niet"],
  ["force", "exempt", "need_not not_have_to not_has_to exempt exempts exempted relieved_of relieved_from excused_from not_required not_obliged not_obligated no_obligation befreit entbunden nicht_verpflichtet befriad befriat befriade inte_skyldig inte_skyldiga inte_skyldigt ej_skyldig vrijgesteld ontheven niet_verplicht niet_gehouden muss_nicht müssen_nicht måste_inte behöver_inte behöver_ej hoeft_niet hoeven_niet"],
  ["force", "oblige", "shall must obliged obligated required muss müssen musste müsste verpflichtet ska skall måste skyldig skyldiga skyldigt moet moeten dient dienen verplicht hat_zu haben_zu"],
  ["force", "permit", "may can might entitled permitted allowed optional free_to shall_be_entitled must_be_entitled will_be_entitled has_the_right have_the_right shall_have_the_right will_have_the_right must_have_the_right shall_have_the_option hat_das_recht haben_das_recht har_rätt ha_rätt heeft_recht hebben_recht heeft_het_recht zulässig zulässige zulässigen erlaubt gestattet tillåten tillåtet tillåtna toegestaan geoorloofd kann können konnte darf dürfen berechtigt befugt får kan fick berättigad berättigat mag mogen kunnen bevoegd gerechtigd"],
  // Who may be entitled to something is not yet entitled to it.
  ["force", "perhaps", "may_be_entitled might_be_entitled can_be_entitled may_be_required might_be_required can_be_required may_be_obliged"],
  ["bound", "atmost", "at_most at_the_latest up_to no_more_than not_more_than no_later_than not_later_than no_longer_than not_longer_than capped_at limited_to begrenzt_auf beschränkt_auf begränsad_till begränsat_till begränsas_till beperkt_tot not_exceed not_exceeding not_exceeds shall_not_exceed may_not_exceed must_not_exceed will_not_exceed cannot_exceed should_not_exceed no_greater_than maximum_of maximum höchstens längstens spätestens maximal bis_zu nicht_mehr_als nicht_später_als nicht_länger_als darf_nicht_übersteigen nicht_übersteigen nicht_übersteigt nicht_überschreiten nicht_überschreitet högst senast maximalt upp_till inte_mer_än inte_senare_än inte_längre_än får_inte_överstiga ska_inte_överstiga skall_inte_överstiga inte_överstiga inte_överstiger ten_hoogste hoogstens uiterlijk maximaal niet_meer_dan niet_later_dan niet_langer_dan niet_overschrijden niet_overschrijdt"],
  ["bound", "atleast", "at_least not_shorter_than no_shorter_than not_less_than no_less_than not_fewer_than no_fewer_than not_earlier_than no_earlier_than minimum_of minimum mindestens wenigstens frühestens nicht_weniger_als nicht_früher_als nicht_kürzer_als minst lägst åtminstone tidigast inte_mindre_än inte_tidigare_än inte_kortare_än ten_minste minstens minimaal niet_minder_dan niet_eerder_dan niet_korter_dan"],
  ["bound", "morethan", "more_than later_than longer_than greater_than exceed exceeds exceeding mehr_als später_als länger_als mer_än senare_än längre_än meer_dan later_dan langer_dan"],
  ["bound", "lessthan", "less_than fewer_than earlier_than shorter_than weniger_als früher_als kürzer_als mindre_än tidigare_än kortare_än minder_dan eerder_dan korter_dan"],
  ["quantity", "all", "all every each any both either jede jeder jedes jedem jeden alle aller allen alles sämtliche sämtlichen beide beiden varje alla samtliga båda envar någon elke elk alle iedere ieder beide"],
  ["quantity", "some", "some one_of certain several einige einigen einiger manche einer_der_beiden eine_der_beiden vissa en_av_de ett_av_de endera några somliga sommige enkele een_van_de één_van_de een_der"],
  ["quantity", "only", "only solely exclusively nur lediglich ausschließlich bara endast enbart slechts alleen uitsluitend"],
  ["order", "before", "before prior_to bevor vor före innan vóór voordat alvorens until bis"],
  ["order", "after", "after following nachdem nach efter sedan nadat na since"],
  ["prompt", "promptly", "immediately promptly forthwith without_delay without_undue_delay without_unreasonable_delay without_further_delay unverzüglich sofort umgehend ohne_schuldhaftes_zögern omedelbart omgående genast skyndsamt utan_dröjsmål utan_onödigt_dröjsmål utan_oskäligt_dröjsmål onverwijld meteen zonder_uitstel"],
  // "Unless otherwise agreed" excepts nothing that could be named.
  ["exception", "otherwise", "unless_otherwise except_as_otherwise save_as_otherwise om_inte_annat om_inte_något_annat såvida_inte_annat soweit_nichts_anderes sofern_nichts_anderes soweit_nicht_anders sofern_nicht_anders tenzij_anders"],
  ["exception", "unless", "unless except save_for save_where save_that save_in other_than with_the_exception tenzij behalve behoudens met_uitzondering es_sei_denn ausgenommen außer mit_ausnahme sofern_nicht soweit_nicht utom förutom med_undantag såvida_inte om_inte om_ej wenn_nicht falls_nicht if_not indien_niet"],
]; // prettier-ignore

export const phrases: ReadonlyMap<string, Meaning> = new Map([
  ...[...poles].map(([one, key]): [string, Meaning] => [one, { kind: "pole", key }]),
  ...expressions.flatMap(([kind, key, list]) =>
    list.split(" ").map((one): [string, Meaning] => [one.replaceAll("_", " "), { kind, key: `${kind}:${key}` }]),
  ),
]);

/** Each line is one party in all languages, the first word its name. */
const roles = `
buyer purchaser käufer köpare koper
seller vendor verkäufer säljare verkoper
landlord lessor vermieter verpächter hyresvärd verhuurder
tenant lessee mieter pächter hyresgäst huurder
licensor lizenzgeber licensgivare licentiegever
licensee lizenznehmer licenstagare licentienemer
employer arbeitgeber arbetsgivare werkgever
employee arbeitnehmer arbetstagare werknemer
lender darlehensgeber långivare
borrower darlehensnehmer låntagare
creditor gläubiger borgenär schuldeiser
debtor schuldner gäldenär schuldenaar
guarantor bürge borgensman
bürger
commissioner
supplier lieferant leverantör leverancier
customer kunde kund klant
distributor vertragshändler återförsäljare
company gesellschaft bolag vennootschap
gesellschafter
shareholder aktieägare aandeelhouder
franchisor franchisegeber
franchisee franchisenehmer
consultant berater konsult
client mandant klient
contractor auftragnehmer opdrachtnemer
principal auftraggeber opdrachtgever
besteller beställare
unternehmer näringsidkare handelaar trader
verbraucher konsument consumer consument
controller verantwortlicher
processor auftragsverarbeiter
provider anbieter aanbieder
deployer
afnemer
owner eigentümer ägare eigenaar
hirer
importer
manufacturer hersteller tillverkare fabrikant
operator
assignor
assignee
mortgagor
mortgagee
plaintiff claimant kläger kärande eiser
defendant respondent beklagter beklagte svarande verweerder gedaagde
heir erbe arvinge
testator erblasser
hauptschuldner
insurer versicherer försäkringsgivare verzekeraar
insured versicherungsnehmer försäkringstagare verzekerde
agent
publisher
carrier
anbudsgivare
anbudstagare
fullmäktig
huvudman
kommun gemeente gemeinde
stat
regering bundesregierung government
riksdag bundestag
domstol gericht court rechter rechtbank
myndighet behörde authority bestuursorgaan
verzoeker applicant antragsteller sökande
kommission commission
minister
`;
const roleWords = new Map(
  roles
    .trim()
    .split("\n")
    .flatMap((line) => {
      const words = line.split(" ");
      return words.map((word): [string, string] => [word, words[0]!]);
    }),
);
const endings = "s 's es en ens n ns ne nen ner er ern ers r rn rs rna rnas arna arnas a as ar ars t ts et ets ies".split(" ");

/** The party a word names, in any inflection. */
export function roleOf(word: string): string | undefined {
  const said = word.toLowerCase();
  if (said.length < 4) return undefined;
  const own = roleWords.get(said);
  if (own !== undefined) return own;
  for (const ending of endings) {
    if (!said.endsWith(ending)) continue;
    const found = roleWords.get(said.slice(0, -ending.length));
    if (found !== undefined && said.length - ending.length >= 4) return found;
  }
  return undefined;
}
