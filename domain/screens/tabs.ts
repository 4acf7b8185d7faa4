import type { Screen, Screens } from './screen.ts'

interface Tab extends Screen {
  path: string
}

/** The screens of a menu that are tabs of the same group, in their order. */
export const tabsAmong = (screens: Screens, group: Screen['group']): Tab[] =>
  Object.entries<Screen>(screens)
    .map(([path, screen]) => ({ path, ...screen }))
    .filter((screen) => screen.group === group && screen.tab !== undefined)
    .toSorted((one, other) => one.tab! - other.tab!)
