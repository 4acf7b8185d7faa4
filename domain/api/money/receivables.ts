import * as z from 'zod/mini'
import { formatList } from '../../text.ts'
import { endpoint, type AnswerOf, type QueryOf } from '../endpoint.ts'
import { limitParameter, pageOf, searchParameter, textParameter } from '../parameters.ts'
import { count, described, parameters, text } from '../values.ts'
import { territoryLevels } from '../../visits/dashboard.ts'
import {
  afterPage,
  cityNames,
  customerNames,
  date,
  dateOrNull,
  employee,
  firmClock,
  rupees,
  shapeOf,
  territoryFields,
  territoryNames,
} from '../visits/visit-values.ts'
import { promiseStates } from '../../catalogue/entities/visit-choices.ts'
import { dueBuckets } from '../../balances/bills.ts'
import { ageing } from './ageing.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

export const receivableSets = ['overdue', 'all', 'above-limit'] as const

/** How long an amount is overdue without interruption, as far as the balances that were entered or uploaded show. */
const overdueSince = z.strictObject({
  day: described(date, 'The first balance with an overdue amount since which none was without one'),
  isExact: described(
    z.boolean(),
    'true: the balance before it had no overdue amount. false: there is no earlier balance, so it may be overdue for longer',
  ),
})

export const receivable = z.strictObject({
  Customer_ID: text,
  Customer_Code: text,
  ...customerNames,
  Customer_Phone: text,
  City_Code: text,
  ...cityNames,
  Employee: described(z.nullable(employee), 'The owner today'),
  As_Of: date,
  Receivable: rupees,
  Overdue: rupees,
  since: described(z.nullable(overdueSince), 'null: nothing is overdue'),
  ageing: described(
    z.nullable(ageing),
    'What is open by days since the due day; null: no open bill is known',
  ),
  Credit_Limit: described(z.nullable(rupees), 'What the customer may owe; null: no limit'),
  promise: described(
    z.optional(z.strictObject({ amount: rupees, by: date, state: z.enum(promiseStates) })),
    'What the customer promised to pay last, by which day, and what became of it; absent: nothing, or the account may not read visits',
  ),
})

const filters = {
  q: searchParameter,
  show: described(
    z._default(
      z.enum(receivableSets, {
        error: () =>
          t('{parameter} should be {values}', {
            parameter: 'show',
            values: formatList(receivableSets, 'or'),
          }),
      }),
      'overdue',
    ),
    'overdue: customers with an overdue amount; all: every customer with a balance; above-limit: those that owe more than their credit limit',
  ),
  age: described(
    z.optional(
      z.enum(dueBuckets, {
        error: () =>
          t('{parameter} should be {values}', { parameter: 'age', values: formatList(dueBuckets, 'or') }),
      }),
    ),
    'Customers with an open bill that is 1 to 30, 31 to 60, 61 to 90 or more days past its due day',
  ),
  employee: described(
    z.optional(textParameter('employee')),
    'Employee number of the owner today; none: customers without an owner',
  ),
  ...shapeOf(territoryFields, (field) =>
    described(
      z.optional(textParameter(field)),
      `Only customers in this ${territoryLevels.find((each) => each.field === field)!.level}`,
    ),
  ),
}

export const listReceivables = endpoint('GET', '/api/v1/receivables', {
  may: ['read', 'balance'],
  tag,
  summary: 'What customers owe, the largest overdue amount first',
  query: parameters({ ...filters, limit: limitParameter(), after: afterPage }),
  answer: z.extend(pageOf(receivable), firmClock),
  answered: 'A page. Amounts in rupees',
  problems: [422],
})

const sums = {
  customers: count,
  debtors: described(count, 'How many customers have an overdue amount'),
  receivable: rupees,
  overdue: described(rupees, 'The sum of the overdue amounts; credits are not subtracted'),
}

export const sumReceivables = endpoint('GET', '/api/v1/receivable-totals', {
  may: ['read', 'balance'],
  tag,
  summary: 'Totals of the receivables that match, by owner and by territory',
  query: parameters(filters),
  answer: z.strictObject({
    ...sums,
    ageing: described(ageing, 'The open bills of these customers by days since the due day'),
    aboveLimit: described(count, 'How many of these customers owe more than their credit limit'),
    oldestAsOf: dateOrNull,
    newestAsOf: dateOrNull,
    people: described(
      z.array(z.strictObject({ employee: z.nullable(employee), ...sums })),
      'By owner, the largest overdue amount first; null: customers without an owner',
    ),
    level: z.enum(territoryLevels.map(({ level }) => level)),
    territories: described(
      z.array(z.strictObject({ ...territoryNames, ...sums })),
      'By territory of that level, the one below the filter, the largest overdue amount first',
    ),
  }),
  answered: 'Totals. Those by owner and those by territory both add up to the whole',
  problems: [422],
})

export const exportReceivables = endpoint('GET', '/api/v1/exports/receivables.csv', {
  may: ['export', 'balance'],
  tag,
  summary: 'The receivables that match, as a csv file',
  query: parameters(filters),
  status: 200,
  answered: 'The file, with a row of labels first',
  problems: [422],
})

export type Receivables = AnswerOf<typeof listReceivables>
export type Receivable = z.infer<typeof receivable>
export type ReceivableQuery = QueryOf<typeof sumReceivables>
export type ReceivableTotals = AnswerOf<typeof sumReceivables>
