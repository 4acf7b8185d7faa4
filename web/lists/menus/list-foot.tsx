import type { ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { pageSizes, useListAddress } from '../list-address.ts'
import './list-foot.css'
import { t } from '#domain/messages/t.ts'

/** How many rows a page has, and how a cell is edited. */
export const ListFoot = ({ entity, isEditable }: { entity: Entity; isEditable: boolean }): ReactNode => (
  <>
    <PageSize entity={entity} />
    {isEditable && <span className="list-hint">{t('Double-click a cell, or press F2, to edit it.')}</span>}
  </>
)

function PageSize({ entity }: { entity: Entity }): ReactNode {
  const { perPage, to } = useListAddress(entity)
  const navigate = useNavigate()
  return (
    <label className="list-size">
      {t('Rows per page')}
      <select
        className="control"
        name="limit"
        value={perPage}
        onChange={(event) => void navigate(to({ perPage: Number(event.target.value) }), { replace: true })}
      >
        {pageSizes.map((size) => (
          <option key={size}>{size}</option>
        ))}
      </select>
    </label>
  )
}
