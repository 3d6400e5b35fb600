/* The built-in editor's phrases in German. */
import type { Phrases } from "./phrases.ts";

export const germanPhrases: Phrases = {
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
  shortText: "Unter hundert Wörtern sagen Lesbarkeitswerte wenig.",
  measure: "Maß",
  value: "Wert",
  verifiedShare: (verified, citations) => `Belege in diesem Chat: ${verified} von ${citations} stehen wörtlich in ihrer Quelle.`,
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
  excerpts: "Die Stellen, die der Frage am nächsten kommen, wörtlich. Auszüge, keine Beratung; geschlossen wird daraus nichts.",
  excerptsOfText:
    "Die Sätze Ihres Textes, die der Frage am nächsten kommen, wörtlich. Auszüge, keine Beratung; geschlossen wird daraus nichts.",
  notFound:
    "Nicht gefunden: Keine Stelle in dem, was durchsucht wurde, kommt der Frage nahe genug. Die Antwort kann dort dennoch in anderen Worten stehen.",
  notFoundText:
    "Nicht gefunden: Kein Satz in Ihrem Text kommt der Frage nahe genug. Die Antwort kann dort dennoch in anderen Worten stehen.",
  unreadable: "Nicht durchsucht",
  under: "unter",
  paragraph: "Absatz",
  page: "Seite",
  textOf: "Fassung vom",
  outline: (type, words) => `Eine Gliederung (${type}), etwa ${words} Wörter, mit Lücken in [eckigen Klammern].`,
  outlineNoNotes: "Geben Sie Ihre Punkte als Liste an, dann werden sie eingeordnet.",
  template: (name, open) => `${name}, eine Vorlage mit ${open} Lücken in [eckigen Klammern].`,
  review: "Lassen Sie sie vor Gebrauch prüfen.",
  writtenFor: "Geschrieben für",
  englishOnly: "Die Vorlage ist auf Englisch.",
  proseNeedsModel: "Den Text selbst zu schreiben braucht ein Sprachmodell.",
  unknownKind: "Dafür habe ich keine Gliederung. Es gibt",
  cannotSummarize: "Eine Zusammenfassung braucht ein Sprachmodell: Regeln erkennen nicht, was in einem Text wichtig ist.",
  cannotTranslate: "Eine Übersetzung braucht ein Sprachmodell.",
  noSources:
    "Es ist keine Rechtsquelle gewählt, in der gesucht wird, und ich antworte nicht aus dem Gedächtnis. Schalten Sie unter StyleGuide ein Land ein oder wählen Sie eine Wissensquelle, und fragen Sie noch einmal. Oder hängen Sie das Gesetz oder den Vertrag an; dann zitiere ich die Sätze, die Ihre Frage betreffen.",
  cannot:
    "Das braucht ein Sprachmodell; Regeln können es nicht. Ich kann einen Text korrigieren, vereinfachen oder auswerten, aus angehängten Textdateien zitieren und Gliederungen und juristische Vorlagen anlegen.",
  failed: "Es hat nicht geklappt",
  noWeb: "Im Netz wurde nichts gesucht: Eine Websuche gibt es hier nicht.",
  earlierText: "Das betrifft den Entwurf oben.",
};
