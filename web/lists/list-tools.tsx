import type { ReactNode } from 'react'
import { Link } from 'react-router'
import type { Entity } from '#domain/catalogue/entity.ts'
import { formFor } from '#domain/contract/forms.ts'
import { useMay } from '../api/use-may.ts'
import { inSentence } from '../entity/in-sentence.ts'
import { ListSearch } from '../entity/list-search.tsx'
import { SavedViews } from '../entity/saved-views.tsx'
import { Button } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { useListAddress } from './list-address.ts'
import type { OpenDialog } from './list-dialogs.tsx'

interface ListToolsProps {
  entity: Entity
  total: number | undefined
  onOpen: (which: OpenDialog) => void
}

export function ListTools({ entity, total, onOpen }: ListToolsProps): ReactNode {
  const { search, filter, below, areChosen, sorts } = useListAddress(entity)
  const may = useMay()
  const form = formFor(entity.name)
  const narrowed = filter.parts.length + below.length
  return (
    <div className="list-head full-list-tools">
      <ListSearch label={`Search ${inSentence(entity.plural)}`} />
      <Button aria-haspopup="dialog" onClick={() => onOpen('filter')}>
        <Icon name="filter" />
        Filter
        {narrowed > 0 && <span className="list-count">{narrowed}</span>}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => onOpen('sort')}>
        Sort
        {sorts.length > 1 && <span className="list-count">{sorts.length}</span>}
      </Button>
      <Button aria-haspopup="dialog" onClick={() => onOpen('columns')}>
        Columns
        {areChosen && <span className="list-count">own</span>}
      </Button>
      <SavedViews screen={`/lists/${entity.path}`} query={search.toString()} />
      <span className="full-list-total">
        {total !== undefined && `${total.toLocaleString('en-IN')} ${wordFor(entity, total)}`}
      </span>
      {form && may('create', entity.name) && (
        <Link className="button button-main" to={form.route}>
          <Icon name="plus" />
          New
        </Link>
      )}
    </div>
  )
}

export const wordFor = ({ singular, plural }: Entity, count: number): string =>
  inSentence(count === 1 ? singular : plural)
