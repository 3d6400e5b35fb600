/* The built-in editor's phrases in Dutch. */
import type { Phrases } from "./phrases.ts";

export const dutchPhrases: Phrases = {
  label: "De ingebouwde redacteur van Stet: regels, geen taalmodel.",
  addModel:
    "Voor een taalmodel stelt u OPENAI_API_KEY, ANTHROPIC_API_KEY of GOOGLE_API_KEY in, of MODEL_SERVER_URL voor een eigen server zoals Ollama, en start u Stet opnieuw.",
  greeting:
    "Goedendag. Ik ben de ingebouwde redacteur van Stet: regels, geen taalmodel. Plak een tekst en laat hem nakijken, vereenvoudigen of beoordelen; voeg een tekstbestand toe en stel er een vraag over; of vraag om een opzet of een juridisch sjabloon.",
  about:
    "Ik ben de ingebouwde redacteur van Stet: regels, geen taalmodel, en ik werk zonder sleutel en zonder netwerk.\n\nWat ik kan:\n\n- **Nakijken**: Engels (grammatica, spelling, leestekens); Zweeds, Duits en Nederlands op dubbele woorden, spaties en ongepaarde tekens\n- **Eenvoudiger taal**: omslachtige wendingen en clichés, elk als wijziging die u kunt nemen of laten\n- **Beoordelen**: leesbaarheid (LIX), zinslengte, gedefinieerde termen, verwijzingen naar clausules, getallen en datums die elkaar tegenspreken\n- **Antwoorden uit toegevoegde tekstbestanden**, met letterlijke zinnen en hun plaats\n- **Opzetten** voor essays, artikelen, nieuwsbrieven, persberichten en meer, en juridische **sjablonen** in het Engels\n\nWat ik niet kan: begrijpen, proza schrijven, samenvatten, vertalen of adviseren.",
  thanks: "Graag gedaan.",
  noText: "Er is geen tekst om mee te werken: plak hem onder uw verzoek, voeg een tekstbestand toe of selecteer hem in de editor.",
  found: (changes, unsure) =>
    `${changes === 1 ? "Eén wijziging" : `${changes} wijzigingen`} gevonden.${unsure === 0 ? "" : ` ${unsure} met “Check”: de regel erachter heeft het ongeveer even vaak mis als goed.`}`,
  foundPlain: (changes) => `${changes === 1 ? "Eén plaats kan" : `${changes} plaatsen kunnen`} eenvoudiger.`,
  nothingFound: "Geen regel vond iets om te verbeteren.",
  nothingPlain: "Geen van de wendingen uit de tabellen staat in deze tekst.",
  worthALook: "Het bekijken waard, zonder veilige wijziging",
  line: "regel",
  notJudged: "Niet beoordeeld: inhoud, feiten, toon en opbouw.",
  noGrammar:
    "Zonder taalmodel is er geen grammaticacontrole voor het Nederlands; alleen dubbele woorden, spaties en ongepaarde tekens zijn nagekeken.",
  grammarFailed: "De grammaticacontrole is mislukt; alleen dubbele woorden, spaties en ongepaarde tekens zijn nagekeken.",
  grammarPartly: (line) => `De tekst is lang: grammatica en spelling zijn alleen tot regel ${line} nagekeken.`,
  hiddenSpellings: (count) => `${count} woorden die niet in het woordenboek staan (namen, termen, herhaalde woorden) bleven staan.`,
  legalLeftAlone: "De tekst leest als een juridische tekst; woorden die juridische betekenis kunnen hebben, bleven staan.",
  shortenLimit: "Alleen opvulling die de tabellen kennen, is geschrapt; de inhoud verdichten vraagt een taalmodel.",
  evaluated: "Wat aan deze tekst te meten is:",
  shortText: "Onder honderd woorden zeggen leesbaarheidscijfers weinig.",
  measure: "Maat",
  value: "Waarde",
  verifiedShare: (verified, citations) =>
    `Bronvermeldingen in deze chat: ${verified} van ${citations} staan woordelijk in hun bron.`,
  evaluateLimit: "Niet beoordeeld: inhoud, betoog, stijl en recht.",
  figures: {
    words: "Woorden",
    sentences: "Zinnen",
    paragraphs: "Alinea's",
    wordsPerSentence: "Woorden per zin",
    longest: "Langste zin, woorden",
    flesch: "Flesch-leesbaarheid",
    grade: "Flesch-Kincaid-niveau",
    lix: "LIX",
    passive: "Zinnen met een lijdende vorm",
    wordsPerParagraph: "Woorden per alinea",
    longSentences: "Zinnen boven 30 woorden",
  },
  lengths: "Zinslengtes (tot 10 / 20 / 30 / 40 / meer woorden)",
  longOnes: "De langste zinnen",
  checks: {
    unused: "Gedefinieerd, maar niet gebruikt",
    twice: "Meer dan eens gedefinieerd",
    case: "Gedefinieerd, maar ook met kleine letter geschreven",
    undefined: "Gebruikt als gedefinieerde term, maar niet gedefinieerd",
    missing: "Verwijst naar iets wat niet in de tekst staat",
    figures: "Getallen en datums",
    marks: "Ongepaarde tekens",
  },
  doubtful: "Veel nummers zijn niet gevonden; de tekst is zijn nummering misschien kwijt.",
  nothingWrong: "Termen, verwijzingen, getallen en tekens: niets gevonden wat elkaar tegenspreekt.",
  meanings: {
    "very easy": "zeer makkelijk",
    easy: "makkelijk",
    medium: "gemiddeld",
    hard: "moeilijk",
    "very hard": "zeer moeilijk",
  },
  excerpts: "De passages die het best bij de vraag passen, letterlijk. Uittreksels, geen advies; er wordt niets uit geconcludeerd.",
  excerptsOfText:
    "De zinnen uit uw tekst die het best bij de vraag passen, letterlijk. Uittreksels, geen advies; er wordt niets uit geconcludeerd.",
  notFound:
    "Niet gevonden: geen passage in wat doorzocht is past goed genoeg bij de vraag. Het antwoord kan er toch in andere woorden staan.",
  notFoundText:
    "Niet gevonden: geen zin in uw tekst past goed genoeg bij de vraag. Het antwoord kan er toch in andere woorden staan.",
  unreadable: "Niet doorzocht",
  under: "onder",
  paragraph: "alinea",
  page: "pagina",
  textOf: "tekst van",
  outline: (type, words) => `Een opzet (${type}), ongeveer ${words} woorden, met open plekken tussen [vierkante haken].`,
  outlineNoNotes: "Geef uw eigen punten als lijst, dan krijgen ze hun plaats.",
  template: (name, open) => `${name}, een sjabloon met ${open} open plekken tussen [vierkante haken].`,
  review: "Laat het nakijken voordat u het gebruikt.",
  writtenFor: "Geschreven voor",
  englishOnly: "Het sjabloon is in het Engels.",
  proseNeedsModel: "De tekst zelf schrijven vraagt een taalmodel.",
  unknownKind: "Hiervoor heb ik geen opzet. Er zijn",
  cannotSummarize: "Een samenvatting vraagt een taalmodel: regels zien niet wat in een tekst belangrijk is.",
  cannotTranslate: "Een vertaling vraagt een taalmodel.",
  noSources:
    "Er is geen rechtsbron gekozen om in te zoeken, en ik antwoord niet uit mijn geheugen. Zet onder StyleGuide een land aan, of kies een kennisbron, en vraag het opnieuw. Of voeg de wet of het contract toe, dan citeer ik de zinnen die over uw vraag gaan.",
  cannot:
    "Dat vraagt een taalmodel; regels kunnen het niet. Ik kan een tekst nakijken, vereenvoudigen of beoordelen, uit toegevoegde tekstbestanden citeren en opzetten en juridische sjablonen maken.",
  failed: "Het is niet gelukt",
  noWeb: "Er is niet op het web gezocht: dat kan hier niet.",
  earlierText: "Dit gaat over het concept hierboven.",
};
