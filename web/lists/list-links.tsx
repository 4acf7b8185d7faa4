import type { ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { useMay } from '../api/use-may.ts'
import { hasOwnScreen } from '../masters/own-screens.ts'
import { copyText } from '../ui/copy-text.ts'
import { notify } from '../ui/notices.tsx'
import type { TotalsState } from './totals/use-totals.ts'
import { useExport } from './use-export.ts'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

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
      ? { tone: 'good', text: t('Link copied') }
      : {
          tone: 'bad',
          text: t('The browser does not allow copying'),
          detail: t('Copy the link from the address bar instead.'),
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
      {button(totals.isOn ? t('Hide totals') : t('Totals'), totals.toggle)}
      {may('export', entity.name) &&
        (exporting ? (
          <output>
            {exporting} {button(t('Stop'), stop)}
          </output>
        ) : (
          <>
            {button(t('Export CSV'), () => save('csv'))}
            {button(t('Export Excel'), () => save('xlsx'))}
          </>
        ))}
      {button(t('Print'), () => print())}
      {button(t('Copy link'), () => void copyLink())}
      {may('import', entity.name) && !hasOwnScreen(entity) && (
        <Link to={`/imports?entity=${entity.name}`}>{t('Import')}</Link>
      )}
      {may('restore', entity.name) && <Link to={`/bin?entity=${entity.name}`}>{t('Bin')}</Link>}
      {may('read', 'batch') && <Link to={`/changes?entity=${entity.name}`}>{t('Changes')}</Link>}
      <Link to="/lists">{t('All lists')}</Link>
      <span className="full-list-keys">{button(t('Shortcuts'), onKeys)}</span>
    </div>
  )
}
