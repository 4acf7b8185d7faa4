import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import type { Reference } from '#domain/catalogue/field.ts'
import { formatCode } from '#domain/catalogue/kinds/code.ts'
import { lastCode, listRecords } from '../api/resources.ts'

export interface Option {
  value: string
  label: string
}

/** What a form needs from the server before it can be filled in. */
export interface FormSources {
  /** The choices of each field that refers to another master. */
  options: Readonly<Record<string, readonly Option[]>>
  /** What the server will probably deal out next. */
  nextCode: string | undefined
}

export const noSources: FormSources = { options: {}, nextCode: undefined }

// The most the server gives at once.
const atOnce = 200

/** A list that cannot be had stays empty and is logged; the form is shown all the same. */
export async function loadFormSources(entity: Entity, signal?: AbortSignal): Promise<FormSources> {
  const references = Object.entries(entity.fields).flatMap(([name, { reference }]) =>
    reference ? [[name, reference] as const] : [],
  )
  const targets = [...new Set(references.map(([, reference]) => reference.entity))]
  const [nextCode, ...lists] = await Promise.all([
    orLogged(nextCodeOf(entity, signal), undefined),
    ...targets.map((target) => orLogged(recordsOf(target, signal), [])),
  ])
  const recordsByTarget = new Map(targets.map((target, index) => [target, lists[index] ?? []]))
  const options = references.map(
    ([name, reference]) => [name, optionsOf(reference, recordsByTarget.get(reference.entity) ?? [])] as const,
  )
  return { options: Object.fromEntries(options), nextCode }
}

/** All of them: what is not on the list cannot be chosen. */
async function recordsOf(target: string, signal?: AbortSignal): Promise<readonly StoredRecord[]> {
  const all: StoredRecord[] = []
  let after: string | undefined
  do {
    const page = await listRecords(entityNamed(target), { limit: atOnce, after }, signal)
    all.push(...page.items)
    after = page.next ?? undefined
  } while (after)
  return all
}

async function nextCodeOf(entity: Entity, signal?: AbortSignal): Promise<string | undefined> {
  const series = Object.values(entity.fields).find((field) => field.series)?.series
  const last = series && (await lastCode(entity, signal))
  const digits = last && /\d+$/.exec(last)?.[0]
  return series && digits ? formatCode(series, Number(digits) + 1) : undefined
}

/** Without repeats: two crops of the same name are one choice of a name. */
export function optionsOf(reference: Reference, records: readonly StoredRecord[]): readonly Option[] {
  const found = new Map<string, string>()
  for (const record of records) {
    const value = String(record[reference.field] ?? '')
    const label = reference.show.map((name) => String(record[name] ?? '')).join('-')
    if (value !== '' && !found.has(value)) found.set(value, label)
  }
  return [...found].map(([value, label]) => ({ value, label }))
}

async function orLogged<T>(work: Promise<T>, otherwise: T): Promise<T> {
  try {
    return await work
  } catch (error) {
    console.warn('A list of the form could not be loaded', error)
    return otherwise
  }
}
