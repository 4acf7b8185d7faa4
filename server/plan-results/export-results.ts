import type { ComparedVisit, PersonResults, PlanResultsQuery } from '#domain/api/visit-plans/plan-results.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import { formatDate } from '#domain/dates/dates.ts'
import { t } from '#domain/messages/t.ts'
import { planResults, shareMade } from '#domain/visit-plans/plan-results.ts'
import { resultLabels } from '#domain/visit-plans/result-labels.ts'
import type { Context } from '../core/context.ts'
import { requireRight } from '../core/gate.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { listComparedVisits, readPlanResults } from './result-service.ts'

// Without it Excel does not read the file as UTF-8.
const byteOrderMark = '\ufeff'
const maxVisits = 20_000

/** A row for each person or, for one person, a row for each visit. */
export async function exportPlanResults(
  ctx: Context,
  query: PlanResultsQuery,
): Promise<{ fileName: string; content: Buffer }> {
  for (const subject of ['visit', 'customer']) requireRight(ctx, 'export', subject)
  const employee = query.employee?.trim()
  const { rows, from, to } = employee
    ? await rowsOfPerson(ctx, query, employee)
    : await rowsOfPeople(ctx, query)
  const filter = Object.entries(query).flatMap(([name, value]) => (value ? [`${name}=${value}`] : []))
  const details = { format: 'csv', filter: filter.join(' & ').slice(0, 2000) }
  await ctx.store.transaction(async (tx) =>
    recordEvent(tx, ctx, { action: 'export', entity: 'visit', details }),
  )
  return {
    fileName: `planned-and-done-${from}-${to}.csv`,
    content: Buffer.from(byteOrderMark + writeCsv(rows)),
  }
}

interface ResultRows {
  rows: string[][]
  from: string
  to: string
}

async function rowsOfPeople(ctx: Context, query: PlanResultsQuery): Promise<ResultRows> {
  const { from, to, people } = await readPlanResults(ctx, query)
  const labels = resultLabels()
  const head = [
    t('Employee Number'),
    t('Employee'),
    t('Planned'),
    ...planResults.map((result) => labels[result]),
    labels.unplanned,
    t('Made, in per cent'),
    t('Reasons'),
  ]
  return { from, to, rows: [head, ...people.map(cellsOfPerson)] }
}

const cellsOfPerson = ({ employee, planned, results, unplanned, reasons }: PersonResults): string[] => [
  escapeFormula(employee?.employeeNumber ?? ''),
  escapeFormula(employee?.name ?? t('Without an employee')),
  String(planned),
  ...planResults.map((result) => results[result].toString()),
  String(unplanned),
  String(shareMade({ planned, results }) ?? ''),
  escapeFormula(
    reasons.map(({ reason, visits }) => `${reason ?? t('no reason given')}: ${visits}`).join('; '),
  ),
]

async function rowsOfPerson(ctx: Context, query: PlanResultsQuery, employee: string): Promise<ResultRows> {
  const { from, to, items } = await listComparedVisits(ctx, { ...query, employee }, maxVisits)
  const labels = resultLabels()
  const head = [
    t('Planned for'),
    t('Visit ID'),
    t('Customer Code'),
    t('Customer Name'),
    t('City'),
    t('Result'),
    t('Visited On'),
    t('Contact Mode'),
    t('Moved to'),
    t('Reason'),
  ]
  const dayOf = (day: string | null): string => (day === null ? '' : formatDate(day))
  const cellsOf = (visit: ComparedVisit): string[] => [
    dayOf(visit.plannedOn),
    visit.Visit_ID ?? '',
    escapeFormula(visit.Customer_Code),
    escapeFormula(visit.Customer_Name),
    escapeFormula(visit.City_Name),
    labels[visit.result],
    dayOf(visit.Visited_On),
    visit.Contact_Mode === null ? '' : t(visit.Contact_Mode),
    dayOf(visit.movedTo),
    escapeFormula(visit.Reason ?? ''),
  ]
  return { from, to, rows: [head, ...items.map(cellsOf)] }
}
