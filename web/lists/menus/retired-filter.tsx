import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import { canRetire, retiredOnField } from '#domain/catalogue/reading/retired.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { isTest } from '../filters/filter.ts'
import { useListAddress } from '../list-address.ts'
import { t } from '#domain/messages/t.ts'

/** All records, only those in use, or only the retired ones. */
export function RetiredFilter({ entity }: { entity: Entity }): ReactNode {
  const { filter, to } = useListAddress(entity)
  const navigate = useNavigate()
  if (!canRetire(entity)) return null
  const own = filter.parts.find(
    (part) => isTest(part) && part.field === retiredOnField && part.values.join('') === '',
  )
  const shown = own && isTest(own) ? own.test : ''
  const choose = (test: string): void => {
    const others = filter.parts.filter((part) => part !== own)
    const chosen =
      test === 'is' || test === 'not' ? [{ field: retiredOnField, test, values: [''] } as const] : []
    void navigate(to({ filter: { how: filter.how, parts: [...others, ...chosen] } }), {
      preventScrollReset: true,
    })
  }
  return (
    <select
      className="control list-retired"
      name="retired"
      aria-label={t('Retired')}
      value={shown}
      onChange={(event) => choose(event.target.value)}
    >
      <option value="">{t('Active and retired')}</option>
      <option value="is">{t('Active only')}</option>
      <option value="not">{t('Retired only')}</option>
    </select>
  )
}
