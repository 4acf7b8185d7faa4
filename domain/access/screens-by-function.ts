import { forms } from '../contract/forms.ts'
import { foldText } from '../text.ts'
import type { Closed, Closing, Grant, Rights, Subject } from './rights.ts'
import { withoutCustomers } from './of-customers.ts'

/** A screen as Applications name it: by its route, without the first slash. */
export interface Screen {
  name: string
  label: string
  /** What it keeps: closing the screen closes this. */
  subject: Subject
  group: string | undefined
}

/** Screens that are closed together, by the module or submodule of an Application. */
const groups: Readonly<Record<string, readonly Subject[]>> = {
  territory: ['country', 'zone', 'state', 'pool', 'station', 'city'],
  organisation: ['company', 'branch', 'functionalLevel', 'jobFunction', 'industry'],
  people: ['staffUser', 'role', 'userRole', 'application', 'employee'],
  trade: ['currency', 'gst', 'material', 'paymentTerm', 'customer', 'balance'],
  crops: ['crop', 'cropLot', 'soil', 'season', 'cropSoilSeasonMapping', 'cropMaterialMapping'],
  visits: ['visit', 'assignment', 'holiday'],
  office: ['contactMessage', 'batch', 'importJob', 'series', 'dataHealth', 'referenceData', 'audit'],
}

export const groupNames: readonly string[] = Object.keys(groups)

/** What is no form. Left out is what keeps nothing of its own, and what only administrators open anyway. */
const others: readonly (readonly [name: string, label: string, subject: Subject])[] = [
  ['get', 'Visit Planner', 'visit'],
  ['visitentry', 'Visit Entry', 'visit'],
  ['calendar', 'Calendar', 'visit'],
  ['round', 'Day’s round', 'visit'],
  ['visits', 'Visits', 'visit'],
  ['imports', 'Imports', 'importJob'],
  ['changes', 'Changes at once', 'batch'],
  ['admin/contacts', 'Contacts', 'contactMessage'],
  ['admin/contact1', 'Contact1', 'country'],
  ['admin/holidays', 'Holidays', 'holiday'],
  ['admin/balances', 'Balances', 'balance'],
  ['admin/handover', 'Hand-over', 'assignment'],
  ['admin/health', 'Data health', 'dataHealth'],
  ['admin/reference', 'Reference data', 'referenceData'],
  ['admin/series', 'Number series', 'series'],
  ['admin/audit', 'Audit', 'audit'],
]

export const screens: readonly Screen[] = [
  ...forms
    // Anybody writes to the firm.
    .filter(({ entity }) => entity !== 'contactMessage')
    .map(({ route, menu, entity }) => [route.slice(1), menu.replace(/\(\d+\)$/, ''), entity] as const),
  ...others,
].map(([name, label, subject]) => ({
  name,
  label,
  subject,
  group: groupNames.find((group) => groups[group]!.includes(subject)),
}))

/** The process that stands for all of its module or submodule. */
export const everyProcess = '*'

/** Codes are compared without case and spaces; only plain letters have a case here, so that both databases agree. */
export const screenCode = (typed: string): string =>
  typed
    .replaceAll(' ', '')
    .replace(/^\/+/, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** What an Application says: which process is done by which functions. */
export interface Application {
  id: string
  appl: string
  module: string
  submodule: string
  process: string
  functions: readonly { code: string; name: string }[]
}

/** A screen that some Applications are about, so that it is open to their functions only. */
export interface RuledScreen extends Screen {
  by: readonly Application[]
}

/** What is said about a screen itself goes before what is said about its submodule, and that before its module. */
export function ruledScreens(applications: readonly Application[]): RuledScreen[] {
  const saying = applications.filter(({ functions }) => functions.length > 0)
  const whole = saying.filter(({ process }) => screenCode(process) === everyProcess)
  return screens.flatMap((screen) => {
    const { name, group } = screen
    const found = [
      saying.filter(({ process }) => screenCode(process) === name),
      whole.filter(({ submodule }) => screenCode(submodule) === group),
      whole.filter(({ module }) => screenCode(module) === group),
    ].find((by) => by.length > 0)
    return found ? [{ ...screen, by: found }] : []
  })
}

/** The names of the functions that open a screen, by their folded codes: one firm, one function, whatever its branch. */
export const functionsOf = ({ by }: RuledScreen): ReadonlyMap<string, string> =>
  new Map(by.flatMap(({ functions }) => functions.map(({ code, name }) => [foldText(code), name] as const)))

/** Takes away what closed screens keep. Each of them stands by itself: what one closes, no other opens. */
export function withoutClosed(
  rights: Rights,
  ruled: readonly RuledScreen[],
  own: readonly string[],
): { rights: Rights; on: Closed['on'] } {
  const held = own.map(foldText)
  const on: Record<Subject, Closing> = {}
  const left: Record<Subject, readonly Grant[]> = { ...rights }
  for (const screen of ruled) {
    const { subject, label } = screen
    const taken = left[subject] ?? []
    const opening = functionsOf(screen)
    if (taken.length === 0 || held.some((code) => opening.has(code))) continue
    on[subject] = { screen: label, openTo: [...new Set(opening.values())], taken }
    delete left[subject]
  }
  const { customer } = on
  if (!customer) return { rights: left, on }
  const others = withoutCustomers(left)
  for (const [subject, taken] of Object.entries(others.taken)) on[subject] = { ...customer, taken }
  return { rights: others.rights, on }
}

/** What a process that is typed in would do, or is probably meant to. */
export function adviseProcess(process: string, path: { module: string; submodule: string }): string[] {
  const code = screenCode(process)
  const whom = 'and all it keeps, only to the functions below and to administrators'
  if (code === everyProcess) {
    const named = [path.submodule, path.module].map(screenCode)
    const group = named.find((each) => groupNames.includes(each))
    return group
      ? [`This opens every screen of ${group}, ${whom}, unless an application names the screen itself`]
      : [`${everyProcess} closes nothing unless the module or submodule is one of ${groupNames.join(', ')}`]
  }
  const screen = screens.find(({ name }) => name === code)
  if (screen) return [`This opens the screen ${screen.label}, ${whom}`]
  const typed = foldText(process)
  const meant = typed.length > 2 && screens.find(({ label }) => foldText(label).startsWith(typed))
  return meant
    ? [`To open the screen ${meant.label} to these functions only, call the process ${meant.name}`]
    : []
}
