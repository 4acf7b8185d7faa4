import { useEffect, type ReactNode } from 'react'
import { LoginPage } from '../../accounts/login-page.tsx'
import { loadCode } from '../../ui/load-code.ts'

/** Loads the field screens of a phone while its user types, so that the list of today does not wait for them. */
function preloadFieldScreens(): void {
  if (matchMedia('(pointer: coarse)').matches)
    loadCode(() => import('./field-pages.ts')).catch(() => undefined)
}

export function LoginRoute(): ReactNode {
  useEffect(preloadFieldScreens, [])
  return <LoginPage />
}
