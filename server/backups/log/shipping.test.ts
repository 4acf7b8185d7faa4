import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { afterEach, describe, expect, it } from 'vitest'
import { planRestore } from '../restore.ts'
import { startShipping, type Shipping } from './shipping.ts'

const folder = mkdtempSync(join(tmpdir(), 'agridesk-shipping-'))
const file = join(folder, 'a.sqlite')
const writer = new DatabaseSync(file)
writer.exec('pragma journal_mode = wal; create table t (id integer primary key)')
let shipping: Shipping
afterEach(async () => {
  await shipping.stop()
  writer.close()
  rmSync(folder, { recursive: true })
})

describe('shipping', () => {
  it('never keeps writes waiting for a backup that cannot be made, and makes it when it can', async () => {
    const backups = join(folder, 'backups')
    writeFileSync(backups, 'not a folder')
    const problems: string[] = []
    let lent = 0
    shipping = startShipping(
      file,
      async (work) => {
        lent++
        return work().finally(() => lent--)
      },
      {
        folder: backups,
        key: undefined,
        version: 'test',
        keepDays: 14,
        interval: 1000,
        onProblem: (sentence) => problems.push(sentence),
      },
    )
    await expect(shipping.whenShipped(async () => {})).rejects.toThrow()
    expect(lent).toBe(0)
    expect(problems.join()).toMatch(/BACKUP_DIR/)
    expect(shipping.status().problem).toMatch(/BACKUP_DIR/)
    rmSync(backups)
    const manifest = await shipping.copyBase()
    expect(planRestore(backups).backup.manifest).toEqual(manifest)
    writer.exec('insert into t default values')
    expect(await shipping.whenShipped(async () => 'done')).toBe('done')
    expect(shipping.status().problem).toBeNull()
  })
})
