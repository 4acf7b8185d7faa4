import type { Entity } from '#domain/catalogue/entity.ts'
import { t } from '#domain/messages/t.ts'
import type { Page } from '../api/resources.ts'
import { labelInSentence } from '../masters/label-in-sentence.ts'

/** The words for one and several records, as written inside a sentence. */
export const recordWords = ({ singular, plural }: Entity): { singular: string; plural: string } => ({
  singular: labelInSentence(t(singular)),
  plural: labelInSentence(t(plural)),
})

/** "1 customer", "1,00,000 customers". */
export const countText = (entity: Entity, count: number): string =>
  t('{count, plural, one {# {singular}} other {# {plural}}}', { count, ...recordWords(entity) })

/** "10,000+ customers", where counting ended before the last record. */
export const atLeastText = (entity: Entity, count: number): string =>
  t('{count, number}+ {plural}', { count, plural: recordWords(entity).plural })

/** How many records match, if all of them were counted. */
export const exactTotal = ({ total, totalIsMinimum }: Page): number | undefined =>
  totalIsMinimum ? undefined : total
