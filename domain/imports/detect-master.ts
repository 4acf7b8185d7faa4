import { entityNamed } from '../catalogue/catalogue.ts'
import { referencesOf, type Entity } from '../catalogue/entity.ts'
import { headingKey } from './heading-names.ts'
import { matchColumns } from './match-columns.ts'
import type { ColumnValues } from './value-evidence.ts'

export interface SheetToDetect {
  name: string | null
  headings: readonly string[]
  columns: readonly ColumnValues[]
}

/** Headings alone decide only if nearly all required fields have a column, and no other master fits as well. */
const leastWithoutName = 0.75
const leastWithName = 0.3
const margin = 0.1

/** The master whose rows a sheet holds, by the name of the sheet and by its headings; undefined when that is not clear. */
export function detectMaster(sheet: SheetToDetect, masters: readonly Entity[]): Entity | undefined {
  const scored = masters
    .map((entity) => ({
      entity,
      fit: headingFit(entity, sheet),
      isNamed: isNameOf(entity, sheet.name ?? ''),
    }))
    .toSorted((one, other) => other.fit - one.fit)
  const named = scored.find(({ isNamed }) => isNamed)
  if (named && named.fit >= leastWithName) return named.entity
  const [first, second] = scored
  const isClear = first && first.fit >= leastWithoutName && first.fit - (second?.fit ?? 0) >= margin
  return isClear ? first.entity : undefined
}

function isNameOf({ singular, plural, path }: Entity, name: string): boolean {
  const plain = headingKey(name.replaceAll(/\b(?:master|list|data|sheet|table)s?\b/gi, ' '))
  return plain !== '' && [singular, plural, path].some((each) => headingKey(each) === plain)
}

/** How well the headings cover the required fields, and how many of them are used. */
function headingFit(entity: Entity, { headings, columns }: SheetToDetect): number {
  const evidence = { columns, isKnown: () => undefined }
  const found = matchColumns(entity, headings, new Map(), evidence).flatMap(({ field }) => field ?? [])
  const required = Object.keys(entity.fields).filter((name) => entity.fields[name]!.presence === 'required')
  const covered = required.filter((name) => found.includes(name)).length / Math.max(required.length, 1)
  const used = found.length / Math.max(headings.length, 1)
  return covered * 0.6 + used * 0.4
}

const depths = new Map<string, number>()

/** How many masters must be loaded before one, at least: a zone after its country. */
export function loadDepth(name: string): number {
  const known = depths.get(name)
  if (known !== undefined) return known
  // Two masters that refer to each other would not end; none do, and their rows would be loaded in file order.
  depths.set(name, 0)
  const above = referencesOf(entityNamed(name))
    .map(({ reference }) => reference.entity)
    .filter((other) => other !== name)
  const depth = above.length === 0 ? 0 : 1 + Math.max(...above.map(loadDepth))
  depths.set(name, depth)
  return depth
}
