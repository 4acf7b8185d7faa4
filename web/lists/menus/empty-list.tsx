import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { seesEverything } from '../../api/session-account.ts'
import { labelInSentence } from '../../masters/label-in-sentence.ts'
import { Link } from '../../ui/link.tsx'
import { queryOf, useListAddress } from '../list-address.ts'
import { t } from '#domain/messages/t.ts'

/** Why a list shows no records. */
export function EmptyList({ entity, problem }: { entity: Entity; problem: string | null }): ReactNode {
  const { search, q } = useListAddress(entity)
  const plural = labelInSentence(t(entity.plural))
  const all = (
    <p className="links">
      <Link className="button button-plain" to="?">
        {t('Show all {plural}', { plural })}
      </Link>
    </p>
  )
  if (problem) {
    return (
      <>
        <span role="alert">{t('Could not show the list: {problem}.', { problem })}</span>
        {all}
      </>
    )
  }
  const filters = queryOf(search)
  filters.delete('sort')
  if (filters.size > 0 || search.has('after')) {
    return (
      <>
        {q ? t('No matches for “{q}”.', { q }) : t('No matches for the filter.')}
        {all}
      </>
    )
  }
  return seesEverything() ? t('No {plural} yet.', { plural }) : t('You see no {plural} yet.', { plural })
}
