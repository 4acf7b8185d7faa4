import { screens as declaredScreens } from '../screens/screens.ts'
import { foldText } from '../text.ts'
import type { ClosedAccess, ClosedSubject, Grant, Rights, Subject } from './rights.ts'
import { withoutCustomerRights } from './customer-subjects.ts'
import { t } from '../messages/t.ts'

/** A screen as Applications name it: its route without the leading slash. */
export interface Screen {
  name: string
  label: string
  /** Closing the screen removes the rights on this subject. */
  subject: Subject
  group: string | undefined
}

/** Groups of screens, named by the module or submodule of an Application. */
const groups: Readonly<Record<string, readonly Subject[]>> = {
  territory: ['country', 'zone', 'state', 'pool', 'station', 'city'],
  organisation: ['company', 'branch', 'functionalLevel', 'jobFunction', 'industry'],
  people: ['staffUser', 'role', 'userRole', 'application', 'employee'],
  trade: ['currency', 'gst', 'material', 'paymentTerm', 'customer', 'balance'],
  crops: ['crop', 'cropLot', 'soil', 'season', 'cropSoilSeasonMapping', 'cropMaterialMapping'],
  visits: ['visit', 'assignment', 'holiday', 'workPlan'],
  office: ['contactMessage', 'batch', 'importJob', 'series', 'dataHealth', 'referenceData', 'audit'],
}

export const groupNames: readonly string[] = Object.keys(groups)

/** The screens that can be restricted; those without data of their own and those only administrators can open cannot. */
export const screens: readonly Screen[] = declaredScreens.flatMap(({ path, label, restricts: subject }) =>
  subject === undefined
    ? []
    : [
        {
          name: path.slice(1),
          label: label.replace(/\(\d+\)$/, ''),
          subject,
          group: groupNames.find((group) => groups[group]!.includes(subject)),
        },
      ],
)

/** The process code for all screens of its module or submodule. */
export const everyProcess = '*'

/** Codes are compared without case and spaces; only ASCII letters are lowered, so that both databases agree. */
export const screenCode = (typed: string): string =>
  typed
    .replaceAll(' ', '')
    .replace(/^\/+/, '')
    .replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase())

/** A row of the Application master: which functions may use which process. */
export interface Application {
  id: string
  appl: string
  module: string
  submodule: string
  process: string
  functions: readonly { code: string; name: string }[]
}

/** A screen that Applications restrict to their functions. */
export interface RestrictedScreen extends Screen {
  by: readonly Application[]
}

/** A rule for the screen overrides one for its submodule, which overrides one for its module. */
export function restrictedScreens(applications: readonly Application[]): RestrictedScreen[] {
  const withFunctions = applications.filter(({ functions }) => functions.length > 0)
  const wildcards = withFunctions.filter(({ process }) => screenCode(process) === everyProcess)
  return screens.flatMap((screen) => {
    const { name, group } = screen
    const found = [
      withFunctions.filter(({ process }) => screenCode(process) === name),
      wildcards.filter(({ submodule }) => screenCode(submodule) === group),
      wildcards.filter(({ module }) => screenCode(module) === group),
    ].find((by) => by.length > 0)
    return found ? [{ ...screen, by: found }] : []
  })
}

/** The names of the functions that open a screen, by folded code; the branch is ignored. */
export const functionsOf = ({ by }: RestrictedScreen): ReadonlyMap<string, string> =>
  new Map(by.flatMap(({ functions }) => functions.map(({ code, name }) => [foldText(code), name] as const)))

/** Removes the rights of closed screens. What one screen closes, no other screen opens. */
export function removeClosedRights(
  rights: Rights,
  ruled: readonly RestrictedScreen[],
  own: readonly string[],
): { rights: Rights; on: ClosedAccess['on'] } {
  const ownCodes = own.map(foldText)
  const on: Record<Subject, ClosedSubject> = {}
  const remaining: Record<Subject, readonly Grant[]> = { ...rights }
  for (const screen of ruled) {
    const { subject, label } = screen
    const taken = remaining[subject] ?? []
    const openTo = functionsOf(screen)
    if (taken.length === 0 || ownCodes.some((code) => openTo.has(code))) continue
    on[subject] = { screen: label, openTo: [...new Set(openTo.values())], taken }
    delete remaining[subject]
  }
  const { customer } = on
  if (!customer) return { rights: remaining, on }
  const others = withoutCustomerRights(remaining)
  for (const [subject, taken] of Object.entries(others.taken)) on[subject] = { ...customer, taken }
  return { rights: others.rights, on }
}

/** Explains what the entered process code would restrict, or suggests the code that was probably meant. */
export function adviseProcess(process: string, path: { module: string; submodule: string }): string[] {
  const code = screenCode(process)
  if (code === everyProcess) {
    const named = [path.submodule, path.module].map(screenCode)
    const group = named.find((each) => groupNames.includes(each))
    return group
      ? [
          t(
            'This opens every screen of {group} and its records only to the functions below and to administrators, unless an application names the screen itself',
            { group },
          ),
        ]
      : [
          t('{process} restricts nothing unless the module or submodule is one of {groups}', {
            process: everyProcess,
            groups: groupNames.join(', '),
          }),
        ]
  }
  const screen = screens.find(({ name }) => name === code)
  if (screen)
    return [
      t('This opens the screen {screen} and its records only to the functions below and to administrators', {
        screen: t(screen.label),
      }),
    ]
  const typed = foldText(process)
  const suggested = typed.length > 2 && screens.find(({ label }) => foldText(label).startsWith(typed))
  return suggested
    ? [
        t('To open the screen {screen} to these functions only, enter the process code {process}', {
          screen: t(suggested.label),
          process: suggested.name,
        }),
      ]
    : []
}
