import { useState, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { totalsOf } from '../api/lists.ts'
import type { Page } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import type { OpenDialog } from './list-dialogs.tsx'
import { wordFor } from './list-tools.tsx'
import type { Picks } from './use-picks.ts'

/** The most the server changes at once. */
const mostAtOnce = 5000

interface PickedBarProps {
  entity: Entity
  picks: Picks
  page: Page
  query: URLSearchParams
  onOpen: (which: OpenDialog) => void
}

/** What can be done with the rows that are ticked. */
export function PickedBar({ entity, picks, page, query, onOpen }: PickedBarProps): ReactNode {
  const may = useMay()
  const [isCounting, setCounting] = useState(false)
  const { count, isAll } = picks
  const isMore = page.next !== null || (page.total ?? 0) > page.items.length
  const pickAll = async (): Promise<void> => {
    notify(null)
    setCounting(true)
    try {
      picks.pickAll(page.total ?? (await totalsOf(entity, query, [])).count)
    } catch (error) {
      notify({ tone: 'bad', text: 'They could not be counted', detail: sentenceOf(error) })
    }
    setCounting(false)
  }
  const isTooMany = count > mostAtOnce
  return (
    <section className="picked-bar" aria-label="Ticked rows">
      <output>
        {isAll ? 'All ' : ''}
        {count.toLocaleString('en-IN')} {wordFor(entity, count)} {isAll ? 'that match' : 'ticked'}
        {isTooMany && `: at most ${mostAtOnce.toLocaleString('en-IN')} can be changed at once. Filter first.`}
      </output>
      {!isTooMany && may('update', entity.name) && (
        <Button aria-haspopup="dialog" onClick={() => onOpen('edit')}>
          Edit
        </Button>
      )}
      {!isTooMany && may('delete', entity.name) && (
        <Button tone="danger" aria-haspopup="dialog" onClick={() => onOpen('delete')}>
          Delete
        </Button>
      )}
      {isMore && !isAll && (
        <button type="button" className="link" aria-disabled={isCounting} onClick={() => void pickAll()}>
          {page.total === undefined
            ? 'Tick all that match'
            : `Tick all ${page.total.toLocaleString('en-IN')} that match`}
        </button>
      )}
      <button type="button" className="link" onClick={picks.clear}>
        Tick none
      </button>
    </section>
  )
}
