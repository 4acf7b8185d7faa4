import type { RecordValues, StoredRecord } from '#domain/catalogue/entity.ts'
import { joinKey } from '#domain/catalogue/keys.ts'
import { textsAt } from '#domain/catalogue/values.ts'
import { toCell } from '#domain/catalogue/stored/kinds.ts'
import type { ManyRecords } from '../../store/records/many-records.ts'
import type { RecordWriter } from '../../store/records/records.ts'
import { linksOf, type Link } from '../../store/records/reference-plan.ts'
import { isFilled, keyOfInput, type Input, type LoadPlan } from './load-plan.ts'
import type { FieldProblem } from '#domain/problem.ts'
import { formerCode } from '../../records/code-warnings.ts'
import { readField } from '#domain/catalogue/reading/read-field.ts'

/** Existing records by the folded key that rows use. */
export type ExistingByKey = Map<string, StoredRecord[]>

export const isDeclaredKey = ({ entity, settings }: LoadPlan): boolean =>
  [entity.key, ...entity.unique].some((names) => names.join() === settings.key.join())

export async function findExisting(
  plan: LoadPlan,
  many: ManyRecords,
  inputs: readonly Input[],
): Promise<ExistingByKey> {
  const { entity, settings } = plan
  const found: ExistingByKey = new Map()
  if (settings.mode === 'create' || settings.key.length === 0) return found
  const keys = new Set(inputs.flatMap((input) => keyOfInput(plan, input).key ?? []))
  const [field] = settings.key
  const records = isDeclaredKey(plan)
    ? await many.findByKey(settings.key, [...keys])
    : // A field without a unique key has no folded form in the table, so it is compared as typed.
      await many.findByCell(field!, [...new Set(inputs.flatMap((input) => cellOf(plan, input, field!)))])
  for (const record of records) {
    const key = joinKey(entity, settings.key, record)
    found.set(key, [...(found.get(key) ?? []), record])
  }
  if (!isDeclaredKey(plan)) return found
  const missing = [...keys].filter((each) => !found.has(each))
  for (const [key, record] of await many.findByFormerKeys(settings.key, missing)) found.set(key, [record])
  return found
}

function cellOf({ entity }: LoadPlan, input: Input, name: string): (string | number)[] {
  const field = entity.fields[name]!
  const typed = input[name] ?? null
  const reading = typed === null ? { value: null } : readField(field, typed)
  const cell = 'value' in reading ? toCell(field, reading.value) : null
  return cell === null ? [] : [cell]
}

export async function existingKeys(
  many: ManyRecords,
  names: readonly string[],
  keys: readonly string[],
): Promise<Map<string, StoredRecord>> {
  const records = await many.findByKey(names, [...new Set(keys)])
  return new Map(records.map((record) => [joinKey(many.entity, names, record), record]))
}

/**
 * Replaces names and former codes of referenced records with their codes, and notes the former ones of each record. `values` are the
 * known values of each record: those of its row, or those of the record that it updates.
 */
export async function replaceNamesWithCodes(
  plan: LoadPlan,
  writer: RecordWriter,
  many: ManyRecords,
  inputs: readonly Input[],
  values: readonly Input[],
): Promise<FieldProblem[][]> {
  const notes = inputs.map((): FieldProblem[] => [])
  if (inputs.length === 0) return notes
  const links = linksOf(many.entity).filter(({ main }) => isFilled(plan.settings, main.name))
  const known = values as readonly RecordValues[]
  const codeByName = async (link: Link, item: string, record: RecordValues): Promise<string> =>
    (await plan.names.codeOf(writer.tx, link, item, record)) ?? item
  let isLearned = false
  // A reference inside a parent is looked up after the parent.
  for (const link of links.toSorted((one, other) => partsOf(one) - partsOf(other))) {
    const { name } = link.main
    if (!isLearned) await many.learn(known)
    isLearned = true
    for (const [at, record] of known.entries()) {
      const items = textsAt(record, name)
      const current = items.map((item) => many.currentCode(link, record, item))
      if (items.every((item, n) => current[n] === undefined && many.has(link, record, item))) continue
      const codes: string[] = []
      for (const [n, item] of items.entries()) {
        const code = current[n]
        if (code !== undefined) notes[at]!.push(formerCode(name, item, code))
        codes.push(code ?? (many.has(link, record, item) ? item : await codeByName(link, item, record)))
      }
      record[name] = Array.isArray(record[name]) ? codes : codes[0]!
      if (name in inputs[at]!) inputs[at]![name] = record[name]
      isLearned = false
    }
  }
  return notes
}

const partsOf = (link: Link): number => Object.keys(link.parts).length
