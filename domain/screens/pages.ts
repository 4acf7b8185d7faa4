import { publicPages } from './public-pages.ts'
import { screens } from './screens.ts'

const isPublic = (path: string): boolean => (publicPages as readonly string[]).includes(path)

const routes = [...new Set(screens.map(({ path, shownBy }) => shownBy ?? path))]

/** Pages whose content the browser fetches: each is built as a shell. */
export const guardedPages: readonly string[] = routes.filter((path) => !path.includes(':') && !isPublic(path))

/** Routes with a parameter. */
export const parameterPages: readonly string[] = routes.filter((path) => path.includes(':'))
