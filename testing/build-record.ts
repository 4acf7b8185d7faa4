import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { ban } from '#domain/catalogue/entities/ban.ts'
import { localNameField } from '#domain/catalogue/names/local-name.ts'
import { partsOfReference } from '#domain/catalogue/referrers.ts'
import { referencesOf, type Entity } from '#domain/catalogue/entity.ts'
import { sampleOf } from '#domain/catalogue/stored/kinds.ts'

type Input = Record<string, unknown>

let count = 0

/**
 * Second names that sound the same would make all records similar, a ban would make each material one to warn of, most
 * customers with a balance would be above their limit, and a GSTIN from the sample of a text is not valid.
 */
const leftOut = new Set([localNameField, 'Credit_Limit', 'GSTIN', ...Object.keys(ban)])

/** A valid and unique input for an entity, from the samples of its field kinds, without references. */
export function build(name: string, overrides: Input = {}): Input {
  const n = ++count
  const entity = entityNamed(name)
  const input: Input = {}
  for (const [field, declared] of Object.entries(entity.fields)) {
    if (declared.presence !== 'generated' && !declared.byAction && !declared.reference && !leftOut.has(field))
      input[field] = sampleOf(declared, n)
  }
  return { ...input, ...overrides }
}

type Save = (name: string, input: Input) => Promise<Input>

/** Creates a record after the records it must refer to, with consistent references. */
export async function make(
  save: Save,
  name: string,
  overrides: Input = {},
  made: Map<string, Input> = new Map(),
): Promise<Input> {
  const input = build(name, overrides)
  const entity = entityNamed(name)
  for (const referring of parentsFirst(entity)) {
    if (
      referring.name in overrides ||
      referring.field.presence !== 'required' ||
      referring.reference.pairedWith
    )
      continue
    const target = referring.reference.entity
    const within = Object.entries(partsOfReference(referring)).filter(([, own]) => own !== referring.name)
    const given = Object.fromEntries(within.map(([part, own]) => [part, input[own]]))
    const record = made.get(target) ?? (await make(save, target, given, made))
    made.set(target, record)
    const value = record[referring.reference.field]
    input[referring.name] = referring.reference.many ? [value] : value
  }
  const saved = await save(name, input)
  made.set(name, saved)
  return saved
}

/** The deepest territory level first, because the record's other levels must match the parents created for it. */
function parentsFirst(entity: Entity): ReturnType<typeof referencesOf> {
  const order = ['company', 'branch', 'station', 'pool', 'city', 'state', 'zone', 'country']
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return referencesOf(entity).toSorted(
    (one, other) => rank(one.reference.entity) - rank(other.reference.entity),
  )
}
