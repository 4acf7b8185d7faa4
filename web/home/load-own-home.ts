import type { ComponentType } from 'react'
import { loadCode } from '../ui/load-code.ts'

/** In a file of its own, so that the page of visitors does not name the files of people who are logged in. */
export const loadOwnHome = (): Promise<ComponentType> =>
  loadCode(async () => (await import('./own-home.tsx')).OwnHome)
