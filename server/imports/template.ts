import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { sampleOf } from '#domain/catalogue/stored/kinds.ts'
import { escapeFormula, writeCsv } from '#domain/csv.ts'
import { readColumns } from '../export/export-columns.ts'
import { xlsxFile } from '../export/xlsx-export.ts'

/** The sample numbers of the two example rows. */
const examples = [1, 2]
const importableFields = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, { presence, byAction }]) => presence !== 'generated' && !byAction)

export function templateOf(entity: Entity): string {
  const fields = importableFields(entity).map(([, field]) => field)
  const rows = examples.map((n) => fields.map((field) => escapeFormula(field.show(sampleOf(field, n)))))
  return `\ufeff${writeCsv([fields.map(({ label }) => label), ...rows])}`
}

/** As a workbook, which preserves the leading zeros of codes. */
export function templateBook(entity: Entity, timeZone: string): AsyncGenerator<Buffer> {
  const fields = importableFields(entity)
  const names = fields.map(([name]) => name)
  const columns = readColumns(entity, names.join(), timeZone, [])
  const records = examples.map(
    (n) => Object.fromEntries(fields.map(([name, field]) => [name, sampleOf(field, n)])) as StoredRecord,
  )
  const pages = async function* (): AsyncGenerator<StoredRecord[]> {
    yield records
  }
  return xlsxFile({ title: entity.plural, columns, timeZone }, pages())
}
