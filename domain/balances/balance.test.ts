import { describe, expect, it } from 'vitest'
import { readAmount, readFileDay, formatReceivable } from './balance.ts'
import { readBalanceFile } from './balance-file.ts'

describe('readAmount', () => {
  it.each([
    ['1,25,000.50', 125_000.5],
    ['1,250,000', 1_250_000],
    ['₹ 4,000', 4000],
    ['₹4,000.00', 4000],
    ['Rs. 4,000/-', 4000],
    ['INR 250', 250],
    ['(500)', -500],
    ['₹(500)', -500],
    ['(₹500)', -500],
    ['500 Cr', -500],
    ['500.25Cr.', -500.25],
    ['500 Dr', 500],
    ['-500', -500],
    ['-₹500', -500],
    ['500-', -500],
    ['(500) Cr', 500],
    ['.5', 0.5],
    ['', 0],
    ['  ', 0],
    ['\u00a01,000\u00a0', 1000],
    [null, 0],
    [undefined, 0],
    [12.5, 12.5],
    ['-', 0],
    ['1234,50', undefined],
    ['1.25.000', undefined],
    ['12 apples', undefined],
    ['1e5', undefined],
    ['0x10', undefined],
    ['=1+1', undefined],
    ['NaN', undefined],
    [true, undefined],
    [[1], undefined],
    ['9'.repeat(100), undefined],
  ])('%j', (given, amount) => {
    expect(readAmount(given)).toBe(amount)
  })
})

it.each([
  ['15/11/2026', '2026-11-15'],
  ['5-1-2026', '2026-01-05'],
  ['14/11/26', '2026-11-14'],
  ['4-1-26', '2026-01-04'],
  ['31/02/26', undefined],
  ['2026-11-15', '2026-11-15'],
  ['2026-11-15T00:00:00', '2026-11-15'],
  ['15-Nov-2026', '2026-11-15'],
  ['15-nov-26', '2026-11-15'],
  ['15 November 2026', '2026-11-15'],
  ['31/02/2026', undefined],
  ['11/15/2026', undefined],
  ['15-Foo-2026', undefined],
  ['yesterday', undefined],
])('reads the day %j', (given, day) => {
  expect(readFileDay(given)).toBe(day)
})

describe('readBalanceFile', () => {
  it.each([
    'Customer_Code,Receivable,Overdue,As_Of',
    'customer code;OUTSTANDING;Overdue Amount;As on',
    '"Party Code"\tAmount Receivables\tOverdue\tAs On Date',
    'As Of,Overdue,Balance,Customer Code',
  ])('recognises the columns of %j', (head) => {
    const separator = /[;\t]/.exec(head)?.[0] ?? ','
    const names = head.split(separator)
    const cells = names.map((name) =>
      /code/i.test(name) ? 'C1' : /^"?as/i.test(name) ? '01/11/2026' : /over/i.test(name) ? '5' : '10',
    )
    const { rows, problem } = readBalanceFile(`\ufeff${head}\r\n${cells.join(separator)}\r\n`)
    expect(problem).toBeUndefined()
    expect(rows).toEqual([
      { line: 2, Customer_Code: 'C1', Receivable: '10', Overdue: '5', As_Of: '01/11/2026' },
    ])
  })

  it('ignores unknown columns and empty rows', () => {
    const { rows, hasDays } = readBalanceFile('Name,ERP Code,Receivable,Overdue\nAsha,TL-1,5,\n,,,\n')
    expect(rows).toEqual([{ line: 2, Erp_Code: 'TL-1', Receivable: '5', Overdue: '' }])
    expect(hasDays).toBe(false)
  })

  it.each([
    ['', 'The file is empty'],
    ['Customer Code,Receivable,Overdue\n', 'The file has a header and no rows'],
    ['Customer Code,Receivable,Overdue\n"C1,5,0\n', 'A quote (") opened on line 2 is never closed'],
    [
      'Name,Amount\nA,1',
      'The first line should name the columns. Missing: Customer Code (or Erp Code), Receivable, Overdue. Found: Name, Amount',
    ],
    [
      'Code,Customer Code,Receivable,Overdue\n1,2,3,4',
      'Two columns are read as Customer Code: remove one of them',
    ],
  ])('reports what is wrong with %j', (text, sentence) => {
    expect(readBalanceFile(text)).toEqual({ rows: [], hasDays: false, hasBills: false, problem: sentence })
  })
})

it('shows a negative receivable as a credit', () => {
  expect([5000, 0, -5000].map(formatReceivable)).toEqual([
    '₹5,000 receivable',
    '₹0 receivable',
    '₹5,000 in credit',
  ])
})
