/*
 * Every sentence the built-in editor says of itself, in four languages. It
 * speaks of rules and of what was found, never as if it had understood.
 */
import type { ProseLanguage } from "#core/sentences.ts";

export type Phrases = {
  label: string;
  addModel: string;
  greeting: string;
  about: string;
  thanks: string;
  noText: string;
  /** Changes found, and how many of them are less sure. */
  found: (changes: number, unsure: number) => string;
  foundPlain: (changes: number) => string;
  nothingFound: string;
  nothingPlain: string;
  worthALook: string;
  line: string;
  notJudged: string;
  noGrammar: string;
  grammarFailed: string;
  grammarPartly: (line: number) => string;
  hiddenSpellings: (count: number) => string;
  legalLeftAlone: string;
  shortenLimit: string;
  evaluated: string;
  evaluateLimit: string;
  figures: Record<
    | "words"
    | "sentences"
    | "paragraphs"
    | "wordsPerSentence"
    | "longest"
    | "flesch"
    | "grade"
    | "lix"
    | "passive"
    | "wordsPerParagraph"
    | "longSentences",
    string
  >;
  lengths: string;
  longOnes: string;
  checks: Record<"unused" | "twice" | "case" | "undefined" | "missing" | "figures" | "marks", string>;
  doubtful: string;
  nothingWrong: string;
  meanings: Record<string, string>;
  excerpts: string;
  excerptsOfText: string;
  notFound: string;
  notFoundText: string;
  unreadable: string;
  under: string;
  paragraph: string;
  outline: (type: string, words: number) => string;
  outlineNoNotes: string;
  template: (name: string, version: number, open: number) => string;
  review: string;
  writtenFor: string;
  englishOnly: string;
  proseNeedsModel: string;
  unknownKind: string;
  cannotSummarize: string;
  cannotTranslate: string;
  noSources: string;
  cannot: string;
  failed: string;
  noWeb: string;
  earlierText: string;
};

