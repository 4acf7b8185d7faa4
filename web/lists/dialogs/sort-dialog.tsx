import { useState, type FormEvent, type ReactNode } from 'react'
import { useNavigate } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Icon } from '../../ui/icon.tsx'
import { maxSorts, useListAddress, type Sort } from '../list-address.ts'
import { isDay, isNumber, labelOf, listColumns, type ListColumn } from '../list-columns.ts'
import { t } from '#domain/messages/t.ts'

function directionsOf(column: ListColumn | undefined): readonly [string, string] {
  if (column && isDay(column)) return [t('earliest first'), t('latest first')]
  if (column && isNumber(column)) return [t('lowest first'), t('highest first')]
  return [t('A to Z'), t('Z to A')]
}

/** Sorts by several columns, like Shift-click on the headings, for keyboard and touch. */
export function SortDialog({ entity, onClose }: { entity: Entity; onClose: () => void }): ReactNode {
  const address = useListAddress(entity)
  const navigate = useNavigate()
  const columns = [...listColumns(entity).values()].filter(({ isSortable }) => isSortable)
  const defaultSort: Sort = { field: entity.sortedBy, descending: false }
  const [sorts, setSorts] = useState<readonly Sort[]>(
    address.sorts.length > 0 ? address.sorts : [defaultSort],
  )
  const change = (at: number, sort: Sort): void => setSorts(sorts.with(at, sort))
  const unused = columns.find(({ name }) => !sorts.some(({ field }) => field === name))
  const apply = (event: FormEvent): void => {
    event.preventDefault()
    onClose()
    void navigate(address.to({ sorts }), { preventScrollReset: true })
  }
  return (
    <Dialog heading={t('Sort')} onClose={onClose}>
      <form onSubmit={apply}>
        <ol className="sort-list">
          {sorts.map(({ field, descending }, at) => (
            <li key={field}>
              <span>{at === 0 ? t('Sort by') : t('then by')}</span>
              <select
                className="control"
                name={`sort ${at + 1}`}
                aria-label={t('Sort {position}: by', { position: at + 1 })}
                value={field}
                onChange={(event) => change(at, { field: event.target.value, descending })}
              >
                {columns
                  .filter(({ name }) => name === field || !sorts.some((sort) => sort.field === name))
                  .map((column) => (
                    <option key={column.name} value={column.name}>
                      {labelOf(column)}
                    </option>
                  ))}
              </select>
              <select
                className="control"
                name={`direction ${at + 1}`}
                aria-label={t('Sort {position}: direction', { position: at + 1 })}
                value={descending ? 1 : 0}
                onChange={(event) => change(at, { field, descending: event.target.value === '1' })}
              >
                {directionsOf(listColumns(entity).get(field)).map((label, index) => (
                  <option key={label} value={index}>
                    {label}
                  </option>
                ))}
              </select>
              <button
                type="button"
                className="row-action"
                aria-label={t('Remove sort {position}', { position: at + 1 })}
                disabled={sorts.length === 1}
                onClick={() => setSorts(sorts.toSpliced(at, 1))}
              >
                <Icon name="close" />
              </button>
            </li>
          ))}
        </ol>
        {sorts.length < maxSorts && unused && (
          <Button
            tone="quiet"
            onClick={() => setSorts([...sorts, { field: unused.name, descending: false }])}
          >
            <Icon name="plus" />
            {t('Add another column')}
          </Button>
        )}
        <DialogActions>
          <Button type="submit" tone="main">
            {t('Sort')}
          </Button>
          {address.sorts.length > 0 && (
            <Button onClick={() => setSorts([defaultSort])}>{t('Reset to default')}</Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
