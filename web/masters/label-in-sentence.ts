import type { Entity } from '#domain/catalogue/entity.ts'

/** The label of an entity inside a sentence: "countries", but "GST". */
export const labelInSentence = (label: string): string =>
  label === label.toUpperCase() ? label : label.toLowerCase()

export const wordFor = ({ singular, plural }: Entity, count: number): string =>
  labelInSentence(count === 1 ? singular : plural)
