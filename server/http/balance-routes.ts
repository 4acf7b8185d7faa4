import type { FastifyInstance } from 'fastify'
import { readFileDay, balanceOutcomes } from '#domain/visits/balance.ts'
import {
  mostBalances,
  readBalanceFile,
  tooManyBalances,
  type GivenBalance,
} from '#domain/visits/balance-file.ts'
import { invalid, unreadable } from '#domain/problem.ts'
import { summariseBalances, uploadBalances } from '../visits/balance-service.ts'
import type { RouteDescription } from './route-policy.ts'

const mostBytes = 16 * 1024 * 1024

const text = { type: 'string' }
const amount = { type: ['number', 'string'], examples: [125_000.5, '1,25,000.50', '500 Cr'] }
const count = { type: 'integer' }

const uploaded: RouteDescription = {
  tag: 'Visits',
  summary:
    'Take what customers owe from the books: JSON, or the same table as text/csv with a first line of names',
  query: [
    {
      name: 'try',
      description: 'true: say what would happen to each row, and write nothing',
      schema: { type: 'boolean', default: false },
    },
    {
      name: 'asOf',
      description: 'The day of rows that do not say theirs',
      schema: { type: 'string', format: 'date' },
    },
  ],
  body: {
    type: 'object',
    required: ['rows'],
    properties: {
      As_Of: { ...text, description: 'The day of rows that do not say theirs' },
      rows: {
        type: 'array',
        maxItems: mostBalances,
        items: {
          type: 'object',
          properties: {
            line: {
              type: 'integer',
              description: 'What the report calls the row; else its place in the list',
            },
            Customer_Code: text,
            Erp_Code: { ...text, description: 'In place of the Customer_Code' },
            Receivable: amount,
            Overdue: amount,
            As_Of: text,
          },
        },
      },
    },
  },
  answer: {
    status: 200,
    description: 'What became of each row. Good rows are saved, whatever the others are',
    schema: {
      type: 'object',
      properties: {
        isTrial: { type: 'boolean' },
        counts: { type: 'object', additionalProperties: count },
        rows: {
          type: 'array',
          items: {
            type: 'object',
            properties: {
              line: count,
              customer: text,
              outcome: { ...text, enum: balanceOutcomes },
              sentence: text,
            },
          },
        },
      },
    },
  },
  problems: [413, 422],
}

const summary: RouteDescription = {
  tag: 'Visits',
  summary: 'What is receivable and overdue in all, from how many customers, and when that changed last',
  answer: {
    status: 200,
    description: 'Amounts in rupees',
    schema: {
      type: 'object',
      properties: {
        customers: count,
        Receivable: { type: 'number' },
        Overdue: { type: 'number' },
        changedAt: { type: ['string', 'null'], format: 'date-time' },
        latest: { type: ['string', 'null'], format: 'date' },
      },
    },
  },
}

export function addBalanceRoutes(app: FastifyInstance): void {
  app.get(
    '/api/v1/balance-summary',
    { config: { may: ['read', 'balance'], description: summary } },
    (request) => summariseBalances(request.ctx),
  )
  // Within a scope of its own: nothing else takes text, or this much of anything.
  void app.register(async (scope) => {
    scope.addContentTypeParser(
      'text/csv',
      { parseAs: 'buffer', bodyLimit: mostBytes },
      (_request, body, done) => {
        try {
          done(null, readText(body as Buffer))
        } catch (error) {
          done(error as Error)
        }
      },
    )
    scope.post(
      '/api/v1/balances/upload',
      { bodyLimit: mostBytes, config: { may: ['create', 'balance'], description: uploaded } },
      (request) => {
        const query = request.query as Record<string, unknown>
        const given = typeof request.body === 'string' ? rowsOfFile(request.body) : rowsOfJson(request.body)
        const asOf = readAsOf('asOf' in query ? query['asOf'] : given.asOf)
        return uploadBalances(request.ctx, { rows: given.rows, asOf, isTrial: isTrue(query['try']) })
      },
    )
  })
}

/** Spreadsheets also save "Unicode text", which is UTF-16 and says so in its first two bytes. */
function readText(bytes: Buffer): string {
  const encoding = bytes[0] === 0xff && bytes[1] === 0xfe ? 'utf-16le' : 'utf-8'
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    throw unreadable('The file is not UTF-8 text: save it as "CSV UTF-8"')
  }
}

function isTrue(given: unknown): boolean {
  if (given === undefined || given === 'false') return false
  if (given === 'true' || given === '') return true
  throw invalid([{ field: 'try', message: 'try should be true or false' }])
}

function readAsOf(given: unknown): string | undefined {
  if (given === undefined || given === null || given === '') return undefined
  const day = typeof given === 'string' ? readFileDay(given) : undefined
  if (!day) throw invalid([{ field: 'asOf', message: 'As Of should be a date like 31/12/2026' }])
  return day
}

interface Given {
  rows: GivenBalance[]
  asOf?: unknown
}

function rowsOfFile(content: string): Given {
  const { rows, problem } = readBalanceFile(content)
  if (problem) throw invalid([{ field: 'rows', message: problem }])
  return { rows }
}

const rowFields = ['line', 'Customer_Code', 'Erp_Code', 'Receivable', 'Overdue', 'As_Of']

function rowsOfJson(body: unknown): Given {
  const isObject = (value: unknown): value is Record<string, unknown> =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
  const given = isObject(body) ? body : {}
  const wrong = Object.keys(given)
    .filter((name) => name !== 'rows' && name !== 'As_Of')
    .map((field) => ({ field, message: `${field} is not a field of an upload` }))
  const { rows, As_Of: asOf } = given
  if (!Array.isArray(rows)) wrong.push({ field: 'rows', message: 'rows should be a list of balances' })
  else if (rows.length > mostBalances) wrong.push({ field: 'rows', message: tooManyBalances })
  if (wrong.length > 0) throw invalid(wrong)
  const read = (rows as unknown[]).map((row, at): GivenBalance => {
    const line = at + 1
    if (!isObject(row))
      throw invalid([{ field: 'rows', message: `Row ${line} should be an object with fields` }])
    const stranger = Object.keys(row).find((name) => !rowFields.includes(name))
    if (stranger)
      throw invalid([{ field: 'rows', message: `Row ${line}: ${stranger} is not a field of a balance` }])
    return { ...row, line: Number.isSafeInteger(row['line']) ? Number(row['line']) : line }
  })
  return { rows: read, asOf }
}