const en: Phrases = {
  label: "Stet built-in editor: rules, not a language model.",
  addModel:
    "To add a language model, set OPENAI_API_KEY, ANTHROPIC_API_KEY or GOOGLE_API_KEY, or MODEL_SERVER_URL for a server of your own such as Ollama, and start Stet again.",
  greeting:
    "Hello. I am Stet's built-in editor: rules, not a language model. Paste a text and ask me to proofread it, put it in plainer words or evaluate it; attach a text file and ask about it; or ask for an outline or a legal template.",
  about:
    "I am Stet's built-in editor: rules, not a language model, and I work without a key and without a network.\n\nWhat I can do:\n\n- **Proofread** English (grammar, spelling, punctuation), and Swedish, German and Dutch for doubled words, spacing and unpaired marks\n- **Plain language**: wordy phrases, clichés and machine-made wording, each as a change you can take or leave\n- **Evaluate**: readability, sentence lengths, passive share, defined terms, clause references, numbers and dates that contradict themselves\n- **Answer from attached text files** with verbatim sentences and where they stand\n- **Outlines** for essays, articles, newsletters, blog posts, press releases and more, and **templates** for an NDA, a service agreement, a letter before action, a privacy notice, an employment offer and a board resolution\n\nWhat I cannot do: understand, write prose, summarise, translate or advise.",
  thanks: "Glad it was of use.",
  noText: "There is no text to work on: paste it below your request, attach a text file, or select it in the editor.",
  found: (changes, unsure) =>
    `${changes === 1 ? "One change" : `${changes} changes`} found.${unsure === 0 ? "" : ` ${unsure === changes ? (changes === 1 ? "It is" : "They are") : `${unsure} of them ${unsure === 1 ? "is" : "are"}`} marked “Check”: the rule behind it is wrong about as often as it is right.`}`,
  foundPlain: (changes) => `${changes === 1 ? "One phrase" : `${changes} places`} could be plainer.`,
  nothingFound: "No rule found anything to correct.",
  nothingPlain: "None of the phrases in the tables stands in this text.",
  worthALook: "Worth a look, without a safe change",
  line: "line",
  notJudged: "Not judged: meaning, facts, tone and structure.",
  noGrammar:
    "There is no grammar check for this language without a language model; only doubled words, spacing and unpaired marks were checked.",
  grammarFailed: "The grammar checker failed on this text; only doubled words, spacing and unpaired marks were checked.",
  grammarPartly: (line) =>
    `The text is long: grammar and spelling were checked up to line ${line} only. Ask again with the part that follows.`,
  hiddenSpellings: (count) =>
    `${count} ${count === 1 ? "word that is" : "words that are"} not in the dictionary (names, terms, repeated words) ${count === 1 ? "was" : "were"} left alone.`,
  legalLeftAlone: "The text reads as legal drafting, so words that may carry legal meaning were left alone.",
  shortenLimit: "Only padding that the tables know was cut; to condense what is said needs a language model.",
  evaluated: "What can be measured in this text:",
  evaluateLimit: "Not judged: content, argument, style and law.",
  figures: {
    words: "Words",
    sentences: "Sentences",
    paragraphs: "Paragraphs",
    wordsPerSentence: "Words per sentence",
    longest: "Longest sentence, words",
    flesch: "Flesch reading ease",
    grade: "Flesch-Kincaid grade",
    lix: "LIX",
    passive: "Sentences with a passive",
    wordsPerParagraph: "Words per paragraph",
    longSentences: "Sentences over 30 words",
  },
  lengths: "Sentence lengths (up to 10 / 20 / 30 / 40 / more words)",
  longOnes: "Longest sentences",
  checks: {
    unused: "Defined but not used",
    twice: "Defined more than once",
    case: "Defined, but also written in lower case",
    undefined: "Used like a defined term, but not defined",
    missing: "Refers to something that is not in the text",
    figures: "Figures and dates",
    marks: "Unpaired marks",
  },
  doubtful: "Many numbers were not found; the text may have lost its numbering, so take this with care.",
  nothingWrong: "Terms, references, figures and marks: nothing found that contradicts itself.",
  meanings: {},
  excerpts: "The sentences that match the question best, word for word. Excerpts, not advice; nothing is concluded from them.",
  excerptsOfText:
    "The sentences of your text that match the question best, word for word. Excerpts, not advice; nothing is concluded from them.",
  notFound:
    "Not found: no sentence in the attached files matches this question closely enough. That does not mean that the answer is not there in other words.",
  notFoundText:
    "Not found: no sentence in your text matches this question closely enough. That does not mean that the answer is not there in other words.",
  unreadable: "Not searched",
  under: "under",
  paragraph: "paragraph",
  outline: (type, words) => `An outline for this ${type.toLowerCase()}, about ${words} words, with slots in [square brackets].`,
  outlineNoNotes: "Add your own points as a list and they are put in their places.",
  template: (name, version, open) => `${name}, template version ${version}, with ${open} places to fill in [square brackets].`,
  review: "Have it reviewed before you use it.",
  writtenFor: "Written for",
  englishOnly: "The template is in English.",
  proseNeedsModel: "Writing the prose needs a language model.",
  unknownKind: "I have no outline for this. There are",
  cannotSummarize: "A summary needs a language model: rules cannot tell what matters in a text.",
  cannotTranslate: "A translation needs a language model.",
  noSources:
    "I have no law to answer from: legal sources are not connected, and I do not answer from memory. Attach the act or the contract as a text file and I quote the sentences that bear on your question.",
  cannot:
    "That needs a language model; rules cannot do it. I can proofread, put into plainer words or evaluate a text, quote from attached text files, and lay out outlines and legal templates.",
  failed: "It did not work",
  noWeb: "Nothing was searched on the web: web search is not available here.",
  earlierText: "This is about the draft above.",
};

