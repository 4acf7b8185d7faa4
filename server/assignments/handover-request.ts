import { ownerRequired, type HandoverInput } from '#domain/api/visits/handovers.ts'
import { dayIn } from '#domain/dates/moments.ts'
import { invalid, type FieldProblem } from '#domain/problem.ts'
import type { OwnershipTransfer } from '#domain/visits/assignment.ts'
import { territoryLevels, type TerritoryField } from '#domain/visits/dashboard.ts'
import { textAt } from '#domain/catalogue/values.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate, gate } from '../core/gate.ts'
import { t } from '#domain/messages/t.ts'

/** The customers: all of the employee, those in a part of the territory, or a list of codes. */
export interface CustomerSelection {
  /** Territory field → code. */
  territory: Readonly<Partial<Record<TerritoryField, string>>>
  codes?: readonly string[]
}

export interface HandoverRequest {
  move: OwnershipTransfer
  selection: CustomerSelection
  withPlans: boolean
  remarks: string | null
}

type Problems = FieldProblem[]

/** Resolves what the request names, and checks it against today; reports all problems in one error. */
export async function readHandover(ctx: Context, body: HandoverInput): Promise<HandoverRequest> {
  const problems: Problems = []
  const of = await findEmployee(ctx, body, 'From_Employee', problems)
  const to = await findEmployee(ctx, body, 'To_Employee', problems)
  if (of !== undefined && of === to) {
    const message = of
      ? t('Employee {employee} has these customers already: choose another employee', { employee: of })
      : t('From Employee and To Employee should not both be null')
    problems.push({ field: 'To_Employee', message })
  }
  const { From_Day: from, Until_Day: until = null, Plans: withPlans, Remarks: remarks = null } = body
  if (from < dayIn(ctx.now(), ctx.config.timeZone))
    problems.push({
      field: 'From_Day',
      message: t('From Day should not be earlier than today: past owners are not changed'),
    })
  if (until !== null && until < from)
    problems.push({ field: 'Until_Day', message: t('Until Day should not be earlier than From Day') })
  const selection = await resolveSelection(ctx, body.customers, problems)
  if (of === undefined && !selection.codes && problems.length === 0)
    problems.push({ field: 'From_Employee', message: ownerRequired('From Employee') })
  if (problems.length > 0 || to === undefined) throw invalid(problems)
  const move = { ...(of !== undefined && { of }), to, from, until }
  return { move, selection, withPlans, remarks: remarks || null }
}

type Owners = Pick<HandoverInput, 'From_Employee' | 'To_Employee'>

const ownerLabels: Record<keyof Owners, string> = {
  From_Employee: 'From Employee',
  To_Employee: 'To Employee',
}

/** Undefined when the field is missing or names no employee, null for no owner. */
export async function findEmployee(
  ctx: Context,
  owners: Owners,
  field: keyof Owners,
  problems: Problems,
): Promise<string | null | undefined> {
  const number = owners[field]
  if (number === undefined || number === null) return number
  const found = await gate(ctx, 'read', 'employee').find(number)
  if (!found)
    problems.push({
      field,
      message: t('There is no employee {number} ({label})', { number, label: t(ownerLabels[field]) }),
    })
  return found?.employeeNumber
}

/** Replaces the territory codes by the stored ones. */
async function resolveSelection(
  ctx: Context,
  customers: HandoverInput['customers'],
  problems: Problems,
): Promise<CustomerSelection> {
  if (customers === 'all') return { territory: {} }
  if (isListed(customers)) return { territory: {}, codes: customers.Customer_Codes }
  const territory: Partial<Record<TerritoryField, string>> = {}
  for (const { level, field, words } of territoryLevels) {
    const code = customers[field]
    if (code === undefined) continue
    const found = await dynamicGate(ctx, 'read', level).find(code)
    if (found) territory[field] = textAt(found, field)
    else
      problems.push({
        field: 'customers',
        message: t('There is no {entity} {code}', { entity: t(words).toLowerCase(), code }),
      })
  }
  return { territory }
}

type Selected = Exclude<HandoverInput['customers'], 'all'>

const isListed = (customers: Selected): customers is Extract<Selected, { Customer_Codes: string[] }> =>
  'Customer_Codes' in customers
