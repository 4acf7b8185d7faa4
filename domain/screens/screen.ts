import type { Action, Subject } from '../access/rights.ts'

/**
 * - `public`: for every visitor, prerendered with its content and indexed by search engines
 * - `open`: opened without a login, by a link in an e-mail or to end the session
 * - `account`: for every account, even before its approval
 * - `office`: for accounts with a role
 * - `admin`: the same, inside the admin area with its tabs
 * - `field`: for accounts with a role, opened from what this device holds, also without a network
 */
export type ScreenArea = 'public' | 'open' | 'account' | 'office' | 'admin' | 'field'

/** The groups of a menu over all screens. */
export type ScreenGroup = 'site' | 'work' | 'customers' | 'masters' | 'data' | 'office' | 'account'

/** The icons of `web/ui/screen-icon.tsx`. */
export type ScreenIcon =
  | 'home'
  | 'today'
  | 'planner'
  | 'calendar'
  | 'route'
  | 'entry'
  | 'visits'
  | 'pin'
  | 'customers'
  | 'proposals'
  | 'money'
  | 'handover'
  | 'tree'
  | 'gaps'
  | 'lists'
  | 'import'
  | 'duplicates'
  | 'quality'
  | 'changes'
  | 'bin'
  | 'overview'
  | 'tools'
  | 'users'
  | 'mail'
  | 'globe'
  | 'holidays'
  | 'reference'
  | 'codes'
  | 'key'
  | 'history'
  | 'plug'
  | 'send'
  | 'phone'
  | 'services'

/** Where the header of every page has a link to it. */
export type HeaderPlace = 'before forms' | 'after forms' | 'logged in' | 'logged out'

export type Right = readonly [Action, Subject]

/** A tile of the overview. */
export interface ScreenTile {
  position: number
  description: string
}

/** A screen, declared by its path. Router, menu, palette, overview, page files and rights by function follow from it. */
export interface Screen {
  label: string
  /** The label on tiles and tabs, where it differs. */
  shortLabel?: string
  area: ScreenArea
  group: ScreenGroup
  /** Its icon in the rail, in the bottom bar and on its tile; the rail leaves out a screen without one. */
  icon?: ScreenIcon
  /** The position in the bottom bar of a phone; field accounts have one of their own (web/field/bottom-bar.tsx). */
  bar?: number
  /** The screen it is below, where the path does not say so; parameters of both have the same names. */
  under?: `/${string}`
  /** All of these rights open it, and the server requires each of them; without any, every account that reaches its area may. */
  needs?: readonly Right[]
  /** One of these is needed as well. */
  needsOneOf?: readonly Right[]
  /** The server refuses it to accounts that see a part of the firm. */
  isForWholeFirm?: true
  /** Further words by which the palette finds it; the palette leaves out a screen without them. */
  keywords?: string
  tile?: ScreenTile
  /** The position among the tabs of its group. */
  tab?: number
  header?: HeaderPlace
  /** Its label there, where it differs. */
  headerLabel?: string
  /** Applications can restrict it to functions; closing it removes the rights on this subject. */
  restricts?: Subject
  /** The route with a parameter that shows it, when its path has no route of its own. */
  shownBy?: `/${string}`
}

export type Screens = Readonly<Record<`/${string}`, Screen>>

/** Whether an account with these rights may open the screen. */
export const mayOpen = (
  { needs = [], needsOneOf, isForWholeFirm }: Screen,
  may: (...right: Right) => boolean,
  seesWholeFirm: boolean,
): boolean =>
  (seesWholeFirm || !isForWholeFirm) &&
  needs.every((right) => may(...right)) &&
  (!needsOneOf || needsOneOf.some((right) => may(...right)))
