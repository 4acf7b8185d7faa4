import { globSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { isMessage, pseudoLanguage } from '../testing/pseudo-language.ts'
import { noAccess, system, type Actor } from './access/actor.ts'
import { readChosenPassword } from './access/password.ts'
import { actions, can } from './access/policy.ts'
import { officeSubjects, openSubjects, rightsOf } from './access/role-rights.ts'
import { describeRole, nameOfRole } from './access/role-words.ts'
import { adviseProcess } from './access/screens-by-function.ts'
import type { Endpoint, Schema } from './api/endpoint.ts'
import { readInput } from './api/read-input.ts'
import { catalogue, entities, entityNamed } from './catalogue/catalogue.ts'
import { nameRecord } from './catalogue/entity.ts'
import { checkFutureDates, checkRequired, parseRecord } from './catalogue/parse-record.ts'
import { similarityOf } from './duplicates/similarity.ts'
import { remarksOnEncoding } from './imports/decode-text.ts'
import { adviseGstin } from './india/gstin.ts'
import { advisePan } from './india/pan.ts'
import { advisePhone } from './india/phone.ts'
import { advisePincode } from './india/pincode.ts'
import { readFieldTest } from './lists/field-test.ts'
import { listTests } from './lists/list-tests.ts'
import { searchProblem } from './lists/search-text.ts'
import { parseWhere } from './lists/where.ts'
import { english, setLanguage } from './messages/t.ts'
import { readLine } from './one-line/parse-line.ts'
import { Problem } from './problem.ts'
import { describeAffected } from './rename-merge.ts'
import { validateSeries } from './series.ts'
import { formatBalance } from './balances/balance.ts'
import { readBalanceFile } from './balances/balance-file.ts'
import { readBalanceRow } from './balances/balance-row.ts'
import { describeRecordedBy, describeVisit, validateVisit } from './visits/lifecycle.ts'
import { reasonsOf } from './visits/reasons.ts'
import { dayOffReasons, formatDayOff } from './visits/working-days.ts'
import { readField } from './catalogue/reading/read-field.ts'

beforeAll(() => setLanguage(() => pseudoLanguage))
afterAll(() => setLanguage(() => english))

const expectMessages = (texts: readonly string[]): void => {
  expect(texts).not.toEqual([])
  for (const text of texts) {
    expect(isMessage(text), text).toBe(true)
  }
}

const badValues = [
  undefined,
  null,
  '',
  'x',
  'x'.repeat(10_001),
  '..',
  'a\u0000',
  'a\u0007',
  'a\u200B',
  'x y\u00A0z',
  '31/02/2026',
  '2026-13-01T00:00:00Z',
  -1,
  0,
  1.0001,
  1e15,
  true,
  {},
  { unknown: 1 },
  { all: [] },
  [],
  [''],
  ['x', 'x'],
  [1],
  [{}],
  Array.from({ length: 201 }, (_, at) => `x${at}`),
  Array.from({ length: 10_001 }, () => 'x'),
]

describe('in another language, every sentence of the domain is translated', () => {
  const fields = catalogue.flatMap((entity) =>
    Object.entries(entity.fields).map(([name, field]) => ({ place: `${entity.name}.${name}`, field })),
  )

  it.each(fields)('$place: the problems of its values', ({ field }) => {
    for (const value of badValues) {
      const reading = readField(field, value)
      if (!('problem' in reading)) continue
      expectMessages([reading.problem])
      expect(reading.problem).toContain(`⟦${field.label}⟧`)
    }
  })

  it.each(catalogue)('$name: the problems of its records', (entity) => {
    const { problems } = parseRecord(entity, { unknown: 1 })
    const later = Object.fromEntries(Object.keys(entity.fields).map((name) => [name, '2999-01-01']))
    const empty = Object.fromEntries(Object.keys(entity.fields).map((name) => [name, null]))
    const all = [
      ...problems,
      ...parseRecord(entity, []).problems,
      ...checkRequired(entity, empty),
      ...checkFutureDates(entity, later, '2026-11-16'),
    ]
    expectMessages([...all.map(({ message }) => message), nameRecord(entity, empty)])
  })

  it('the problems of filters', () => {
    const entity = entityNamed('customer')
    const calendar = { now: () => new Date(), timeZone: 'Asia/Kolkata' }
    for (const field of [...Object.keys(entity.fields), 'createdAt', 'unknown'])
      for (const test of listTests)
        for (const values of [[], ['x'], ['x', 'y'], Array.from({ length: 201 }, () => 'x')]) {
          const read = readFieldTest(entity, { field, test, values }, calendar)
          if ('problem' in read) expectMessages([read.problem])
        }
    expectMessages([searchProblem('x '.repeat(100))!])
    const part = { field: 'City_Code', test: 'is', values: ['AHM'] }
    const wrong = [
      'x'.repeat(5000),
      '{',
      '1',
      { all: [] },
      { all: [{ any: [{ all: [{ any: [part] }] }] }] },
      { any: Array.from({ length: 31 }, () => part) },
      { ...part, field: 1 },
      { ...part, test: 1 },
      { ...part, values: 1 },
    ]
    for (const each of wrong) {
      const text = typeof each === 'string' ? each : JSON.stringify(each)
      try {
        parseWhere(text)
        expect.unreachable(text)
      } catch (error) {
        expectMessages([(error as Error).message])
      }
    }
  })

  it('the reasons of decisions', () => {
    const account = (role: string | null, status: 'active' | 'pending' | 'disabled'): Actor => ({
      kind: 'account',
      language: null,
      id: 'a',
      name: 'A',
      email: 'a@example.in',
      status,
      role,
      sessionId: 's',
      access:
        role === null
          ? noAccess
          : { roles: [role, 'VIEWER'], scope: 'everything', rights: rightsOf(role, undefined).rights },
    })
    const screen = { screen: 'Customers', openTo: ['Sales'], taken: ['read'] as const }
    const closed: Actor = {
      kind: 'token',
      id: 't',
      name: 'T',
      access: {
        roles: ['FIELD'],
        rights: {},
        scope: [],
        closed: { functions: [], on: { customer: screen } },
      },
    }
    const actors: Actor[] = [
      { kind: 'anonymous', address: '10.0.0.1' },
      system('a test'),
      closed,
      account(null, 'pending'),
      account('ADMIN', 'disabled'),
      account(null, 'active'),
      account('FIELD', 'active'),
      account('ADMIN', 'active'),
    ]
    for (const subject of [...catalogue.map(({ name }) => name), ...openSubjects, ...officeSubjects])
      expectMessages(actors.flatMap((actor) => actions.map((action) => can(actor, action, subject).because)))
    expectMessages([
      nameOfRole(null),
      nameOfRole('ADMIN'),
      describeRole('ADMIN', true),
      describeRole('X', true),
    ])
    const path = { module: 'visits', submodule: '' }
    expectMessages(
      ['*', 'customers', 'lists', 'contact'].flatMap((process) => [
        ...adviseProcess(process, path),
        ...adviseProcess(process, { module: '', submodule: '' }),
      ]),
    )
  })

  it('advice about numbers of India', () => {
    const gstins = ['24', '24ABCDE1234F1Z', '24AAACC1206D1ZX', '99AAACC1206D1ZX', 'XXAAACC1206D1ZX']
    const pans = ['A', 'ABCXD1234E', 'ABCCD1234E', 'ABCPD1234E']
    expectMessages([
      ...gstins.flatMap((each) => adviseGstin(each, { extCode: 27, pan: 'ABCPD1234E' })),
      ...pans.flatMap((each) => advisePan(each, { type: 'individual', name: 'Xerxes' })),
      ...pans.flatMap((each) => advisePan(each, { type: 'business', name: 'Xerxes' })),
      ...['1', '9', '350001', '380001'].flatMap((each) => advisePincode(each, { extCode: 27 })),
      ...['123', '1234567890'].map((each) => advisePhone(each, true)!),
    ])
  })

  it('visits, their reasons and the days off', () => {
    const visit = { ...sampleVisit, Status: 'planned' as const }
    const statuses = ['planned', 'unassigned', 'visited', 'missed', 'cancelled'] as const
    for (const Status of statuses) {
      expectMessages([describeVisit({ ...visit, Status })])
      expectMessages([describeRecordedBy({ ...visit, Status }, { by: 'Ravi', time: '10:42' })])
      const after = { ...visit, Status: 'planned' as const, Photo_ID: 'p', Planned_By: 'b' }
      const problems = validateVisit(
        { ...visit, Status },
        { ...after, Visited_On: '2999-01-01' },
        '2026-11-16',
      )
      expectMessages(problems.map(({ message }) => message))
    }
    const facts = {
      day: '2026-11-16',
      today: '2026-11-16',
      lastVisited: null,
      visitInDays: 30,
      pending: 3,
      balance: { As_Of: '2026-11-01', Receivable: 5000, Overdue: 100 },
      agreed: { on: '2026-11-01', for: '2026-11-20' },
      plannedDay: '2026-11-16',
      soil: 'Black',
      crops: ['Wheat', 'Gram', 'Cumin', 'Mustard'].map((crop) => ({ season: 'Rabi', crop })),
    }
    expectMessages(reasonsOf(facts))
    expectMessages(reasonsOf({ ...facts, lastVisited: '2026-10-01' }))
    const holidays = [
      { day: '2026-11-20', name: 'Diwali', state: null },
      { day: '2026-11-20', name: 'Diwali', state: { code: 'GJ', name: 'Gujarat' } },
    ]
    const reason = dayOffReasons(['friday'], holidays, ['GJ'])('2026-11-20')!
    expectMessages([formatDayOff({ day: '2026-11-20', reason })])
  })

  it('balances', () => {
    const files = ['', 'a', '"', 'Code,Receivable,Overdue', 'Code,Party Code', 'a,'.repeat(201)]
    expectMessages(files.map((file) => readBalanceFile(file).problem!))
    const rows = [
      {},
      { Customer_Code: 'x', Receivable: 'x', Overdue: 'x', As_Of: 'x' },
      { Customer_Code: '..', Receivable: 1e15, Overdue: 1, As_Of: '2999-01-01' },
    ]
    for (const row of rows) {
      const read = readBalanceRow({ line: 1, ...row }, { asOf: undefined, today: '2026-11-16' })
      expectMessages([read as string])
    }
    const balance = { As_Of: '2026-11-01', Receivable: -5000, Overdue: 0 }
    expectMessages([formatBalance(balance, String), formatBalance({ ...balance, Overdue: 1 }, String)])
  })

  it('other advice and problems', () => {
    const line = readLine('city PUN Pune state=MH state=GJ city=X nothing=1 code=1 "x" y z', catalogue)
    expectMessages('problems' in line ? line.problems : [])
    const customer = { Customer_Name: 'Ravi Patel', Customer_Phone: '9876543210', City_Code: 'AHM' }
    expectMessages(similarityOf(entities.customer, customer, customer)!.reasons)
    expectMessages([
      describeAffected([{ path: 'customers', count: 2 }], 1),
      ...remarksOnEncoding('Windows-1252', ''),
      ...[undefined, 1, 'short', 'x'.repeat(300)].map(
        (each) => (readChosenPassword(each) as { problem: string }).problem,
      ),
      ...['é', 'V'.repeat(20), 'V1'].flatMap((prefix) =>
        validateSeries({ prefix, width: 0 }).map(({ message }) => message),
      ),
    ])
  })
})

const sampleVisit = Object.fromEntries([
  ...Object.keys(entities.visit.fields).map((name) => [name, null]),
  ['Visit_ID', 'V000001'],
]) as Parameters<typeof describeVisit>[0]

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value

/** Every declared endpoint; those that each entity has are those of customers. */
async function allEndpoints(): Promise<Endpoint[]> {
  const folder = fileURLToPath(new URL('api', import.meta.url))
  const files = globSync('**/*.ts', { cwd: folder }).filter((file) => !file.endsWith('.test.ts'))
  const modules: Record<string, unknown>[] = []
  for (const file of files)
    modules.push((await import(new URL(`api/${file}`, import.meta.url).href)) as Record<string, unknown>)
  return modules.flatMap((module) =>
    Object.entries(module).flatMap(([name, value]) => {
      if (isEndpoint(value)) return [value]
      if (!name.endsWith('Of') || typeof value !== 'function') return []
      try {
        const built: unknown = value(entities.customer)
        return isEndpoint(built) ? [built] : []
      } catch {
        return []
      }
    }),
  )
}

const namesIn = (schema: Schema): string[] => {
  const { def } = schema._zod as { def: { shape?: object; innerType?: Schema; out?: Schema; in?: Schema } }
  const inner = def.innerType ?? def.in
  return def.shape ? Object.keys(def.shape) : inner ? namesIn(inner) : []
}

const isQueryValue = (value: unknown): boolean => [value].flat().every((each) => typeof each === 'string')

it('in another language, the problems of every request are translated', async () => {
  const endpoints = await allEndpoints()
  expect(endpoints.length).toBeGreaterThan(80)
  const withEach = (schema: Schema, values: readonly unknown[]): unknown[] => [
    { unknown: 'x', 'a "key" {key}': 'y' },
    ...values.map((value) => Object.fromEntries(namesIn(schema).map((name) => [name, value]))),
  ]
  const requests = endpoints.flatMap(({ path, body, query }) => [
    ...(body ? [{ path, schema: body, inputs: [...badValues, ...withEach(body, badValues)] }] : []),
    ...(query ? [{ path, schema: query, inputs: withEach(query, badValues.filter(isQueryValue)) }] : []),
  ])
  for (const { path, schema, inputs } of requests)
    for (const input of inputs)
      try {
        readInput(schema, input)
      } catch (error) {
        if (!(error instanceof Problem)) throw error
        const wrong = error.details.errors!.filter(({ message }) => !isMessage(message))
        expect(wrong, path).toEqual([])
      }
})
