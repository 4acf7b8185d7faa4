/** The plural of an entity inside a sentence: "countries", but "GST". */
export const inSentence = (words: string): string =>
  words === words.toUpperCase() ? words : words.toLowerCase()
