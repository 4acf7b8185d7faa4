import { importsOf } from '../architecture/imports.ts'
import { hasMessages } from '../architecture/message-rules.ts'
import type { Tree } from '../architecture/tree.ts'
import { messagesOf } from './collect-messages.ts'

/** `field`: what a field account can read, and every visitor. `office`: all else. */
export type Area = 'field' | 'office'

/** What every visitor loads, and the screens of a field account. */
const fieldEntries = [
  'web/main.tsx',
  'web/app/field/field-pages.ts',
  'web/accounts/account-page.tsx',
  'web/accounts/logout-page.tsx',
  'web/accounts/reset-page.tsx',
  'web/accounts/invite-page.tsx',
  'web/planner/planner-page.tsx',
  'web/visit-entry/visit-entry-page.tsx',
  'web/calendar/calendar-page.tsx',
  'web/day-route/day-route-page.tsx',
  'web/visits/visits-page.tsx',
  'web/customers/customer-page.tsx',
]
/** Labels of the contact form; only screens of the office have them as literals. */
const contactLabels: ReadonlySet<string> = new Set(['Quantity', 'Message'])
/** The other screens, at which following the imports stops. */
const otherScreens =
  /^web\/app\/(?:admin-routes|data-routes|form-routes|lists-routes|office-routes|plans\/plan-routes|services-routes)\.tsx$/
/** The folders of the server that answer the requests of those screens. */
const fieldServer =
  /^server\/(?:accounts|advice|base|calendar|core|customers|day-route|field|http|planner|records|search|store|visits)\//

const slipFiles = /^domain\/(?:advice\/(?:slip|guard-words)|catalogue\/entities\/dose-choices)\.ts$/

export interface Messages {
  /** Of a message. */
  areaOf: (message: string) => Area
  all: ReadonlySet<string>
  /** Those that the web app formats, by area; the others are of the server alone. */
  ofWeb: Readonly<Record<Area, ReadonlySet<string>>>
  /** Those of a slip, which is written in the language of the farmer, also without a network. */
  ofSlip: ReadonlySet<string>
}

/** Sorts the messages by who reads them, following the imports from the screens of each area. */
export function sortMessages(tree: Tree): Messages {
  const messages = messagesOf(tree)
  const files = [...tree.keys()].filter(hasMessages)
  const fieldWeb = filesFrom(tree, fieldEntries, otherScreens)
  const web = filesFrom(
    tree,
    files.filter((file) => file.startsWith('web/')),
  )
  const fieldServerFiles = files.filter((file) => fieldServer.test(file))
  const domainOfServer = filesFrom(tree, fieldServerFiles, /^server\//, true)
  const isField = (file: string): boolean =>
    fieldWeb.has(file) || fieldServer.test(file) || domainOfServer.has(file)
  const field = new Set<string>()
  const ofSlip = new Set<string>()
  const ofWeb = { field: new Set<string>(), office: new Set<string>() }
  for (const [message, itsFiles] of messages) {
    if ([...itsFiles].some((file) => slipFiles.test(file))) ofSlip.add(message)
    const isPublic = contactLabels.has(message)
    if (isPublic || [...itsFiles].some(isField)) field.add(message)
    if (isPublic || [...itsFiles].some((file) => fieldWeb.has(file))) ofWeb.field.add(message)
    else if ([...itsFiles].some((file) => web.has(file))) ofWeb.office.add(message)
  }
  return {
    areaOf: (message) => (field.has(message) ? 'field' : 'office'),
    all: new Set(messages.keys()),
    ofWeb,
    ofSlip,
  }
}

/** These files and what they import, without those at which to stop. */
function filesFrom(tree: Tree, entries: readonly string[], stop?: RegExp, isEntryKept = false): Set<string> {
  const found = new Set<string>()
  const add = (file: string, isEntry: boolean): void => {
    if (found.has(file) || !tree.has(file)) return
    if (stop?.test(file) && !(isEntry && isEntryKept)) return
    found.add(file)
    for (const { path, isType } of importsOf(file, tree.get(file)!)) if (path && !isType) add(path, false)
  }
  for (const file of entries) add(file, true)
  return found
}
