import { catalogue } from '#domain/catalogue/catalogue.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { levelsAbove } from '#domain/catalogue/levels.ts'
import { ancestorsOf } from '#domain/lists/below.ts'
import { labelInSentence } from '../../masters/label-in-sentence.ts'
import type { SubtreeFilter } from '../list-address.ts'
import { t } from '#domain/messages/t.ts'

/** Masters of a hierarchy: the territory and the organisation. */
const isLevel = (entity: Entity): boolean =>
  levelsAbove(entity).length > 0 ||
  catalogue.some((each) => levelsAbove(each).some((level) => level.entity === entity))

/** The levels above a record of this entity, through any of its references; the highest first. */
export function levelsOf(entity: Entity): Entity[] {
  const above = ancestorsOf(entity).map((each) => each.entity)
  return catalogue.filter((each) => above.includes(each) && isLevel(each))
}

export function describeSubtree({ entity, code }: SubtreeFilter): string {
  const known = catalogue.find((each) => each.name === entity)
  return t('In {level} {code}', { level: known ? labelInSentence(t(known.singular)) : entity, code })
}
