import { labelInSentence } from './catalogue/names/label-in-sentence.ts'
import { entityAtPath } from './catalogue/catalogue.ts'
import { formatList } from './text.ts'
import { t } from './messages/t.ts'

export const maxFollowing = 50_000

/** "214 customers, 3 employees and 41 plans" */
export function describeAffected(affected: readonly { path: string; count: number }[], plans = 0): string {
  const words = affected.map(({ path, count }) => {
    const entity = entityAtPath(path)
    return t('{count, plural, one {# {entity}} other {# {entities}}}', {
      count,
      entity: entity ? labelInSentence(entity.singular) : path,
      entities: entity ? labelInSentence(entity.plural) : path,
    })
  })
  if (plans > 0) words.push(t('{count, plural, one {# plan} other {# plans}}', { count: plans }))
  return formatList(words)
}
