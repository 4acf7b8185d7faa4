import { parseDay } from '#domain/dates.ts'
import { parseTime } from '#domain/moments.ts'
import { invalid, problemOfShape, type FieldProblem } from '#domain/problem.ts'
import { isBlank } from '#domain/visits/payloads.ts'
import { lastStart } from '#domain/visits/working-days.ts'

export const mostPlans = 200
export const mostMinutes = 600
export const usualMinutes = 45

/** Whom to visit, in which order, from when on. */
export interface BulkPlan {
  codes: readonly string[]
  day: string
  from: string
  every: number
  evenIfOff: boolean
  /** What every visit gets; what is not said stays as it is in a plan that is moved. */
  fields: Record<string, unknown>
}

const known = ['Customer_Codes', 'Day', 'From', 'Every', 'Remarks', 'Assigned_To', 'Even_If_Off']

/** Throws every problem at once. */
export function readBulkPlan(input: unknown): BulkPlan {
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw invalid([problemOfShape('A plan of several visits')])
  const given = input as Record<string, unknown>
  const problems: FieldProblem[] = Object.keys(given)
    .filter((name) => !known.includes(name))
    .map((field) => ({ field, message: `${field} is not a field of a plan of several visits` }))
  const wrong = (field: string, message: string): void => void problems.push({ field, message })

  const list: unknown = given['Customer_Codes']
  const codes = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : []
  const isList = Array.isArray(list) && codes.length === list.length && codes.every((code) => !isBlank(code))
  if (!isList || codes.length === 0 || codes.length > mostPlans)
    wrong('Customer_Codes', `Customer Codes should be a list of 1 to ${mostPlans} codes`)

  const day = textOf(given['Day'], parseDay)
  if (day === undefined) wrong('Day', 'Day should be a date like 31/12/2026')
  const from = textOf(given['From'], parseTime)
  if (from === undefined || from > lastStart)
    wrong('From', `From should be a time like 09:00, not after ${lastStart}`)
  const every = given['Every'] ?? usualMinutes
  if (!Number.isInteger(every) || (every as number) < 1 || (every as number) > mostMinutes)
    wrong('Every', `Every should be a whole number of minutes from 1 to ${mostMinutes}`)
  const evenIfOff = given['Even_If_Off'] ?? false
  if (typeof evenIfOff !== 'boolean') wrong('Even_If_Off', 'Even If Off should be true or false')
  if (problems.length > 0) throw invalid(problems)

  const said = ['Remarks', 'Assigned_To'].filter((name) => !isBlank(given[name]))
  return {
    codes: codes.map((code) => code.trim()),
    day: day!,
    from: from!,
    every: every as number,
    evenIfOff: evenIfOff as boolean,
    fields: Object.fromEntries(said.map((name) => [name, given[name]])),
  }
}

const textOf = (value: unknown, read: (text: string) => string | undefined): string | undefined =>
  typeof value === 'string' ? read(value.trim()) : undefined
