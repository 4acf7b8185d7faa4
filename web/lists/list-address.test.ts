import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { listTests } from '#domain/lists/list-tests.ts'
import './filters/expressions.ts'
import { readFilter, writeFilter, type Filter } from './filters/filter.ts'
import { draftOf, filterOf, problemsIn } from './filters/filter-draft.ts'
import { describeTest, describeWhere } from './filters/filter-labels.ts'
import { levelsOf } from './filters/levels-of.ts'
import { changeAddress, queryOf, readAddress, sortsAfterClick } from './list-address.ts'

const customer = entityNamed('customer')
const search = (text: string): URLSearchParams => new URLSearchParams(text)

describe('the URL of a list', () => {
  it('holds columns, sorts, filters, the subtree and the page size', () => {
    const address = readAddress(
      customer,
      search('columns=City_Code,nothing,Customer_Name&sort=City_Code,-Customer_Name&below=zone:W&limit=200'),
    )
    expect(address).toMatchObject({
      columns: ['City_Code', 'Customer_Name'],
      sorts: [
        { field: 'City_Code', descending: false },
        { field: 'Customer_Name', descending: true },
      ],
      below: [{ entity: 'zone', code: 'W' }],
      perPage: 200,
    })
  })
  it('sends all parameters but those of the screen to the server, so that a misspelt one is reported', () => {
    const query = queryOf(search('columns=A&limit=200&after=x&edit=1&q=&City_Cod=AHM&sort=City_Code'))
    expect(query.toString()).toBe('City_Cod=AHM&sort=City_Code')
  })
  it('returns to the first page on a change, and omits defaults', () => {
    const before = search('after=x&columns=City_Code&limit=100&q=shah')
    expect(changeAddress(customer, before, { columns: [], perPage: 50 }).toString()).toBe('q=shah')
  })
  it('sorts by one heading, or by up to three', () => {
    const one = sortsAfterClick([], 'City_Code', false)
    expect(sortsAfterClick(one, 'City_Code', false)).toEqual([{ field: 'City_Code', descending: true }])
    const three = ['Customer_Name', 'Type', 'PAN'].reduce(
      (sorts, field) => sortsAfterClick(sorts, field, true),
      one,
    )
    expect(three.map(({ field }) => field)).toEqual(['Customer_Name', 'Type', 'PAN'])
  })
  it('offers the levels above an entity', () => {
    expect(levelsOf(customer).map(({ name }) => name)).toEqual([
      'country',
      'zone',
      'state',
      'pool',
      'station',
      'city',
    ])
    expect(levelsOf(entityNamed('crop'))).toEqual([])
  })
})

describe('filters', () => {
  it('are written field by field where possible, otherwise as an expression', () => {
    const plain = writeFilter(customer, search('q=x&where=old&Type=business'), {
      how: 'all',
      parts: [
        { field: 'City_Code', test: 'is', values: ['AHM', 'BRD'] },
        { field: 'Last_Visited', test: 'from', values: ['today-30'] },
      ],
    })
    expect(plain.toString()).toBe('q=x&City_Code=AHM&City_Code=BRD&Last_Visited.from=today-30')
    const twice = writeFilter(customer, search(''), {
      how: 'all',
      parts: [
        { field: 'Customer_Name', test: 'has', values: ['agro'] },
        { field: 'Customer_Name', test: 'has', values: ['shah'] },
      ],
    })
    expect([...twice.keys()]).toEqual(['where'])
  })

  const test = fc.record({
    field: fc.constantFrom('City_Code', 'Visit_In_Days', 'Last_Visited', 'createdAt'),
    test: fc.constantFrom(...listTests),
    values: fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 3 }),
  })
  const group = fc.array(test, { minLength: 2, maxLength: 3 }).map((tests) => ({ any: tests }) as const)
  const filter: fc.Arbitrary<Filter> = fc.record({
    how: fc.constantFrom('all' as const, 'any' as const),
    parts: fc.array(fc.oneof(test, group), { minLength: 2, maxLength: 4 }),
  })
  it('survive the round trip through the URL and the dialog', () => {
    fc.assert(
      fc.property(filter, (one) => {
        const read = readFilter(customer, writeFilter(customer, search(''), one))
        expect(read.how).toBe(one.how)
        expect(read.parts).toHaveLength(one.parts.length)
        expect(read.parts).toEqual(expect.arrayContaining([...one.parts]))
      }),
    )
    const nested: Filter = {
      how: 'any',
      parts: [
        { field: 'City_Code', test: 'not', values: [''] },
        {
          all: [
            { field: 'PAN', test: 'is', values: [''] },
            { field: 'Type', test: 'is', values: ['business'] },
          ],
        },
      ],
    }
    expect(filterOf(draftOf(nested))).toEqual(nested)
  })

  it('are described in words', () => {
    const describeFilter = (field: string, test: (typeof listTests)[number], ...values: string[]): string =>
      describeTest(customer, { field, test, values })
    expect(describeFilter('City_Code', 'is', 'AHM', 'BRD')).toBe('City Code is AHM or BRD')
    expect(describeFilter('PAN', 'is', '')).toBe('PAN is empty')
    expect(describeFilter('PAN', 'not', '')).toBe('PAN has a value')
    expect(describeFilter('Visit_In_Days', 'from', '30')).toBe('Visit In Days is at least 30')
    expect(describeFilter('Last_Visited', 'to', 'today-30')).toBe('Last Visited up to today − 30 days')
    expect(describeFilter('createdAt', 'from', 'fy-start+1')).toBe(
      'Created from start of the financial year + 1 day',
    )
    expect(describeFilter('Last_Visited', 'from', '2026-11-01')).toBe('Last Visited from 01/11/2026')
    const where = { any: [{ all: [{ field: 'Type', test: 'is', values: ['business'] }] }] } as const
    expect(describeWhere(customer, where)).toBe('(Type is business)')
  })

  it('report a problem for each incomplete condition', () => {
    const draft = draftOf({
      how: 'all',
      parts: [
        { field: 'City_Code', test: 'is', values: [] },
        { field: 'Visit_In_Days', test: 'from', values: ['many'] },
        { field: 'Last_Visited', test: 'from', values: ['31/02/2026'] },
        { field: 'Last_Visited', test: 'to', values: ['31/12/2026'] },
      ],
    })
    expect(Object.values(problemsIn(customer, draft))).toEqual([
      'Enter a value for City Code, or remove this condition',
      'Visit In Days should be a number',
      'Last Visited should be a date like 31/12/2026',
    ])
    expect(filterOf(draft).parts.at(-1)).toMatchObject({ values: ['2026-12-31'] })
  })
})
