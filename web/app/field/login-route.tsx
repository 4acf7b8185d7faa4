import { useEffect, type ReactNode } from 'react'
import { LoginPage } from '../../accounts/login-page.tsx'
import { loadCode } from '../../ui/load-code.ts'

/** Loads what a phone shows after the log-in while its user types, so that the list of today does not wait for it. */
function preloadFieldScreens(): void {
  if (matchMedia('(pointer: coarse)').matches)
    Promise.all([loadCode(() => import('./field-routes.tsx')), loadCode(() => import('./field-pages.ts'))])
      .then(() => loadCode(() => import('../layout/shell/shell.tsx')))
      .then(() => loadCode(() => import('../layout/field-parts.tsx')))
      .then(() => loadCode(() => import('../../outbox/sync.ts')))
      .then(({ prepareSync }) => prepareSync())
      .catch(() => undefined)
}

export function LoginRoute(): ReactNode {
  useEffect(preloadFieldScreens, [])
  return <LoginPage />
}
