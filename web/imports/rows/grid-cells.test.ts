import { describe, expect, test } from 'vitest'
import type { ImportRow } from '#domain/api/imports/import-rows.ts'
import { pasteBlock, valueOf } from './grid-cells.ts'

const rows: ImportRow[] = [7, 9, 12].map((row) => ({
  row,
  cells: ['a', 'b', 'c'],
  outcome: 'wrong',
  problems: [],
}))
// The middle column of the file is not shown.
const columns = [0, 2].map((at) => ({ at, heading: `H${at}`, into: undefined }))

describe('pasteBlock', () => {
  test('fills the visible cells from the active cell', () => {
    const { cells, left } = pasteBlock('x\ty\r\nz\t\r\n', rows, columns, { row: 1, column: 0 })
    expect(left).toBe(0)
    expect(cells).toEqual([
      { row: 9, column: 0, value: 'x' },
      { row: 9, column: 2, value: 'y' },
      { row: 12, column: 0, value: 'z' },
      { row: 12, column: 2, value: '' },
    ])
  })

  test('stops at the edges and returns how many rows did not fit', () => {
    const { cells, left } = pasteBlock('1\t2\n3\t4\n5\t6', rows, columns, { row: 2, column: 1 })
    expect(cells).toEqual([{ row: 12, column: 2, value: '1' }])
    expect(left).toBe(2)
  })

  test('reads an empty line as an empty cell', () => {
    const { cells } = pasteBlock('1\n\n3', rows, columns, { row: 0, column: 0 })
    expect(cells.map(({ value }) => value)).toEqual(['1', '', '3'])
  })
})

test('prefers an edited value over the value of the file', () => {
  const edits = new Map([['9:2', { value: 'new', state: 'saved' as const }]])
  expect(valueOf(edits, rows[1]!, 2)).toBe('new')
  expect(valueOf(edits, rows[0]!, 2)).toBe('c')
  expect(valueOf(edits, rows[0]!, 5)).toBe('')
})
