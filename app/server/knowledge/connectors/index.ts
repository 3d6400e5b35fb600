/*
 * The sources of law queried at runtime, each within its publisher's rate limit. To add one,
 * create a file next to this one and an entry here. A setting can replace a source's address, for
 * example with a mirror.
 */
import type { Env } from "../../env.ts";
import type { Connector, LawSourceId } from "./connector.ts";
import { createEdgar } from "./edgar.ts";
import { createEurLex } from "./eur-lex.ts";
import { createGesetzeImInternet } from "./gesetze-im-internet.ts";
import { createLegislationGovUk } from "./legislation-gov-uk.ts";
import { createPoliteFetch, type Clock, type PoliteFetch } from "./polite-fetch.ts";
import { createNeuris } from "./neuris.ts";
import { createRechtspraak } from "./rechtspraak.ts";
import { createSwedishBills } from "./swedish-bills.ts";
import { createSwedishCourts } from "./swedish-courts.ts";
import { createSwedishLaw } from "./swedish-law.ts";
import { createWetten } from "./wetten.ts";

export type LawSettings = Pick<
  Env,
  | "url"
  | "LAW_CONTACT"
  | "EURLEX_URL"
  | "SWEDISH_LAW_URL"
  | "SWEDISH_COURTS_URL"
  | "LEGISLATION_GOV_UK_URL"
  | "WETTEN_URL"
  | "RECHTSPRAAK_URL"
  | "GESETZE_IM_INTERNET_URL"
  | "NEURIS_URL"
  | "EDGAR_URL"
>;

type Pace = { perSecond: number; atOnce: number };

/** If no limit is published, what careful clients use. */
const paces: Record<LawSourceId, Pace> = {
  eurlex: { perSecond: 1, atOnce: 2 },
  "swedish-law": { perSecond: 1, atOnce: 1 },
  // The same host and pace as swedish-law.
  "swedish-bills": { perSecond: 1, atOnce: 1 },
  "swedish-courts": { perSecond: 1, atOnce: 1 },
  // 1,500 in five minutes.
  "legislation.gov.uk": { perSecond: 4, atOnce: 2 },
  wetten: { perSecond: 2, atOnce: 2 },
  rechtspraak: { perSecond: 2, atOnce: 1 },
  "gesetze-im-internet": { perSecond: 1, atOnce: 1 },
  // 600 a minute.
  neuris: { perSecond: 4, atOnce: 2 },
  // Ten per second across all its hosts.
  edgar: { perSecond: 8, atOnce: 4 },
};

export function createConnectors(settings: LawSettings, clock?: Clock): Connector[] {
  const contact = settings.LAW_CONTACT;
  const polite = (source: LawSourceId, mirror: string | undefined, official: readonly string[]): PoliteFetch => {
    const origins = (mirror === undefined ? official : [mirror]).map((url) => new URL(url).origin);
    // EDGAR expects just a name and an email address.
    const agent = source === "edgar" ? (contact ?? "Stet") : `Stet/1.0 (${contact ?? `+${settings.url}`})`;
    return createPoliteFetch({ agent, origins, ...paces[source], ...(clock && { clock }) });
  };
  const cellar = "https://publications.europa.eu";
  const riksdagen = "https://data.riksdagen.se";
  const swedishCases = "https://rattspraxis.etjanst.domstol.se";
  const britain = "https://www.legislation.gov.uk";
  const germany = "https://www.gesetze-im-internet.de";
  const federal = "https://testphase.rechtsinformationen.bund.de";
  const dutch = { search: "https://zoekservice.overheid.nl", text: "https://repository.officiele-overheidspublicaties.nl" };
  const judgments = "https://data.rechtspraak.nl";
  const sec = { files: "https://www.sec.gov", data: "https://data.sec.gov", search: "https://efts.sec.gov" };
  const base = (mirror: string | undefined, official: string) => (mirror ?? official).replace(/\/$/, "");
  const {
    EURLEX_URL: eurlex,
    SWEDISH_LAW_URL: swedish,
    SWEDISH_COURTS_URL: courts,
    LEGISLATION_GOV_UK_URL: british,
    WETTEN_URL: wetten,
    RECHTSPRAAK_URL: rechtspraak,
    GESETZE_IM_INTERNET_URL: german,
    NEURIS_URL: neuris,
    EDGAR_URL: edgar,
  } = settings;
  const parliament = polite("swedish-law", swedish, [riksdagen]);
  return [
    createEurLex(base(eurlex, cellar), polite("eurlex", eurlex, [cellar]), polite("eurlex", eurlex, [cellar])),
    createSwedishLaw(base(swedish, riksdagen), parliament),
    createSwedishBills(base(swedish, riksdagen), parliament),
    createSwedishCourts(base(courts, swedishCases), polite("swedish-courts", courts, [swedishCases])),
    createLegislationGovUk(base(british, britain), polite("legislation.gov.uk", british, [britain])),
    createWetten(base(wetten, dutch.search), base(wetten, dutch.text), polite("wetten", wetten, Object.values(dutch))),
    createRechtspraak(base(rechtspraak, judgments), polite("rechtspraak", rechtspraak, [judgments])),
    createGesetzeImInternet(base(german, germany), polite("gesetze-im-internet", german, [germany])),
    createNeuris(base(neuris, federal), polite("neuris", neuris, [federal])),
    createEdgar(
      { files: base(edgar, sec.files), data: base(edgar, sec.data), search: base(edgar, sec.search) },
      polite("edgar", edgar, Object.values(sec)),
      contact,
    ),
  ];
}
