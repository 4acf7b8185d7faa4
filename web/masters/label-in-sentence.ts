import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import { t } from '#domain/messages/t.ts'

/** The label of an entity inside a sentence: "countries", but "GST". */
export function labelInSentence(label: string): string {
  const shown = t(label)
  return shown === shown.toUpperCase() ? shown : shown.toLowerCase()
}

export const wordFor = ({ singular, plural }: EntityLabels, count: number): string =>
  labelInSentence(count === 1 ? singular : plural)
