import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { useMay } from '../api/use-may.ts'
import { hasOwnScreen } from '../masters/own-screens.ts'
import { copyText } from '../ui/copy-text.ts'
import { notify } from '../ui/notices.tsx'
import type { TotalsState } from './list-totals.tsx'
import { useExport } from './use-export.ts'
import { Link } from '../ui/link.tsx'

interface ListLinksProps {
  entity: Entity
  totals: TotalsState
  onKeys: () => void
}

async function copyLink(): Promise<void> {
  notify(null)
  const isCopied = await copyText(null, location.href)
  notify(
    isCopied
      ? { tone: 'good', text: 'Link copied' }
      : {
          tone: 'bad',
          text: 'The browser does not allow copying',
          detail: 'Copy the link from the address bar instead.',
        },
  )
}

/** Secondary actions of the list. */
export function ListLinks({ entity, totals, onKeys }: ListLinksProps): ReactNode {
  const may = useMay()
  const { exporting, save, stop } = useExport(entity)
  const button = (label: string, run: () => void): ReactNode => (
    <button type="button" className="link" onClick={run}>
      {label}
    </button>
  )
  return (
    <div className="full-list-links">
      {button(totals.isOn ? 'Hide totals' : 'Totals', totals.toggle)}
      {may('export', entity.name) &&
        (exporting ? (
          <output>
            {exporting} {button('Stop', stop)}
          </output>
        ) : (
          <>
            {button('Export CSV', () => save('csv'))}
            {button('Export Excel', () => save('xlsx'))}
          </>
        ))}
      {button('Print', () => print())}
      {button('Copy link', () => void copyLink())}
      {may('import', entity.name) && !hasOwnScreen(entity) && (
        <Link to={`/imports?entity=${entity.name}`}>Import</Link>
      )}
      {may('restore', entity.name) && <Link to={`/bin?entity=${entity.name}`}>Bin</Link>}
      {may('read', 'batch') && <Link to={`/changes?entity=${entity.name}`}>Changes</Link>}
      <Link to="/lists">All lists</Link>
      <span className="full-list-keys">{button('Shortcuts', onKeys)}</span>
    </div>
  )
}
