import { Suspense, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { hasForm } from '#domain/catalogue/entities/masters.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { deferredPart } from '../ui/deferred-part.tsx'
import { Icon } from '../ui/icon.tsx'
import { optionalComponent } from '../ui/load-code.ts'
import { t } from '#domain/messages/t.ts'

// One file with what is not in the first view.
const load = () => import('./menus/late-parts.ts')

/** Not visible on the screen. */
export const PrintView = optionalComponent(async () => (await load()).PrintView)
/** The keys and the double click of a list, which works without them. */
export const ListKeys = optionalComponent(async () => (await load()).ListKeys)
/** Most lists have records. */
export const EmptyList = deferredPart(async () => (await load()).EmptyList)
/** Below the rows. */
export const ListFoot = optionalComponent(async () => (await load()).ListFoot)
/** Nothing is selected in the first view. */
export const BulkActions = deferredPart(async () => (await load()).BulkActions)
/** The list works without it, by its other filters. */
export const RetiredFilter = optionalComponent(async () => (await load()).RetiredFilter)
export const CellEditor = deferredPart(async () => (await load()).loadCellEditor())
export const ListDialogs = deferredDialog(async () => (await load()).loadListDialogs())
export const ListTotals = deferredPart(
  async () => (await load()).loadListTotals(),
  (message) => (
    <tfoot>
      <tr>
        <td colSpan={100}>{message}</td>
      </tr>
    </tfoot>
  ),
)
const NewLink = optionalComponent(async () => (await load()).NewRecordLink)

/** Its place is kept until the address of the form is loaded. */
export const NewRecordLink = ({ entity }: { entity: Entity }): ReactNode =>
  useMay()('create', entity.name) &&
  hasForm(entity) && (
    <Suspense
      fallback={
        <span className="button button-main">
          <Icon name="plus" />
          {t('New')}
        </span>
      }
    >
      <NewLink entity={entity} />
    </Suspense>
  )

export const ListMenus = deferredPart(async () => (await load()).ListMenus)

interface MenuButtonsProps {
  entity: Entity
  onOpen: (label: string) => void
}

/** The buttons of the menus until their code is loaded; one that is clicked opens then. */
export function MenuButtons({ entity, onOpen }: MenuButtonsProps): ReactNode {
  const labels = [...(useMay()('export', entity.name) ? [t('Export')] : []), t('More')]
  return labels.map((label) => (
    <div key={label} className="list-menu">
      <Button aria-haspopup="menu" aria-expanded={false} onClick={() => onOpen(label)}>
        {label}
        <Icon name="down" />
      </Button>
    </div>
  ))
}
