import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Field } from '#domain/catalogue/field.ts'
import { asText, writeCsv } from '#domain/csv.ts'
import { readColumns } from '../masters/export-columns.ts'
import { xlsxFile } from '../masters/xlsx-export.ts'

/** Headings and two rows that show what goes where. */
const examples = [1, 2]
const fieldsBrought = (entity: Entity): [string, Field][] =>
  Object.entries(entity.fields).filter(([, { presence }]) => presence !== 'generated')

export function templateOf(entity: Entity): string {
  const fields = fieldsBrought(entity).map(([, field]) => field)
  const rows = examples.map((n) => fields.map((field) => asText(field.show(field.sample(n)))))
  return `\ufeff${writeCsv([fields.map(({ label }) => label), ...rows])}`
}

/** The same as a workbook, in which codes keep their leading zeros. */
export function templateBook(entity: Entity, timeZone: string): AsyncGenerator<Buffer> {
  const fields = fieldsBrought(entity)
  const names = fields.map(([name]) => name)
  const columns = readColumns(entity, names.join(), timeZone, [])
  const records = examples.map(
    (n) => Object.fromEntries(fields.map(([name, field]) => [name, field.sample(n)])) as StoredRecord,
  )
  const pages = async function* (): AsyncGenerator<StoredRecord[]> {
    yield records
  }
  return xlsxFile({ title: entity.plural, columns, timeZone }, pages())
}