const sv: Phrases = {
  label: "Stets inbyggda redaktör: regler, ingen språkmodell.",
  addModel:
    "För att lägga till en språkmodell, ange OPENAI_API_KEY, ANTHROPIC_API_KEY eller GOOGLE_API_KEY, eller MODEL_SERVER_URL för en egen server som Ollama, och starta om Stet.",
  greeting:
    "Hej. Jag är Stets inbyggda redaktör: regler, ingen språkmodell. Klistra in en text och be mig korrekturläsa den, göra den enklare eller bedöma den; bifoga en textfil och fråga om den; eller be om en disposition eller en juridisk mall.",
  about:
    "Jag är Stets inbyggda redaktör: regler, ingen språkmodell, och jag arbetar utan nyckel och utan nätverk.\n\nDet här kan jag:\n\n- **Korrekturläsa** engelska (grammatik, stavning, skiljetecken), och svenska, tyska och nederländska vad gäller dubblerade ord, mellanslag och oparade tecken\n- **Klarspråk**: omständliga fraser och klichéer, var och en som en ändring du kan ta eller låta bli\n- **Bedöma**: läsbarhet (LIX), meningslängd, definierade termer, klausulhänvisningar, tal och datum som motsäger sig\n- **Svara ur bifogade textfiler** med ordagranna meningar och var de står\n- **Dispositioner** för bland annat uppsatser, artiklar, nyhetsbrev och pressmeddelanden, och juridiska **mallar** på engelska\n\nDet här kan jag inte: förstå, skriva löptext, sammanfatta, översätta eller ge råd.",
  thanks: "Roligt att det var till nytta.",
  noText:
    "Det finns ingen text att arbeta med: klistra in den under din begäran, bifoga en textfil eller markera den i redigeraren.",
  found: (changes, unsure) =>
    `${changes === 1 ? "En ändring" : `${changes} ändringar`} hittades.${unsure === 0 ? "" : ` ${unsure} är märkta “Check”: regeln bakom har fel ungefär lika ofta som rätt.`}`,
  foundPlain: (changes) => `${changes === 1 ? "Ett ställe" : `${changes} ställen`} kan sägas enklare.`,
  nothingFound: "Ingen regel hittade något att rätta.",
  nothingPlain: "Ingen av tabellernas fraser finns i texten.",
  worthALook: "Värt att titta på, utan säker ändring",
  line: "rad",
  notJudged: "Inte bedömt: innehåll, fakta, ton och struktur.",
  noGrammar:
    "Det finns ingen grammatikkontroll för svenska utan en språkmodell; bara dubblerade ord, mellanslag och oparade tecken kontrollerades.",
  grammarFailed: "Grammatikkontrollen misslyckades; bara dubblerade ord, mellanslag och oparade tecken kontrollerades.",
  grammarPartly: (line) => `Texten är lång: grammatik och stavning kontrollerades bara till rad ${line}.`,
  hiddenSpellings: (count) => `${count} ord som inte finns i ordlistan (namn, termer, upprepade ord) lämnades.`,
  legalLeftAlone: "Texten ser ut som en juridisk text, så ord som kan ha rättslig betydelse lämnades.",
  shortenLimit: "Bara utfyllnad som tabellerna känner till togs bort; att förtäta innehållet kräver en språkmodell.",
  evaluated: "Det som kan mätas i texten:",
  evaluateLimit: "Inte bedömt: innehåll, argument, stil och juridik.",
  figures: {
    words: "Ord",
    sentences: "Meningar",
    paragraphs: "Stycken",
    wordsPerSentence: "Ord per mening",
    longest: "Längsta meningen, ord",
    flesch: "Flesch läsbarhet",
    grade: "Flesch-Kincaid årskurs",
    lix: "LIX",
    passive: "Meningar med passiv",
    wordsPerParagraph: "Ord per stycke",
    longSentences: "Meningar över 30 ord",
  },
  lengths: "Meningslängder (upp till 10 / 20 / 30 / 40 / fler ord)",
  longOnes: "Längsta meningarna",
  checks: {
    unused: "Definierat men inte använt",
    twice: "Definierat mer än en gång",
    case: "Definierat, men också skrivet med liten bokstav",
    undefined: "Använt som en definierad term, men inte definierat",
    missing: "Hänvisar till något som inte finns i texten",
    figures: "Tal och datum",
    marks: "Oparade tecken",
  },
  doubtful: "Många nummer hittades inte; texten kan ha förlorat sin numrering, så läs detta med försiktighet.",
  nothingWrong: "Termer, hänvisningar, tal och tecken: inget som motsäger sig hittades.",
  meanings: { "very easy": "mycket lätt", easy: "lätt", medium: "medelsvår", hard: "svår", "very hard": "mycket svår" },
  excerpts: "Meningarna som bäst motsvarar frågan, ordagrant. Utdrag, inte råd; inga slutsatser dras av dem.",
  excerptsOfText: "Meningarna i din text som bäst motsvarar frågan, ordagrant. Utdrag, inte råd; inga slutsatser dras av dem.",
  notFound:
    "Hittades inte: ingen mening i de bifogade filerna motsvarar frågan tillräckligt väl. Svaret kan ändå stå där med andra ord.",
  notFoundText: "Hittades inte: ingen mening i din text motsvarar frågan tillräckligt väl. Svaret kan ändå stå där med andra ord.",
  unreadable: "Inte genomsökt",
  under: "under",
  paragraph: "stycke",
  outline: (type, words) => `En disposition (${type}), cirka ${words} ord, med luckor inom [hakparenteser].`,
  outlineNoNotes: "Lägg till dina egna punkter som en lista, så placeras de.",
  template: (name, version, open) => `${name}, mall version ${version}, med ${open} luckor inom [hakparenteser].`,
  review: "Låt någon granska den innan du använder den.",
  writtenFor: "Skriven för",
  englishOnly: "Mallen är på engelska.",
  proseNeedsModel: "Att skriva själva texten kräver en språkmodell.",
  unknownKind: "Jag har ingen disposition för detta. Det finns",
  cannotSummarize: "En sammanfattning kräver en språkmodell: regler kan inte avgöra vad som är viktigt i en text.",
  cannotTranslate: "En översättning kräver en språkmodell.",
  noSources:
    "Jag har ingen lagtext att svara ur: rättskällor är inte anslutna, och jag svarar inte ur minnet. Bifoga lagen eller avtalet som textfil, så citerar jag de meningar som rör frågan.",
  cannot:
    "Det kräver en språkmodell; regler räcker inte. Jag kan korrekturläsa, förenkla eller bedöma en text, citera ur bifogade textfiler och ta fram dispositioner och juridiska mallar.",
  failed: "Det gick inte",
  noWeb: "Inget söktes på webben: webbsökning finns inte här.",
  earlierText: "Det här gäller utkastet ovan.",
};

