import { spawnSync } from 'node:child_process'
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { copyForGuide } from '#testing/files/guide-copy.ts'
import { formatMigration } from '#server/store/schema/migrations.ts'
import type { Operation } from '#server/store/schema/operations.ts'
import { indexOn, text, type Table } from '#server/store/schema/table.ts'
import { root } from '../scripts/test/run-program.ts'

/** The field that only the newer version has. */
export const newField = 'Drill_Note'
/** The first index that it builds. */
export const newIndex = 'customer_drill_note_id_idx'

const newTable: Table = {
  name: 'drill_parcel',
  columns: [text('id'), text('customer_code')],
  primaryKey: ['id'],
  indexes: [indexOn('drill_parcel', ['customer_code'])],
  foreignKeys: [
    {
      name: 'drill_parcel_customer_code_fkey',
      columns: ['customer_code'],
      table: 'customer',
      references: ['customer_code'],
    },
  ],
  search: false,
}

/** What the migration adds besides the field: each kind of additive operation, on the largest tables. */
const additions: Operation[] = [
  { change: 'create table', table: newTable },
  { change: 'add column', table: 'customer', column: text('drill_note', { notNull: false, maxLength: 20 }) },
  { change: 'add column', table: 'customer', column: text('drill_of', { notNull: false }) },
  { change: 'add column', table: 'visit', column: text('drill_kind', { maxLength: 9 }), fill: 'usual' },
  { change: 'add index', table: 'visit', index: indexOn('visit', ['drill_kind', 'customer_code']) },
  { change: 'add index', table: 'customer', index: indexOn('customer', ['drill_note', 'id']) },
  {
    change: 'add foreign key',
    table: 'customer',
    foreignKey: { ...newTable.foreignKeys[0]!, name: 'customer_drill_of_fkey', columns: ['drill_of'] },
  },
]

export interface NewerVersion {
  folder: string
  remove: () => void
}

/** A copy of the project with one more field and one more migration, built as a release is. */
export function buildNewerVersion(): NewerVersion {
  const { folder, edit, diff } = copyForGuide('agridesk-drill-')
  const remove = (): void => rmSync(folder, { recursive: true, force: true })
  try {
    const before = `    Soil_Name: text('Soil Name'),\n`
    edit(
      'domain/catalogue/entities/crops.ts',
      before,
      `${before}    ${newField}: text('Drill Note', optional),\n`,
    )
    const file = diff('drill').split('\n')[0]!
    const operations = JSON.parse(readFileSync(file, 'utf8')) as Operation[]
    writeFileSync(file, formatMigration([...operations, ...additions]))
    cpSync(join(root, 'package-lock.json'), join(folder, 'package-lock.json'))
    const { status, stderr } = spawnSync(process.execPath, [join(folder, 'scripts/build/build-server.ts')], {
      cwd: folder,
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`The newer version could not be built:\n${stderr}`)
    return { folder, remove }
  } catch (error) {
    remove()
    throw error
  }
}
