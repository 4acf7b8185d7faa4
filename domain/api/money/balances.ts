import * as z from 'zod/mini'
import { isObject } from '../../input.ts'
import { maxBalances, tooManyBalances, type RawBalanceRow } from '../../balances/balance-file.ts'
import { balanceOutcomes, readFileDay } from '../../balances/balance.ts'
import { deprecatedMember, dryRunMembers, dryRunParameters, isDryRunMember } from '../dry-run.ts'
import { endpoint, type AnswerOf } from '../endpoint.ts'
import { flagParameter } from '../parameters.ts'
import { count, described, flag, readWith, text, unknownKey } from '../values.ts'
import { dateOrNull, dateTimeOrNull, rupees, unlessBlank } from '../visits/visit-values.ts'
import { t } from '../../messages/t.ts'

const tag = 'Visits'

const anyText = { type: ['string', 'null'] }
const anyAmount = { type: ['number', 'string', 'null'], examples: [125_000.5, '1,25,000.50', '500 Cr'] }

/** The members of a row; their values are validated later, because the report says what is wrong with each row. */
const rowMembers: Record<keyof RawBalanceRow, object> = {
  line: {
    type: 'integer',
    description: 'The line number used in the report; default: the position in the list',
  },
  Customer_Code: anyText,
  Erp_Code: { ...anyText, description: 'Instead of the Customer_Code' },
  Receivable: anyAmount,
  Overdue: anyAmount,
  As_Of: anyText,
  Bill_Number: { ...anyText, description: 'The row is one bill of the customer' },
  Bill_Date: {
    ...anyText,
    description: 'The bill is due the days of the payment term of the customer later',
  },
  Bill_Amount: { ...anyAmount, description: 'What is still to be paid of the bill; 0: settled' },
}

const notRows = (): string => t('rows should be a list of balances')

const unknownMember = (row: object): string | undefined =>
  Object.keys(row).find((name) => !Object.hasOwn(rowMembers, name))

/**
 * Only the first wrong row is named: a file of the wrong kind has the same problem in thousands of rows. There is no schema for each
 * row, because parsing the largest upload by one would block the server for most of a second.
 */
function readRows(input: unknown): RawBalanceRow[] | string {
  if (!Array.isArray(input)) return notRows()
  if (input.length > maxBalances) return tooManyBalances()
  const given: unknown[] = input
  const read: RawBalanceRow[] = []
  for (const [at, row] of given.entries()) {
    const line = at + 1
    if (!isObject(row)) return t('Row {line} should be an object with fields', { line })
    const unknown = unknownMember(row)
    if (unknown !== undefined)
      return t('Row {line}: {field} is not a field of a balance', { line, field: unknown })
    const { line: sent } = row
    read.push({ ...row, line: isLine(sent) ? sent : line })
  }
  return read
}

const isLine = (line: unknown): line is number => Number.isSafeInteger(line)

const rows = z
  .pipe(
    z.unknown(),
    z.transform((input: unknown, { issues }): RawBalanceRow[] => {
      const read = readRows(input)
      if (typeof read !== 'string') return read
      issues.push({ code: 'custom', message: read, input })
      return z.NEVER
    }),
  )
  .check(
    z.meta({
      type: 'array',
      maxItems: maxBalances,
      items: { type: 'object', additionalProperties: false, properties: rowMembers },
    }),
  )

const asOf = described(
  unlessBlank(
    readWith(readFileDay, () => t('{label} should be a date like 31/12/2026', { label: t('As Of') })),
  ),
  'The day of rows without a day of their own',
)

const completeMeaning =
  'true: the rows list all open bills of the firm, so that bills missing from them are settled'

const reportRow = z.strictObject({
  line: described(count, 'The line of the file, or the position in the list'),
  customer: described(text, 'The customer’s code if it was found, otherwise the code from the row'),
  outcome: z.enum(balanceOutcomes),
  sentence: text,
  isOdd: described(z.optional(z.boolean()), 'It was accepted, but should be checked'),
})

export const uploadBalances = endpoint('POST', '/api/v1/balances/upload', {
  may: ['create', 'balance'],
  tag,
  summary:
    'Upload customer balances or bills from the accounts: JSON, or the same table as text/csv with a header line',
  query: z.object({
    ...dryRunParameters,
    asOf,
    complete: described(z._default(flagParameter('complete'), false), completeMeaning),
  }),
  body: z.strictObject(
    {
      dryRun: dryRunMembers.dryRun,
      complete: described(z._default(flag('complete'), false), completeMeaning),
      As_Of: asOf,
      rows,
    },
    {
      error: ({ code }) =>
        code === 'unrecognized_keys'
          ? t('{key} is not a field of an upload', { key: unknownKey })
          : notRows(),
    },
  ),
  answer: z.strictObject({
    ...isDryRunMember,
    isTrial: deprecatedMember,
    counts: z.record(z.enum(balanceOutcomes), count),
    rows: z.array(reportRow),
    complete: described(
      z.nullable(
        z.strictObject({
          isAccepted: z.boolean(),
          settled: described(count, 'How many bills that were open are settled by it'),
          sentence: text,
        }),
      ),
      'null: the rows were not said to be complete',
    ),
  }),
  answered: 'The outcome of each row. Valid rows are saved even if others are not',
  problems: [413, 422],
})

export const summariseBalances = endpoint('GET', '/api/v1/balance-summary', {
  may: ['read', 'balance'],
  tag,
  summary: 'Total receivable and overdue, the number of customers, and the last change',
  answer: z.strictObject({
    customers: count,
    Receivable: rupees,
    Overdue: rupees,
    changedAt: described(dateTimeOrNull, 'When a balance was last changed; null: there is none'),
    latest: described(dateOrNull, 'The latest As Of date'),
  }),
  answered: 'Amounts in rupees',
})

export type BalanceAnswer = AnswerOf<typeof uploadBalances>
export type BalanceReport = Omit<BalanceAnswer, 'isTrial'>
export type BalanceReportRow = z.infer<typeof reportRow>
export type BalanceSummary = AnswerOf<typeof summariseBalances>
