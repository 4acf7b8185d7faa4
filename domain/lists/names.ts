/** The names of the codes on a page: field → code → name. */
export type Names = Readonly<Record<string, Readonly<Record<string, string>>>>

/** Lists count this many matches at most when asked for a quick total. */
export const maxQuickTotal = 10_000
