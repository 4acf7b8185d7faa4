import { readField } from '#domain/catalogue/reading/read-field.ts'
import type { Value } from '#domain/catalogue/field.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import { limits } from '#domain/catalogue/kinds/text.ts'
import type { FieldEvent } from '#domain/field/events.ts'
import { Problem } from '#domain/problem.ts'
import { storableText } from '#domain/text.ts'
import { derivedMembers, isBlank, plannedMembers, visitFields } from '#domain/visits/payloads.ts'
import type { VisitWriter } from '../../visits/visit-store.ts'
import { t } from '#domain/messages/t.ts'

// Values of a visit that are not valid, or no longer, are kept as text in its remarks.

type Values = Readonly<Record<string, unknown>>

/** Customer and plan are members of the event itself. */
const knownValues = {
  visit: [
    ...visitFields.filter((name) => name !== 'Customer_Code' && name !== 'Assigned_To'),
    ...plannedMembers,
    ...derivedMembers,
    'Status',
    'Keep_Customer_Place',
    'Keeps_Plan',
  ],
  plan: ['Remarks', 'Assigned_To', ...plannedMembers, ...derivedMembers],
}

/** The values that no visit, or no plan, has; they are dropped from the start. */
export function unknownValues({ kind, values }: FieldEvent): ReadonlySet<string> {
  const known: readonly string[] | undefined =
    kind === 'visit' || kind === 'plan' ? knownValues[kind] : undefined
  return new Set(known ? Object.keys(values).filter((name) => !known.includes(name)) : [])
}

/** A plan without its day means nothing. */
const isNeeded = ({ kind }: FieldEvent, name: string): boolean =>
  name === 'Status' || (kind === 'plan' && plannedMembers.some((each) => each === name))

/** The dropped values after this error, or undefined if dropping more would not help. */
export function dropMore(
  event: FieldEvent,
  error: unknown,
  dropped: ReadonlySet<string>,
): ReadonlySet<string> | undefined {
  if (!(error instanceof Problem) || (event.kind !== 'visit' && event.kind !== 'plan')) return undefined
  const values: Values = event.values
  // Another employee may be named by some accounts only.
  const named =
    error.status === 403 && event.kind === 'plan'
      ? ['Assigned_To']
      : (error.details.errors ?? []).map(({ field }) => field)
  const wrong = named.flatMap((name) => (name === 'Planned_Date' ? [...plannedMembers] : [name]))
  const more = wrong.filter((name) => name in values && !isNeeded(event, name) && !dropped.has(name))
  return more.length > 0 ? new Set([...dropped, ...more]) : undefined
}

/** The values to save, with the dropped ones in the remarks. `remarks` are those of the plan. */
export async function withoutDropped(
  values: Values,
  dropped: ReadonlySet<string>,
  visits: VisitWriter,
  remarks: string | null,
): Promise<Values> {
  if (dropped.size === 0) return values
  const kept = Object.fromEntries(Object.entries(values).filter(([name]) => !dropped.has(name)))
  const { Remarks: sent } = kept
  const lines = [typeof sent === 'string' && !isBlank(sent) ? sent : (remarks ?? '')]
  for (const name of dropped) {
    const value = values[name]
    const valid = Array.isArray(value) ? await validItems(visits, name, value) : []
    if (valid.length > 0) kept[name] = valid
    const rest = Array.isArray(value) ? value.filter((each) => !valid.includes(each)) : value
    lines.push(name === 'Remarks' ? showText(rest) : lineOf(name, rest))
  }
  return { ...kept, Remarks: joinRemarks(lines) }
}

/** Of a list of names, those that still exist. */
async function validItems(visits: VisitWriter, name: string, items: readonly unknown[]): Promise<string[]> {
  const field = Object.entries(entities.visit.fields).find(([each]) => each === name)?.[1]
  if (!field?.reference?.many) return []
  const valid: string[] = []
  for (const item of items.slice(0, 50)) {
    const reading = readField<Value>(field, [item])
    if (typeof item !== 'string' || 'problem' in reading) continue
    const { problems } = await visits.resolve({ [name]: reading.value })
    if (problems.every((problem) => problem.field !== name)) valid.push(item)
  }
  return valid
}

/** "Season Recommendation: Kharif" */
export function lineOf(name: string, value: unknown): string {
  const field = Object.entries(entities.visit.fields).find(([each]) => each === name)?.[1]
  const label = field ? t(field.label) : showText(name).slice(0, 60)
  return t('{label}: {value}', { label, value: showText(value) })
}

function showText(value: unknown): string {
  const text = Array.isArray(value)
    ? value.map((each) => (typeof each === 'string' ? each : JSON.stringify(each))).join(', ')
    : typeof value === 'string'
      ? value
      : JSON.stringify(value)
  return storableText(text)
}

/** What does not fit remains in the stored event, which the last line says. */
export function joinRemarks(lines: readonly string[]): string {
  const text = lines
    .map((line) => line.trim())
    .filter(Boolean)
    .join('\n')
    .normalize('NFC')
  const characters = [...text]
  if (characters.length <= limits.freeText) return text
  const mark = [...`\n${t('… (cut: the phone sent more than fits here)')}`]
  return [...characters.slice(0, limits.freeText - mark.length), ...mark].join('')
}
