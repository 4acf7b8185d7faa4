import { useState, type ReactNode } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { useMay } from '../../api/use-may.ts'
import { hasOwnScreen } from '../../masters/own-screens.ts'
import { ActionMenu, type MenuEntry } from '../../ui/action-menu.tsx'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notices.tsx'
import type { TotalsState } from '../totals/use-totals.ts'
import { useExport } from './use-export.ts'
import { t } from '#domain/messages/t.ts'

interface ListMenusProps {
  entity: Entity
  totals: TotalsState
  /** The label of the menu that is open at first. */
  opened: string
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
export function ListMenus({ entity, totals, opened, onKeys }: ListMenusProps): ReactNode {
  const may = useMay()
  const { exporting, save, stop } = useExport(entity)
  // After an export the menu is shown again, closed.
  const [hasExported, setExported] = useState(false)
  const start = (format: 'csv' | 'xlsx'): void => {
    setExported(true)
    save(format)
  }
  const print = { label: t('Print'), run: () => window.print() }
  const canExport = may('export', entity.name)
  const more: (MenuEntry | false)[] = [
    { label: totals.isOn ? t('Hide totals') : t('Totals'), run: totals.toggle },
    { label: t('Copy link'), run: () => void copyLink() },
    !canExport && print,
    may('import', entity.name) &&
      !hasOwnScreen(entity) && { label: t('Import'), to: `/imports?entity=${entity.name}` },
    may('restore', entity.name) && { label: t('Bin'), to: `/bin?entity=${entity.name}` },
    may('read', 'batch') && { label: t('Changes'), to: `/changes?entity=${entity.name}` },
    { label: t('All lists'), to: '/lists' },
    { label: t('Shortcuts'), run: onKeys },
  ]
  return (
    <>
      {exporting ? (
        <output className="list-export">
          {exporting} <Button onClick={stop}>{t('Stop')}</Button>
        </output>
      ) : (
        canExport && (
          <ActionMenu
            label={t('Export')}
            isOpenAtFirst={opened === t('Export') && !hasExported}
            entries={[
              { label: t('Export CSV'), run: () => start('csv') },
              { label: t('Export Excel'), run: () => start('xlsx') },
              print,
            ]}
          />
        )
      )}
      <ActionMenu
        label={t('More')}
        isOpenAtFirst={opened === t('More')}
        entries={more.filter((entry) => entry !== false)}
      />
    </>
  )
}
