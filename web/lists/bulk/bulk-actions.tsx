import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { totalsOf } from '../lists-api.ts'
import type { Page } from '../../api/resources.ts'
import { useMay } from '../../api/use-may.ts'
import { Button } from '../../ui/button.tsx'
import { SelectionBar } from '../../ui/selection-bar.tsx'
import { useSubmit } from '../../ui/use-submit.ts'
import type { OpenDialog } from '../dialogs/list-dialogs.tsx'
import { wordFor } from '../../masters/label-in-sentence.ts'
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
  const isMore = page.next !== null || (page.total ?? 0) > page.items.length
  const { isBusy: isCounting, submit: selectAll } = useSubmit({
    send: async () => page.total ?? (await totalsOf(entity, query, [])).count,
    failure: t('Could not count the records'),
    onSuccess: (total) => selection.selectAll(total),
  })
  const isTooMany = count > maxBatchSize
  const words = `${count.toLocaleString('en-IN')} ${wordFor(entity, count)}`
  const limit = `the limit for a bulk change is ${maxBatchSize.toLocaleString('en-IN')}. Filter the list first.`
  const text = isAll ? t('All {words} that match', { words }) : t('{words} selected', { words })
  return (
    <SelectionBar
      label={t('Selected rows')}
      count={count}
      text={isTooMany ? `${text}: ${limit}` : text}
      onClear={selection.clear}
    >
      {!isTooMany && may('update', entity.name) && (
        <Button aria-haspopup="dialog" onClick={() => onOpen('edit')}>
          {t('Edit')}
        </Button>
      )}
      {!isTooMany && may('delete', entity.name) && (
        <Button tone="danger" aria-haspopup="dialog" onClick={() => onOpen('delete')}>
          {t('Delete')}
        </Button>
      )}
      {isMore && !isAll && (
        <Button tone="quiet" busy={isCounting} onClick={() => void selectAll(undefined)}>
          {page.total === undefined
            ? t('Select all that match')
            : `Select all ${page.total.toLocaleString('en-IN')} that match`}
        </Button>
      )}
    </SelectionBar>
  )
}
