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
      entity: entity ? t(entity.singular).toLowerCase() : path,
      entities: entity ? t(entity.plural).toLowerCase() : path,
    })
  })
  if (plans > 0) words.push(t('{count, plural, one {# plan} other {# plans}}', { count: plans }))
  return formatList(words)
}
