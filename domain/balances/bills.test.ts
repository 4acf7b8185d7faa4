import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { addDays, daysBetween } from '../dates/dates.ts'
import { readBalanceFile } from './balance-file.ts'
import { readUploadedRow } from './balance-row.ts'
import { ageingBuckets, ageingOf, bucketOf, dueDay, isOpen, overdueIn } from './bills.ts'
import { isAboveLimit } from './credit-limit.ts'

const today = '2026-11-15'

it.each([
  [0, 'notDue'],
  [-40, 'notDue'],
  [1, 'due30'],
  [30, 'due30'],
  [31, 'due60'],
  [60, 'due60'],
  [61, 'due90'],
  [90, 'due90'],
  [91, 'dueMore'],
  [4000, 'dueMore'],
])('a bill that is %i days late is in the bucket %s', (days, bucket) => {
  expect(bucketOf(addDays(today, -days), today)).toBe(bucket)
})

it('puts every bill into one bucket, by its date and the days of the payment term', () => {
  const bills = fc.array(
    fc.record({ age: fc.integer({ min: 0, max: 1000 }), paise: fc.integer({ min: 1, max: 10_000_000 }) }),
    { maxLength: 40 },
  )
  fc.assert(
    fc.property(bills, fc.integer({ min: 0, max: 400 }), (given, termDays) => {
      const listed = given.map(({ age, paise }) => ({ Bill_Date: addDays(today, -age), Amount: paise / 100 }))
      const ageing = ageingOf(listed, termDays, today)
      for (const { name, from, to } of ageingBuckets) {
        const own = given.filter(({ age }) => {
          const late = age - termDays
          return (from === null || late >= from) && (to === null || late <= to)
        })
        expect(Math.round(ageing[name] * 100)).toBe(own.reduce((sum, { paise }) => sum + paise, 0))
      }
      const late = given.filter(({ age }) => age > termDays)
      expect(Math.round(overdueIn(ageing) * 100)).toBe(late.reduce((sum, { paise }) => sum + paise, 0))
      for (const { Bill_Date } of listed)
        expect(daysBetween(Bill_Date, dueDay(Bill_Date, termDays))).toBe(termDays)
    }),
  )
})

it('settles a bill that a later complete file does not have, or that has nothing left', () => {
  const bill = { Amount: 5, As_Of: '2026-11-10' }
  expect(isOpen(bill, null)).toBe(true)
  expect(isOpen(bill, '2026-11-10')).toBe(true)
  expect(isOpen(bill, '2026-11-11')).toBe(false)
  expect(isOpen({ ...bill, Amount: 0 }, null)).toBe(false)
})

it('is above the limit only with a limit, and not at it', () => {
  expect([
    isAboveLimit(100, 99.99),
    isAboveLimit(100, 100),
    isAboveLimit(100, null),
    isAboveLimit(undefined, 1),
    isAboveLimit(1, 0),
  ]).toEqual([true, false, false, false, true])
})

describe('a row of a bill', () => {
  const good = {
    line: 2,
    Customer_Code: 'C1',
    Bill_Number: 'INV 1',
    Bill_Date: '01/10/2026',
    Bill_Amount: '1,250.50',
    As_Of: '10/11/2026',
  }
  const read = (change: object) => readUploadedRow({ ...good, ...change }, { asOf: undefined, today })

  it('is read', () => {
    expect(read({})).toEqual({
      line: 2,
      by: 'Customer_Code',
      code: 'C1',
      bill: { Bill_Number: 'INV 1', Bill_Date: '2026-10-01', Amount: 1250.5, As_Of: '2026-11-10' },
    })
    expect(read({ Bill_Amount: '0' })).toMatchObject({ bill: { Amount: 0 } })
    expect(read({ Bill_Amount: undefined, Receivable: '7' })).toMatchObject({ bill: { Amount: 7 } })
  })

  it.each([
    [
      'a date in the future',
      { Bill_Date: '16/11/2026' },
      'Bill Date should not be later than today: 16/11/2026 is in the future',
    ],
    [
      'a date after the file',
      { Bill_Date: '11/11/2026' },
      'Bill Date 11/11/2026 is after the date of the file',
    ],
    ['no customer', { Customer_Code: '' }, 'Customer Code or Erp Code is required'],
    [
      'a negative amount',
      { Bill_Amount: '-5' },
      'Bill Amount should not be negative: a bill with a credit is settled, enter 0',
    ],
    [
      'a credit',
      { Bill_Amount: '5 Cr' },
      'Bill Amount should not be negative: a bill with a credit is settled, enter 0',
    ],
    ['no amount', { Bill_Amount: ' ' }, 'Bill Amount is missing: enter 0 if the bill is settled'],
    [
      'an absurd amount',
      { Bill_Amount: '10000000000.01' },
      'Bill Amount should not be more than ₹10,00,00,00,000',
    ],
    ['no amount at all', { Bill_Amount: 'lots' }, 'Bill Amount should be an amount like 1,25,000.50'],
    ['a fraction of a paisa', { Bill_Amount: '1.005' }, 'Bill Amount should have at most two decimal places'],
    ['an impossible date', { Bill_Date: '31/02/2026' }, 'Bill Date should be a date like 31/12/2026'],
    ['a date in words', { Bill_Date: 'last week' }, 'Bill Date should be a date like 31/12/2026'],
    ['a date of another order', { Bill_Date: '11/25/2026' }, 'Bill Date should be a date like 31/12/2026'],
    ['no date', { Bill_Date: '' }, 'Bill Date is missing'],
    ['no number', { Bill_Number: '' }, 'Bill Number is missing'],
    ['a long number', { Bill_Number: 'x'.repeat(61) }, 'Bill Number should have at most 60 characters'],
    ['a hidden character', { Bill_Number: 'A\u200b1' }, 'Bill Number has characters that cannot be read'],
    ['no day', { As_Of: '' }, 'As Of is missing: enter the date of this balance'],
  ])('with %s is refused', (_name, change, sentence) => {
    expect(read(change)).toBe(sentence)
  })
})

it.each([
  'Customer Code,Bill Number,Bill Date,Bill Amount,As Of',
  'Party Code;Invoice No.;Invoice Date;Pending Amount;As on',
  'cust id\tVoucher No\tVoucher Date\tOutstanding\tAs On Date',
])('recognises the columns of bills in %j', (head) => {
  const separator = /[;\t]/.exec(head)?.[0] ?? ','
  const line = ['C1', 'B-7', '01/10/2026', '10', '01/11/2026'].join(separator)
  const { rows, problem, hasBills } = readBalanceFile(`${head}\n${line}\n`)
  expect([problem, hasBills]).toEqual([undefined, true])
  expect(readUploadedRow(rows[0]!, { asOf: undefined, today })).toMatchObject({
    code: 'C1',
    bill: { Bill_Number: 'B-7', Bill_Date: '2026-10-01', Amount: 10 },
  })
})

it('names the columns that a file of bills lacks', () => {
  expect(readBalanceFile('Code,Bill No\nC1,1\n').problem).toBe(
    'The first line should name the columns. Missing: Bill Date, Bill Amount. Found: Code, Bill No',
  )
})
