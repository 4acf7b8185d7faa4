import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import type { ManyRecords } from '../store/many-records.ts'
import type { RecordWriter } from '../store/records.ts'
import { linksOf, type Link } from '../store/reference-plan.ts'
import { keyOfInput, type Input, type LoadPlan } from './load-plan.ts'

/** The records that rows name, by the folded key they are named with. */
export type Existing = Map<string, StoredRecord[]>

export const isDeclaredKey = ({ entity, settings }: LoadPlan): boolean =>
  [entity.key, ...entity.unique].some((names) => names.join() === settings.key.join())

export async function findExisting(
  plan: LoadPlan,
  many: ManyRecords,
  inputs: readonly Input[],
): Promise<Existing> {
  const { entity, settings } = plan
  const found: Existing = new Map()
  if (settings.mode === 'create' || settings.key.length === 0) return found
  const keys = new Set(inputs.flatMap((input) => keyOfInput(plan, input).key ?? []))
  const [field] = settings.key
  const records = isDeclaredKey(plan)
    ? await many.findByKey(settings.key, [...keys])
    : // Not unique by declaration, so it is kept as it was typed only.
      await many.findByCell(field!, [...new Set(inputs.flatMap((input) => cellOf(plan, input, field!)))])
  for (const record of records) {
    const key = joinKey(entity, settings.key, record)
    found.set(key, [...(found.get(key) ?? []), record])
  }
  return found
}

function cellOf({ entity }: LoadPlan, input: Input, name: string): (string | number)[] {
  const field = entity.fields[name]!
  const typed = input[name] ?? null
  const reading = typed === null ? { value: null } : field.read(typed)
  const cell = 'value' in reading ? field.toCell(reading.value) : null
  return cell === null ? [] : [cell]
}

export async function takenKeys(
  many: ManyRecords,
  names: readonly string[],
  keys: readonly string[],
): Promise<Map<string, StoredRecord>> {
  const records = await many.findByKey(names, [...new Set(keys)])
  return new Map(records.map((record) => [joinKey(many.entity, names, record), record]))
}

/**
 * Where a row refers to something by its name, the code takes its place. `values` are what is known of each record:
 * what its row says, or what that makes of the record that is there.
 */
export async function meanByName(
  plan: LoadPlan,
  writer: RecordWriter,
  many: ManyRecords,
  inputs: readonly Input[],
  values: readonly Input[],
): Promise<void> {
  if (inputs.length === 0) return
  const links = linksOf(plan.entity).filter(({ main }) => plan.settings.columns.includes(main.name))
  const known = values as readonly RecordValues[]
  let isLearned = false
  // Whatever lies within something else is looked for once that is known.
  for (const link of links.toSorted((one, other) => partsOf(one) - partsOf(other))) {
    const { name } = link.main
    if (!isLearned) await many.learn(known)
    isLearned = true
    for (const [at, given] of known.entries()) {
      const typed = given[name] ?? null
      const items = [typed].flat() as string[]
      if (typed === null || items.every((item) => many.has(link, given, item))) continue
      const means: string[] = []
      for (const item of items)
        means.push(
          many.has(link, given, item)
            ? item
            : ((await plan.names.codeOf(writer.tx, link, item, given)) ?? item),
        )
      given[name] = Array.isArray(typed) ? means : means[0]!
      if (name in inputs[at]!) inputs[at]![name] = given[name]
      isLearned = false
    }
  }
}

const partsOf = (link: Link): number => Object.keys(link.parts).length
