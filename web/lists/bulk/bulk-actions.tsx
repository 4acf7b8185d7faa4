import type { ReactNode } from 'react'
import { canRetire } from '#domain/catalogue/reading/retired.ts'
import type { Entity } from '#domain/catalogue/entity.ts'
import { totalsOf } from '../lists-api.ts'
import type { Page } from '../../api/resources.ts'
import { useMay } from '../../api/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import type { OpenDialog } from '../dialogs/list-dialogs.tsx'
import { countText, exactTotal } from '../count-text.ts'
import type { ListSelection } from './use-list-selection.ts'
import { t } from '#domain/messages/t.ts'

/** The maximum number of records in one bulk change, as on the server. */
const maxBatchSize = 5000

interface BulkActionsProps {
  entity: Entity
  selection: ListSelection
  page: Page
  query: URLSearchParams
  onOpen: (which: OpenDialog) => void
}

/** Actions on the selected records of a full list. */
export function BulkActions({ entity, selection, page, query, onOpen }: BulkActionsProps): ReactNode {
  const may = useMay()
  const { count, isAll } = selection
  const total = exactTotal(page)
  const isMore = page.next !== null || (total ?? 0) > page.items.length
  const { isBusy: isCounting, submit: selectAll } = useSubmit({
    send: async () => total ?? (await totalsOf(entity, query, [])).count,
    failure: t('Could not count the records'),
    onSuccess: (all) => selection.selectAll(all),
  })
  const isTooMany = count > maxBatchSize
  return (
    <SelectionBar
      label={t('Selected rows')}
      count={count}
      text={describeSelected(countText(entity, count), isAll, isTooMany)}
      onClear={selection.clear}
    >
      {!isTooMany && may('update', entity.name) && (
        <Button aria-haspopup="dialog" onClick={() => onOpen('edit')}>
          {t('Edit')}
        </Button>
      )}
      {!isTooMany && canRetire(entity) && may('update', entity.name) && (
        <Button aria-haspopup="dialog" onClick={() => onOpen('retire')}>
          {selection.isRetired ? t('Reinstate') : t('Retire')}
        </Button>
      )}
      {!isTooMany && may('delete', entity.name) && (
        <Button tone="danger" aria-haspopup="dialog" onClick={() => onOpen('delete')}>
          {t('Delete')}
        </Button>
      )}
      {isMore && !isAll && (
        <Button tone="quiet" busy={isCounting} onClick={() => void selectAll(undefined)}>
          {total === undefined
            ? t('Select all that match')
            : t('Select all {count, number} that match', { count: total })}
        </Button>
      )}
    </SelectionBar>
  )
}

function describeSelected(records: string, isAll: boolean, isTooMany: boolean): string {
  if (!isTooMany)
    return isAll ? t('All {records} that match', { records }) : t('{records} selected', { records })
  return t(
    isAll
      ? 'All {records} that match: the limit for a bulk change is {limit, number}. Filter the list first.'
      : '{records} selected: the limit for a bulk change is {limit, number}. Filter the list first.',
    { records, limit: maxBatchSize },
  )
}
