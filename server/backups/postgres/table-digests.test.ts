import { describe, expect, it } from 'vitest'
import type { TableDigest } from '../table-digest.ts'
import { compareTables } from './table-digests.ts'

const digests = (tables: Record<string, TableDigest>): Map<string, TableDigest> =>
  new Map(Object.entries(tables))
const soil = { rows: 3, hash: 'a' }
const visit = { rows: 7, hash: 'b' }

describe('restored tables', () => {
  it('are those of the moment that was restored', () => {
    const before = digests({ soil, visit })
    expect(() => compareTables(before, before, before)).not.toThrow()
    // A visit was recorded meanwhile: the restored table may have it or not.
    const after = digests({ soil, visit: { rows: 8, hash: 'c' } })
    expect(() => compareTables(before, before, after)).not.toThrow()
    expect(() => compareTables(after, before, after)).not.toThrow()
  })

  it('are refused with a lost row, other content, or a table that is missing', () => {
    const live = digests({ soil, visit })
    const wrong = (restored: Record<string, TableDigest>) => () =>
      compareTables(digests(restored), live, live)
    expect(wrong({ soil, visit: { rows: 6, hash: 'd' } })).toThrow(
      'The table visit has 6 rows in the backup and 7 in the database.',
    )
    expect(wrong({ soil: { rows: 3, hash: 'x' }, visit })).toThrow('The rows of the table soil differ')
    expect(wrong({ soil })).toThrow('The table visit is missing from the restored database.')
  })
})
