import { expect, it } from 'vitest'
import { catalogue } from '#domain/catalogue/catalogue.ts'
import { matchColumns } from '#domain/imports/match-columns.ts'
import { tempFile } from '#testing/files/temp-file.ts'
import { openFile } from './reading/read-file.ts'
import { templateBook, templateOf } from './template.ts'

async function read(bytes: Buffer): Promise<string[][]> {
  const all: string[][] = []
  for (const { rows } of (await openFile(tempFile(bytes))).sheets) for await (const row of rows) all.push(row)
  return all
}

it.each(catalogue)('creates a template for $plural that can be read back as CSV and XLSX', async (entity) => {
  const chunks: Buffer[] = []
  for await (const chunk of templateBook(entity, 'Asia/Kolkata')) chunks.push(chunk)
  const fields = Object.entries(entity.fields).filter(
    ([, { presence, byAction }]) => presence !== 'generated' && !byAction,
  )
  for (const rows of [await read(Buffer.concat(chunks)), await read(Buffer.from(templateOf(entity)))]) {
    expect(rows).toHaveLength(3)
    expect(rows[0]).toEqual(fields.map(([, { label }]) => label))
    expect(matchColumns(entity, rows[0]!, new Map()).map(({ field }) => field)).toEqual(
      fields.map(([name]) => name),
    )
  }
})
