import { entityNamed } from '#domain/catalogue/catalogue.ts'
import {
  referencesOf,
  nameRecord,
  titleOf,
  type Entity,
  type RecordValues,
  type StoredRecord,
} from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { tableOf } from '#domain/catalogue/stored/tables.ts'
import type { ReferencePart, ReferenceSet } from '#domain/reference/sets.ts'
import { foldText } from '#domain/text.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import { dynamic, type Db } from '../store/dialect.ts'
import { shapeOf, toRecord } from '../store/records/record-rows.ts'
import { t } from '#domain/messages/t.ts'

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
 * Compares a set with the existing records: what exists, what is missing and what differs. A firm may use other codes: a
 * record found by name keeps its code, and references use that code.
 */
export async function planOf(db: Db, set: ReferenceSet, zone: string | null): Promise<Plan> {
  const plan: Plan = { same: 0, additions: [], corrections: [] }
  const codes = new Map<string, string>() // `zone W` → its code in this firm
  const supports: Addition[] = []
  for (const part of set.parts) {
    const entity = entityNamed(part.entity)
    const [key = entity.sortedBy] = entity.key
    const existing = await readExisting(db, entity, part)
    for (const input of part.records) {
      const values = withFirmCodes(entity, input as RecordValues, codes)
      const record =
        existing.byKey.get(joinKey(entity, entity.key, values)) ??
        existing.byName.get(comparable(values[part.alsoKnownBy]))
      codes.set(`${part.entity} ${textAt(input, key)}`, textAt(record ?? values, key))
      if (record) {
        const correction = part.isSupport ? undefined : correctionOf(entity, record, values, part.compared)
        if (correction) plan.corrections.push(correction)
        else if (!part.isSupport) plan.same++
      } else {
        const withZone = part.entity === 'state' && zone !== null ? { ...values, Zone_Code: zone } : values
        const addition = { entity, values: withZone, name: displayName(entity, withZone) }
        ;(part.isSupport ? supports : plan.additions).push(addition)
      }
    }
  }
  plan.additions.unshift(...neededBy(plan.additions, supports))
  return plan
}

/** The supporting records that additions refer to, directly or indirectly. */
function neededBy(additions: readonly Addition[], supports: readonly Addition[]): Addition[] {
  const referenced = new Set<string>()
  const addReferences = ({ entity, values }: Addition): void => {
    for (const { name, reference } of referencesOf(entity))
      referenced.add(`${reference.entity} ${showPlain(values[name] ?? null)}`)
  }
  additions.forEach(addReferences)
  const needed: Addition[] = []
  // Parents come before children in a set, so the reverse order visits each child before its parent.
  for (const support of supports.toReversed()) {
    if (!referenced.has(`${support.entity.name} ${textAt(support.values, support.entity.key[0]!)}`)) continue
    needed.unshift(support)
    addReferences(support)
  }
  return needed
}

function withFirmCodes(
  entity: Entity,
  input: RecordValues,
  codes: ReadonlyMap<string, string>,
): RecordValues {
  const values = { ...input }
  for (const { name, reference } of referencesOf(entity)) {
    const own = codes.get(`${reference.entity} ${showPlain(values[name] ?? null)}`)
    if (own !== undefined) values[name] = own
  }
  return values
}

interface ExistingRecords {
  byKey: ReadonlyMap<string, StoredRecord>
  byName: ReadonlyMap<string, StoredRecord>
}

/** At most some hundred records: countries, currencies, states, rates or zones. */
async function readExisting(
  db: Db,
  entity: Entity,
  { alsoKnownBy }: ReferencePart,
): Promise<ExistingRecords> {
  const rows = await dynamic(db)
    .selectFrom(tableOf(entity))
    .select(shapeOf(entity).selection)
    .limit(5000)
    .execute()
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
  const words = differing.map((field) =>
    t('{label} {stored} instead of {value}', {
      label: t(entity.fields[field]!.label),
      stored: record[field] === null || record[field] === undefined ? t('empty') : showPlain(record[field]),
      value: showPlain(values[field] ?? null),
    }),
  )
  return {
    entity,
    record,
    change: Object.fromEntries(differing.map((field) => [field, values[field]!])),
    words: `${displayName(entity, record)}: ${words.join(', ')}`,
  }
}

/** "Gujarat (GJ)", or "Zone West (W)" for a zone, because a set may add several entities. */
function displayName(entity: Entity, values: RecordValues): string {
  const code = textAt(values, entity.key[0]!)
  const field = titleOf(entity, entity.key[0]!)
  const name = field === undefined ? undefined : values[field]
  const words = name ? `${String(name)} (${code})` : nameRecord(entity, values)
  return entity.name === 'zone' ? t('Zone {name}', { name: words }) : words
}
