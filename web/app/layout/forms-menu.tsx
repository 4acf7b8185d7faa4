import { useCallback, useEffect, useId, useRef, useState, type ReactNode } from 'react'
import type { MenuState } from '../../ui/hover-menu.ts'
import { Icon } from '../../ui/icon.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { useOnNavigate } from '../../ui/use-on-navigate.ts'
import type * as FormLinks from './form-links.tsx'
import { t } from '#domain/messages/t.ts'

/**
 * Opens on hover, click, tap, Enter, Space and the arrow keys, but not when Tab moves the focus onto it. Its links and all but the
 * click are loaded after the page, and again with the next page if that fails.
 */
export function FormsMenu(): ReactNode {
  const [state, setState] = useState<MenuState>('closed')
  const [late, setLate] = useState<typeof FormLinks | null>(null)
  const root = useRef<HTMLDivElement>(null)
  const panelId = useId()
  const load = useCallback(
    () => void loadCode(() => import('./form-links.tsx')).then(setLate, () => undefined),
    [],
  )
  useEffect(load, [load])
  useEffect(() => late?.followMenu(root.current!, setState), [late])
  useOnNavigate(() => {
    setState('closed')
    if (!late) load()
  })
  const isOpen = state !== 'closed'
  return (
    <div className="menu" ref={root}>
      <button
        type="button"
        className="menu-button"
        aria-expanded={isOpen}
        aria-controls={panelId}
        onClick={() => setState(state === 'held' ? 'closed' : 'held')}
      >
        {t('Forms')}
        <Icon name="down" />
      </button>
      <div id={panelId} className="menu-panel" hidden={!isOpen}>
        {isOpen && late && <late.FormLinks />}
      </div>
    </div>
  )
}
