import { useCallback, useEffect, useState, type ComponentType, type ReactNode } from 'react'
import { HoverMenu } from '../../ui/hover-menu.tsx'
import { loadCode } from '../../ui/load-code.ts'
import { useOnNavigate } from '../../ui/use-on-navigate.ts'
import { t } from '#domain/messages/t.ts'

/** Its links are loaded after the page, and again with the next page if that fails. */
export function FormsMenu(): ReactNode {
  const [Links, setLinks] = useState<ComponentType | null>(null)
  const load = useCallback(
    () =>
      void loadCode(() => import('./form-links.tsx')).then(
        ({ FormLinks }) => setLinks(() => FormLinks),
        () => undefined,
      ),
    [],
  )
  useEffect(load, [load])
  useOnNavigate(() => !Links && load())
  return <HoverMenu label={t('Forms')}>{Links && <Links />}</HoverMenu>
}
