import { entityNamed, referencesOf } from '#domain/catalogue/catalogue.ts'
import { partsOfReference } from '#domain/catalogue/referring.ts'
import type { Entity } from '#domain/catalogue/entity.ts'

type Input = Record<string, unknown>

let count = 0

/** A valid input for an entity, from its kinds' samples, another one each time; references are left to the caller. */
export function build(name: string, overrides: Input = {}): Input {
  const n = ++count
  const entity = entityNamed(name)
  const input: Input = {}
  for (const [field, declared] of Object.entries(entity.fields)) {
    if (declared.presence !== 'generated' && !declared.reference) input[field] = declared.sample(n)
  }
  return { ...input, ...overrides }
}

type Save = (name: string, input: Input) => Promise<Input>

/** Makes a record and, first, everything it must refer to, so that all of it agrees. */
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

/** The deepest place first: what it makes on its way up is what the record's other levels must name. */
function parentsFirst(entity: Entity): ReturnType<typeof referencesOf> {
  const order = ['company', 'branch', 'station', 'pool', 'city', 'state', 'zone', 'country']
  const rank = (name: string): number => (order.includes(name) ? order.indexOf(name) : order.length)
  return referencesOf(entity).toSorted(
    (one, other) => rank(one.reference.entity) - rank(other.reference.entity),
  )
}
