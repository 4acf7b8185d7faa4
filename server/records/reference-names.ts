import { decide } from '#domain/access/allowances.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { columnName } from '#domain/catalogue/column-name.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { referencesOf, type Entity, type RecordValues } from '#domain/catalogue/entity.ts'
import { localNameField } from '#domain/catalogue/names/local-name.ts'
import { titleFieldsOf, titleText } from '#domain/catalogue/names/title-text.ts'
import type { Names } from '#domain/lists/names.ts'
import { canRetire, retiredOn, retiredOnField } from '#domain/catalogue/reading/retired.ts'
import { currentScript, t } from '#domain/messages/t.ts'
import type { Context } from '../core/context.ts'
import { dynamicGate } from '../core/gate.ts'

interface Target {
  entity: string
  field: string
  titles: readonly string[]
}

/**
 * The names of the records that these refer to, in the reader's language, with one statement for each entity; only of
 * records the actor may read.
 */
export async function referenceNames(
  ctx: Context,
  entity: Entity,
  records: readonly Readonly<RecordValues>[],
  /** Whether a name says that its record is retired. */
  marksRetired = false,
): Promise<Names> {
  const referring = referencesOf(entity).flatMap(({ name, reference }) => {
    const titles = reference.pairedWith ? [] : titleFieldsOf(entityNamed(reference.entity), reference.field)
    // A name is explained by its second name only, which is not read for those who cannot read its script.
    const isReadable = titles.length > 1 || titles[0] !== localNameField || currentScript() !== undefined
    if (titles.length === 0 || !isReadable || !decide(ctx.actor, 'read', reference.entity).allowed) return []
    const codes = new Set(records.flatMap((record) => [record[name] ?? []].flat()).map(String))
    return codes.size > 0 ? [{ name, codes, target: { ...reference, titles } }] : []
  })
  const names: Record<string, Record<string, string>> = {}
  const byTarget = Map.groupBy(referring, ({ target }) => `${target.entity} ${target.field}`)
  for (const group of byTarget.values()) {
    const codes = [...new Set(group.flatMap((each) => [...each.codes]))]
    const found = await namesOfCodes(ctx, group[0]!.target, codes, marksRetired)
    for (const each of group) {
      const own = [...each.codes].flatMap((code) => (found[code] ? [[code, found[code]] as const] : []))
      if (own.length > 0) names[each.name] = Object.fromEntries(own)
    }
  }
  return names
}

async function namesOfCodes(
  ctx: Context,
  { entity, field, titles }: Target,
  codes: readonly string[],
  marksRetired: boolean,
): Promise<Record<string, string>> {
  const records = dynamicGate(ctx, 'read', entity)
  if (titles.some((title) => records.hidden.includes(title))) return {}
  const { sortedBy, key } = records.entity
  const isMarked = marksRetired && canRetire(records.entity)
  const columns = [...new Set([field, ...titles, sortedBy, ...key, ...(isMarked ? [retiredOnField] : [])])]
  const { rows } = await records.listRows<Record<string, string> & { id: string }>(
    {
      filters: [{ field, test: 'is', values: [...codes] }],
      sort: { field: sortedBy, descending: false },
      limit: codes.length * 4,
      total: false,
    },
    {
      name: isMarked ? 'names and retirement' : 'names',
      columns: ['id as id', ...columns.map((name) => `${columnName(name)} as ${name}`)],
    },
  )
  const names: Record<string, string> = {}
  for (const [code, found] of Map.groupBy(rows, (row) => textAt(row, field))) {
    const texts = new Set(found.flatMap((row) => titleText(records.entity, field, row) ?? []))
    const [text] = texts
    // One code may belong to several records, like that of a branch in two companies.
    if (texts.size !== 1 || text === undefined) continue
    const isRetired = isMarked && found.every((row) => retiredOn(row))
    names[code] = isRetired ? t('{name} (retired)', { name: text }) : text
  }
  return names
}