const de: Phrases = {
  label: "Stets eingebauter Lektor: Regeln, kein Sprachmodell.",
  addModel:
    "Für ein Sprachmodell setzen Sie OPENAI_API_KEY, ANTHROPIC_API_KEY oder GOOGLE_API_KEY, oder MODEL_SERVER_URL für einen eigenen Server wie Ollama, und starten Stet neu.",
  greeting:
    "Guten Tag. Ich bin Stets eingebauter Lektor: Regeln, kein Sprachmodell. Fügen Sie einen Text ein und lassen Sie ihn korrigieren, vereinfachen oder auswerten; hängen Sie eine Textdatei an und fragen Sie danach; oder bitten Sie um eine Gliederung oder eine juristische Vorlage.",
  about:
    "Ich bin Stets eingebauter Lektor: Regeln, kein Sprachmodell, und arbeite ohne Schlüssel und ohne Netz.\n\nWas ich kann:\n\n- **Korrigieren**: Englisch (Grammatik, Rechtschreibung, Zeichensetzung); Schwedisch, Deutsch und Niederländisch auf doppelte Wörter, Leerzeichen und ungepaarte Zeichen\n- **Einfacher schreiben**: umständliche Wendungen und Floskeln, jede als Änderung, die Sie annehmen oder lassen\n- **Auswerten**: Lesbarkeit (LIX), Satzlängen, definierte Begriffe, Verweise auf Klauseln, Zahlen und Daten, die sich widersprechen\n- **Aus angehängten Textdateien antworten**, mit wörtlichen Sätzen und ihrer Stelle\n- **Gliederungen** für Aufsätze, Artikel, Newsletter, Pressemitteilungen und mehr, und juristische **Vorlagen** auf Englisch\n\nWas ich nicht kann: verstehen, Prosa schreiben, zusammenfassen, übersetzen, beraten.",
  thanks: "Gern geschehen.",
  noText:
    "Es gibt keinen Text, mit dem ich arbeiten kann: Fügen Sie ihn unter Ihrer Bitte ein, hängen Sie eine Textdatei an oder markieren Sie ihn im Editor.",
  found: (changes, unsure) =>
    `${changes === 1 ? "Eine Änderung" : `${changes} Änderungen`} gefunden.${unsure === 0 ? "" : ` ${unsure} mit „Check“: Die Regel dahinter irrt etwa so oft, wie sie recht hat.`}`,
  foundPlain: (changes) => `${changes === 1 ? "Eine Stelle lässt" : `${changes} Stellen lassen`} sich einfacher sagen.`,
  nothingFound: "Keine Regel hat etwas zu korrigieren gefunden.",
  nothingPlain: "Keine Wendung aus den Tabellen steht in diesem Text.",
  worthALook: "Einen Blick wert, ohne sichere Änderung",
  line: "Zeile",
  notJudged: "Nicht beurteilt: Inhalt, Tatsachen, Ton und Aufbau.",
  noGrammar:
    "Für Deutsch gibt es ohne Sprachmodell keine Grammatikprüfung; geprüft wurden nur doppelte Wörter, Leerzeichen und ungepaarte Zeichen.",
  grammarFailed: "Die Grammatikprüfung ist gescheitert; geprüft wurden nur doppelte Wörter, Leerzeichen und ungepaarte Zeichen.",
  grammarPartly: (line) => `Der Text ist lang: Grammatik und Rechtschreibung wurden nur bis Zeile ${line} geprüft.`,
  hiddenSpellings: (count) => `${count} Wörter, die nicht im Wörterbuch stehen (Namen, Begriffe, Wiederholtes), blieben unberührt.`,
  legalLeftAlone: "Der Text liest sich wie ein Rechtstext; Wörter, die rechtliche Bedeutung haben können, blieben unberührt.",
  shortenLimit: "Gestrichen wurde nur, was die Tabellen als Füllung kennen; den Inhalt zu verdichten braucht ein Sprachmodell.",
  evaluated: "Was sich an diesem Text messen lässt:",
  evaluateLimit: "Nicht beurteilt: Inhalt, Argument, Stil und Recht.",
  figures: {
    words: "Wörter",
    sentences: "Sätze",
    paragraphs: "Absätze",
    wordsPerSentence: "Wörter je Satz",
    longest: "Längster Satz, Wörter",
    flesch: "Flesch-Lesbarkeit",
    grade: "Flesch-Kincaid-Stufe",
    lix: "LIX",
    passive: "Sätze mit Passiv",
    wordsPerParagraph: "Wörter je Absatz",
    longSentences: "Sätze über 30 Wörter",
  },
  lengths: "Satzlängen (bis 10 / 20 / 30 / 40 / mehr Wörter)",
  longOnes: "Die längsten Sätze",
  checks: {
    unused: "Definiert, aber nicht verwendet",
    twice: "Mehrfach definiert",
    case: "Definiert, aber auch kleingeschrieben",
    undefined: "Wie ein definierter Begriff verwendet, aber nicht definiert",
    missing: "Verweist auf etwas, das nicht im Text steht",
    figures: "Zahlen und Daten",
    marks: "Ungepaarte Zeichen",
  },
  doubtful: "Viele Nummern wurden nicht gefunden; der Text hat vielleicht seine Nummerierung verloren.",
  nothingWrong: "Begriffe, Verweise, Zahlen und Zeichen: nichts gefunden, was sich widerspricht.",
  meanings: { "very easy": "sehr leicht", easy: "leicht", medium: "mittel", hard: "schwer", "very hard": "sehr schwer" },
  excerpts: "Die Sätze, die der Frage am nächsten kommen, wörtlich. Auszüge, keine Beratung; geschlossen wird daraus nichts.",
  excerptsOfText:
    "Die Sätze Ihres Textes, die der Frage am nächsten kommen, wörtlich. Auszüge, keine Beratung; geschlossen wird daraus nichts.",
  notFound:
    "Nicht gefunden: Kein Satz in den angehängten Dateien kommt der Frage nahe genug. Die Antwort kann dort dennoch in anderen Worten stehen.",
  notFoundText:
    "Nicht gefunden: Kein Satz in Ihrem Text kommt der Frage nahe genug. Die Antwort kann dort dennoch in anderen Worten stehen.",
  unreadable: "Nicht durchsucht",
  under: "unter",
  paragraph: "Absatz",
  outline: (type, words) => `Eine Gliederung (${type}), etwa ${words} Wörter, mit Lücken in [eckigen Klammern].`,
  outlineNoNotes: "Geben Sie Ihre Punkte als Liste an, dann werden sie eingeordnet.",
  template: (name, version, open) => `${name}, Vorlage Version ${version}, mit ${open} Lücken in [eckigen Klammern].`,
  review: "Lassen Sie sie vor Gebrauch prüfen.",
  writtenFor: "Geschrieben für",
  englishOnly: "Die Vorlage ist auf Englisch.",
  proseNeedsModel: "Den Text selbst zu schreiben braucht ein Sprachmodell.",
  unknownKind: "Dafür habe ich keine Gliederung. Es gibt",
  cannotSummarize: "Eine Zusammenfassung braucht ein Sprachmodell: Regeln erkennen nicht, was in einem Text wichtig ist.",
  cannotTranslate: "Eine Übersetzung braucht ein Sprachmodell.",
  noSources:
    "Ich habe kein Recht, aus dem ich antworten kann: Rechtsquellen sind nicht angebunden, und aus dem Gedächtnis antworte ich nicht. Hängen Sie Gesetz oder Vertrag als Textdatei an, dann zitiere ich die Sätze, die Ihre Frage betreffen.",
  cannot:
    "Das braucht ein Sprachmodell; Regeln können es nicht. Ich kann einen Text korrigieren, vereinfachen oder auswerten, aus angehängten Textdateien zitieren und Gliederungen und juristische Vorlagen anlegen.",
  failed: "Es hat nicht geklappt",
  noWeb: "Im Netz wurde nichts gesucht: Eine Websuche gibt es hier nicht.",
  earlierText: "Das betrifft den Entwurf oben.",
};

