import { expect, it } from 'vitest'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { matchColumns } from '#domain/imports/match-columns.ts'
import { tempFile } from '#testing/temp-file.ts'
import { openFile } from './read-file.ts'
import { templateBook, templateOf } from './template.ts'

async function read(bytes: Buffer): Promise<string[][]> {
  const all: string[][] = []
  for (const { rows } of (await openFile(tempFile(bytes))).sheets) for await (const row of rows) all.push(row)
  return all
}

it.each(catalogue)(
  'gives a template for $plural that is read back whole, as CSV and as XLSX',
  async (entity) => {
    const pieces: Buffer[] = []
    for await (const piece of templateBook(entity, 'Asia/Kolkata')) pieces.push(piece)
    const fields = Object.entries(entity.fields).filter(([, { presence }]) => presence !== 'generated')
    for (const rows of [await read(Buffer.concat(pieces)), await read(Buffer.from(templateOf(entity)))]) {
      expect(rows).toHaveLength(3)
      expect(rows[0]).toEqual(fields.map(([, { label }]) => label))
      expect(matchColumns(entity, rows[0]!, new Map()).map(({ field }) => field)).toEqual(
        fields.map(([name]) => name),
      )
    }
  },
)
