import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import './list-dialogs.css'
import { BulkDelete } from '../bulk/bulk-delete.tsx'
import { BulkEdit } from '../bulk/bulk-edit.tsx'
import { RetireDialog } from '../bulk/retire-dialog.tsx'
import { countText } from '../count-text.ts'
import { ColumnsDialog } from './columns-dialog.tsx'
import { FilterDialog } from '../filters/filter-dialog.tsx'
import { KeysDialog } from './keys-dialog.tsx'
import { SortDialog } from './sort-dialog.tsx'
import type { ListSelection } from '../bulk/use-list-selection.ts'

export type OpenDialog = 'filter' | 'sort' | 'columns' | 'keys' | 'edit' | 'retire' | 'delete'

interface ListDialogsProps {
  entity: Entity
  which: OpenDialog
  selection: ListSelection
  onClose: () => void
}

export function ListDialogs({ entity, which, selection, onClose }: ListDialogsProps): ReactNode {
  switch (which) {
    case 'filter':
      return <FilterDialog entity={entity} onClose={onClose} />
    case 'sort':
      return <SortDialog entity={entity} onClose={onClose} />
    case 'columns':
      return <ColumnsDialog entity={entity} onClose={onClose} />
    case 'edit':
      return <BulkEdit entity={entity} selection={selection} onClose={onClose} />
    case 'retire':
      return (
        <RetireDialog
          entity={entity}
          chosen={selection.chosen}
          records={selection.only ?? countText(entity, selection.count)}
          isRetired={selection.isRetired}
          onClose={onClose}
          onDone={selection.clear}
        />
      )
    case 'delete':
      return <BulkDelete entity={entity} selection={selection} onClose={onClose} />
    default:
      return <KeysDialog onClose={onClose} />
  }
}