const nl: Phrases = {
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
  excerpts: "De zinnen die het best bij de vraag passen, letterlijk. Uittreksels, geen advies; er wordt niets uit geconcludeerd.",
  excerptsOfText:
    "De zinnen uit uw tekst die het best bij de vraag passen, letterlijk. Uittreksels, geen advies; er wordt niets uit geconcludeerd.",
  notFound:
    "Niet gevonden: geen zin in de toegevoegde bestanden past goed genoeg bij de vraag. Het antwoord kan er toch in andere woorden staan.",
  notFoundText:
    "Niet gevonden: geen zin in uw tekst past goed genoeg bij de vraag. Het antwoord kan er toch in andere woorden staan.",
  unreadable: "Niet doorzocht",
  under: "onder",
  paragraph: "alinea",
  outline: (type, words) => `Een opzet (${type}), ongeveer ${words} woorden, met open plekken tussen [vierkante haken].`,
  outlineNoNotes: "Geef uw eigen punten als lijst, dan krijgen ze hun plaats.",
  template: (name, version, open) => `${name}, sjabloon versie ${version}, met ${open} open plekken tussen [vierkante haken].`,
  review: "Laat het nakijken voordat u het gebruikt.",
  writtenFor: "Geschreven voor",
  englishOnly: "Het sjabloon is in het Engels.",
  proseNeedsModel: "De tekst zelf schrijven vraagt een taalmodel.",
  unknownKind: "Hiervoor heb ik geen opzet. Er zijn",
  cannotSummarize: "Een samenvatting vraagt een taalmodel: regels zien niet wat in een tekst belangrijk is.",
  cannotTranslate: "Een vertaling vraagt een taalmodel.",
  noSources:
    "Ik heb geen recht om uit te antwoorden: juridische bronnen zijn niet aangesloten, en uit het geheugen antwoord ik niet. Voeg de wet of het contract toe als tekstbestand, dan citeer ik de zinnen die bij uw vraag horen.",
  cannot:
    "Dat vraagt een taalmodel; regels kunnen het niet. Ik kan een tekst nakijken, vereenvoudigen of beoordelen, uit toegevoegde tekstbestanden citeren en opzetten en juridische sjablonen maken.",
  failed: "Het is niet gelukt",
  noWeb: "Er is niet op het web gezocht: dat kan hier niet.",
  earlierText: "Dit gaat over het concept hierboven.",
};

const all: Record<ProseLanguage, Phrases> = { en, sv, de, nl };

export function phrasesFor(language: ProseLanguage): Phrases {
  return all[language];
}
