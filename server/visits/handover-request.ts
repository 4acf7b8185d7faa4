import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { parseDay } from '#domain/dates.ts'
import { dayIn } from '#domain/moments.ts'
import { invalid, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import type { HandOver } from '#domain/visits/assignment.ts'
import { territoryLevels } from '#domain/visits/glance.ts'
import type { Context } from '../context.ts'
import { gate } from '../gate.ts'

/** Which customers: all that are theirs, those in a part of the territory, or those named. */
export interface Which {
  /** Level of the territory → code. */
  territory: Readonly<Record<string, string>>
  codes?: readonly string[]
}

export interface HandoverRequest {
  move: HandOver
  which: Which
  withPlans: boolean
  remarks: string | null
}

const known = ['From_Employee', 'To_Employee', 'customers', 'From_Day', 'Until_Day', 'Plans', 'Remarks']
/** All are written in one transaction, and others wait for their customers meanwhile. */
export const mostCustomers = 2500

type Problems = FieldProblem[]

export const asFields = (input: unknown, what: string): Record<string, unknown> => {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape(what)])
  return input as Record<string, unknown>
}

/** Reads what somebody asks for; throws every problem at once. */
export async function readHandover(ctx: Context, input: unknown): Promise<HandoverRequest> {
  const given = asFields(input, 'A hand-over')
  const problems: Problems = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, message: `${field} is not a field of a hand-over` }))
  const of = await readEmployee(ctx, given, 'From_Employee', problems)
  const to = await readEmployee(ctx, given, 'To_Employee', problems)
  if (to === undefined && !problems.some(({ field }) => field === 'To_Employee'))
    problems.push({ field: 'To_Employee', message: 'To Employee is required (null: nobody)' })
  if (of !== undefined && of === to) {
    const message = of
      ? `Employee ${of} has these customers already: choose somebody else to take them`
      : 'From Employee and To Employee should not both be nobody'
    problems.push({ field: 'To_Employee', message })
  }
  const from = readDay(given, 'From_Day', problems)
  const until = readDay(given, 'Until_Day', problems)
  if (from === null) problems.push({ field: 'From_Day', message: 'From Day is required' })
  if (from && from < dayIn(ctx.now(), ctx.config.timeZone))
    problems.push({
      field: 'From_Day',
      message: 'From Day should not be earlier than today: who had the customers until now stays on record',
    })
  if (from && until && until < from)
    problems.push({ field: 'Until_Day', message: 'Until Day should not be earlier than From Day' })
  const which = await existing(ctx, readWhich(given['customers'], problems), problems)
  if (of === undefined && !which.codes && problems.length === 0)
    problems.push({ field: 'From_Employee', message: 'From Employee is required (null: nobody)' })
  const { Plans = false } = given
  if (typeof Plans !== 'boolean') problems.push({ field: 'Plans', message: 'Plans should be true or false' })
  const remarks = readRemarks(given['Remarks'], problems)
  if (problems.length > 0) throw invalid(problems)
  const move = { ...(of !== undefined && { of }), to: to!, from: from!, until: until! }
  return { move, which, withPlans: Plans === true, remarks }
}

/** Undefined when nothing is said, null when nobody is meant. */
export async function readEmployee(
  ctx: Context,
  given: Record<string, unknown>,
  field: string,
  problems: Problems,
): Promise<string | null | undefined> {
  const label = field.replace('_', ' ')
  const value = given[field]
  if (value === undefined || value === null) return value
  if (typeof value !== 'string' || value.trim() === '') {
    problems.push({ field, message: `${label} should be the number of an employee, or null for nobody` })
    return undefined
  }
  const found = await gate(ctx, 'read', 'employee').find(value.trim())
  if (!found) problems.push({ field, message: `There is no employee ${value.trim()} (${label})` })
  return found ? String(found['employeeNumber']) : undefined
}

function readDay(
  given: Record<string, unknown>,
  field: string,
  problems: Problems,
): string | null | undefined {
  const value = given[field]
  if (value === undefined || value === null || value === '') return null
  const day = typeof value === 'string' ? parseDay(value.trim()) : undefined
  if (!day) problems.push({ field, message: `${field.replace('_', ' ')} should be a date like 31/12/2026` })
  return day
}

function readWhich(value: unknown, problems: Problems): Which {
  if (value === 'all') return { territory: {} }
  const wrong = (message: string): Which => {
    problems.push({ field: 'customers', message })
    return { territory: {} }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong('customers should be "all", a part of the territory, or { Customer_Codes: […] }')
  const given = value as Record<string, unknown>
  if ('Customer_Codes' in given) {
    const codes = given['Customer_Codes']
    const isList = Array.isArray(codes) && codes.every((code) => typeof code === 'string')
    if (!isList || Object.keys(given).length > 1) return wrong('Customer_Codes should be a list of codes')
    if (codes.length === 0) return wrong('Choose at least one customer')
    if (codes.length > mostCustomers)
      return wrong(`Choose at most ${mostCustomers.toLocaleString('en-IN')} customers at a time`)
    return { territory: {}, codes: codes as string[] }
  }
  const fields = territoryLevels.map(({ field }) => field as string)
  const isPart = ([name, code]: [string, unknown]): boolean =>
    fields.includes(name) && typeof code === 'string' && code.trim() !== ''
  const parts = Object.entries(given)
  if (parts.length === 0 || !parts.every(isPart))
    return wrong(`customers should name a part of the territory: ${fields.join(', ')}`)
  return { territory: Object.fromEntries(parts.map(([name, code]) => [name, String(code).trim()])) }
}

/** With the codes as the masters have them. */
async function existing(ctx: Context, which: Which, problems: Problems): Promise<Which> {
  const territory: Record<string, string> = {}
  for (const { level, field } of territoryLevels) {
    const code = which.territory[field]
    if (code === undefined) continue
    const found = await gate(ctx, 'read', level).find(code)
    if (!found) problems.push({ field: 'customers', message: `There is no ${level} ${code}` })
    territory[field] = String(found?.[field])
  }
  return { ...which, territory }
}

function readRemarks(value: unknown, problems: Problems): string | null {
  if (value === undefined || value === null || value === '') return null
  const reading = entityNamed('assignment').fields['Remarks']!.read(value)
  if ('problem' in reading) {
    problems.push({ field: 'Remarks', message: reading.problem })
    return null
  }
  return (reading.value as string) || null
}
