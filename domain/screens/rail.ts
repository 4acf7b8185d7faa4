import { screens, type ScreenEntry } from './screens.ts'

/** The groups of the rail and of the menu of a phone, in their order. */
export const railGroups = ['work', 'customers', 'masters', 'data', 'office'] as const
export type RailGroup = (typeof railGroups)[number]

export const groupLabels: Readonly<Record<RailGroup, string>> = {
  work: 'Work',
  customers: 'Customers',
  masters: 'Masters',
  data: 'Data',
  office: 'Office',
}

const isInRail = ({ area, icon, form }: ScreenEntry): boolean =>
  area !== 'public' && (icon !== undefined || form !== undefined)

/** The day of a field account first, then the tabs in their order, then the others as declared, and the forms last. */
const orderOf = ({ area, icon, tab = 100 }: ScreenEntry): number =>
  area === 'field' ? 0 : icon === undefined ? 200 : tab

/** Its screens with an icon, and then the forms by their sections. */
export const railScreens = (group: RailGroup): ScreenEntry[] =>
  screens
    .filter((screen) => screen.group === group && isInRail(screen))
    .toSorted((one, other) => orderOf(one) - orderOf(other))

/** The screen at a URL. */
export interface Place {
  screen: ScreenEntry
  path: string
  parameters: Readonly<Record<string, string>>
}

function parametersIn(pattern: string, path: string): Record<string, string> | undefined {
  const [names, values] = [pattern.split('/'), path.split('/')]
  if (names.length !== values.length) return undefined
  const isParameter = (name: string): boolean => name.startsWith(':')
  if (!names.every((name, at) => isParameter(name) || name === values[at]!.toLowerCase())) return undefined
  return Object.fromEntries(
    names.flatMap((name, at) => (isParameter(name) ? [[name.slice(1), values[at]!]] : [])),
  )
}

/** A path without parameters is found before the one that would match it as well. */
export function placeAt(pathname: string): Place | undefined {
  const path = pathname.replace(/(?<=.)\/+$/, '')
  const found = screens.flatMap((screen): Place[] => {
    const parameters = parametersIn(screen.path, path)
    return parameters ? [{ screen, path, parameters }] : []
  })
  return found.find(({ screen }) => !screen.path.includes(':')) ?? found[0]
}

/** The place that a place is below: as declared, or by its path. */
export function parentOf({ screen, parameters }: Place): Place | undefined {
  const pattern = screen.under ?? screen.path.slice(0, screen.path.lastIndexOf('/'))
  if (pattern === '') return undefined
  return placeAt(pattern.replaceAll(/:(\w+)/g, (whole, name: string) => parameters[name] ?? whole))
}

/** The entry of the rail that is current at a URL: the screen itself, or the nearest one that it is below. */
export function railPlaceAt(pathname: string): ScreenEntry | undefined {
  let place = placeAt(pathname)
  while (place && !isInRail(place.screen)) place = parentOf(place)
  return place?.screen
}

/** The screens in the bottom bar of a phone. */
export const barScreens: readonly ScreenEntry[] = screens
  .filter(({ bar }) => bar !== undefined)
  .toSorted((one, other) => one.bar! - other.bar!)
