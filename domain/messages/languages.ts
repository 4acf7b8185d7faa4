export const languageCodes = ['en', 'hi', 'gu', 'mr'] as const

export type LanguageCode = (typeof languageCodes)[number]

export const isLanguageCode = (value: unknown): value is LanguageCode =>
  languageCodes.some((code) => code === value)

/** The language of a tag without its region: `gu` of `gu-IN`. */
export const codeOfTag = (tag: string): string => tag.split('-')[0]!.toLowerCase()
