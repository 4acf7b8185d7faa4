/** The names of the codes on a page: field → code → name. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Codes with their names, as one text: "W West, E East". Other values are shown as they are. */
export const nameCodes = (value: unknown, names: Names[string] | undefined, text: string): string =>
  names
    ? [value]
        .flat()
        .map((code) => [code, names[String(code)]].filter(Boolean).join(' '))
        .join(', ')
    : text

/** Lists count this many matches at most when asked for a quick total. */
export const maxQuickTotal = 10_000
