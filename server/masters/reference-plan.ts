import { entityNamed, referencesOf } from '#domain/catalogue/catalogue.ts'
import {
  nameRecord,
  titleOf,
  type Entity,
  type RecordValues,
  type StoredRecord,
} from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import type { ReferencePart, ReferenceSet } from '#domain/reference/sets.ts'
import { foldText } from '#domain/text.ts'
import type { Db } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/record-rows.ts'

export interface Addition {
  entity: Entity
  values: RecordValues
  name: string
}

export interface Correction {
  entity: Entity
  record: StoredRecord
  change: RecordValues
  words: string
}

export interface Plan {
  same: number
  additions: Addition[]
  corrections: Correction[]
}

const comparable = (value: unknown): string => foldText(String(value ?? '').trim())

/**
 * What of a set is there already, what is missing and what differs. A firm may use other codes: what is found by its
 * name keeps its code, and what refers to it is told that one.
 */
export async function planOf(db: Db, set: ReferenceSet, zone: string | null): Promise<Plan> {
  const plan: Plan = { same: 0, additions: [], corrections: [] }
  const codes = new Map<string, string>() // `zone W` → the code it has here
  const supports: Addition[] = []
  for (const part of set.parts) {
    const entity = entityNamed(part.entity)
    const [key] = entity.key as [string]
    const there = await recordsThere(db, entity, part)
    for (const input of part.records) {
      const values = inCodesOfFirm(entity, input as RecordValues, codes)
      const record =
        there.byKey.get(joinKey(entity, entity.key, values)) ??
        there.byName.get(comparable(values[part.alsoKnownBy]))
      codes.set(`${part.entity} ${String(input[key])}`, String(record?.[key] ?? values[key]))
      if (record) {
        const correction = part.isSupport ? undefined : correctionOf(entity, record, values, part.compared)
        if (correction) plan.corrections.push(correction)
        else if (!part.isSupport) plan.same++
      } else {
        const wanted = part.entity === 'state' && zone !== null ? { ...values, Zone_Code: zone } : values
        const addition = { entity, values: wanted, name: named(entity, wanted) }
        ;(part.isSupport ? supports : plan.additions).push(addition)
      }
    }
  }
  plan.additions.unshift(...neededBy(plan.additions, supports))
  return plan
}

/** Those that something to be added refers to, and what they refer to themselves. */
function neededBy(additions: readonly Addition[], supports: readonly Addition[]): Addition[] {
  const wanted = new Set<string>()
  const note = ({ entity, values }: Addition): void => {
    for (const { name, reference } of referencesOf(entity))
      wanted.add(`${reference.entity} ${String(values[name])}`)
  }
  additions.forEach(note)
  const needed: Addition[] = []
  // Parents come before their children in a set, so the way back meets each child before its parent.
  for (const support of supports.toReversed()) {
    if (!wanted.has(`${support.entity.name} ${String(support.values[support.entity.key[0]!])}`)) continue
    needed.unshift(support)
    note(support)
  }
  return needed
}

function inCodesOfFirm(
  entity: Entity,
  input: RecordValues,
  codes: ReadonlyMap<string, string>,
): RecordValues {
  const values = { ...input }
  for (const { name, reference } of referencesOf(entity)) {
    const own = codes.get(`${reference.entity} ${String(values[name])}`)
    if (own !== undefined) values[name] = own
  }
  return values
}

interface There {
  byKey: ReadonlyMap<string, StoredRecord>
  byName: ReadonlyMap<string, StoredRecord>
}

/** At most some hundreds: countries, currencies, states and rates, or zones. */
async function recordsThere(db: Db, entity: Entity, { alsoKnownBy }: ReferencePart): Promise<There> {
  const rows = await db.selectFrom(entity.table).select(shapeOf(entity).selection).limit(5000).execute()
  const records = rows.map((row) => toRecord(entity, row))
  return {
    byKey: new Map(records.map((record) => [joinKey(entity, entity.key, record), record])),
    byName: new Map(records.map((record) => [comparable(record[alsoKnownBy]), record])),
  }
}

function correctionOf(
  entity: Entity,
  record: StoredRecord,
  values: RecordValues,
  compared: readonly string[],
): Correction | undefined {
  const differing = compared.filter((field) => comparable(record[field]) !== comparable(values[field]))
  if (differing.length === 0) return undefined
  const words = differing.map(
    (field) =>
      `${entity.fields[field]!.label} ${String(record[field] ?? 'empty')} instead of ${String(values[field])}`,
  )
  return {
    entity,
    record,
    change: Object.fromEntries(differing.map((field) => [field, values[field]!])),
    words: `${named(entity, record)}: ${words.join(', ')}`,
  }
}

/** "Gujarat (GJ)", and of a zone "Zone West (W)": a set may add several kinds. */
function named(entity: Entity, values: RecordValues): string {
  const code = String(values[entity.key[0]!])
  const field = titleOf(entity, entity.key[0]!)
  const name = field === undefined ? undefined : values[field]
  const words = name ? `${String(name)} (${code})` : nameRecord(entity, values)
  return entity.name === 'zone' ? `Zone ${words}` : words
}
