import { describe, expect, test } from 'vitest'
import type { ImportRow } from '#domain/imports/import-job.ts'
import { placeBlock, valueOf } from './grid-cells.ts'

const rows: ImportRow[] = [7, 9, 12].map((row) => ({
  row,
  cells: ['a', 'b', 'c'],
  outcome: 'wrong',
  problems: [],
}))
// The middle column of the file is not shown.
const columns = [0, 2].map((at) => ({ at, heading: `H${at}`, into: undefined }))

describe('a block laid over the sheet', () => {
  test('fills the shown cells from where one stands', () => {
    const { cells, left } = placeBlock('x\ty\r\nz\t\r\n', rows, columns, { row: 1, column: 0 })
    expect(left).toBe(0)
    expect(cells).toEqual([
      { row: 9, column: 0, value: 'x' },
      { row: 9, column: 2, value: 'y' },
      { row: 12, column: 0, value: 'z' },
      { row: 12, column: 2, value: '' },
    ])
  })

  test('stops at the edges and says how many rows found no room', () => {
    const { cells, left } = placeBlock('1\t2\n3\t4\n5\t6', rows, columns, { row: 2, column: 1 })
    expect(cells).toEqual([{ row: 12, column: 2, value: '1' }])
    expect(left).toBe(2)
  })

  test('an empty line is an empty cell', () => {
    const { cells } = placeBlock('1\n\n3', rows, columns, { row: 0, column: 0 })
    expect(cells.map(({ value }) => value)).toEqual(['1', '', '3'])
  })
})

test('what was typed stands before what the file has', () => {
  const edits = new Map([['9:2', { value: 'new', state: 'saved' as const }]])
  expect(valueOf(edits, rows[1]!, 2)).toBe('new')
  expect(valueOf(edits, rows[0]!, 2)).toBe('c')
  expect(valueOf(edits, rows[0]!, 5)).toBe('')
})
