import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordValues } from '#domain/catalogue/entity.ts'
import { codeOf } from '#domain/catalogue/keys.ts'
import { sameValue } from '#domain/catalogue/same-value.ts'
import type { RecordChange } from '../store/changes/record-changes.ts'

export interface WebhookEvent {
  type: string
  /** When it happened. */
  timestamp: string
  data: Readonly<Record<string, unknown>>
}

const words = { create: 'created', update: 'updated', delete: 'deleted', restore: 'restored' } as const

/**
 * The events of a change: one of the record, without its values, and those of the money of a visit, with what the books need.
 * `mergedInto` is the id of the record that a deleted one became part of.
 */
export function eventsOfChange(change: RecordChange, mergedInto: string | undefined): WebhookEvent[] {
  const { before, after, at: timestamp } = change
  const entity = entityNamed(change.entity)
  const event = mergedInto === undefined ? words[change.action] : 'merged'
  const changed = Object.keys(entity.fields).filter((name) => !sameValue(before?.[name], after?.[name]))
  const data = {
    entity: entity.name,
    id: change.recordId,
    code: codeOf(entity, after ?? before ?? {}),
    version: change.version,
    path: `/api/v1/${entity.path}/${change.recordId}`,
    ...(change.action === 'update' && { fields: changed }),
    ...(mergedInto !== undefined && { mergedInto }),
  }
  const events: WebhookEvent[] = [{ type: `${entity.name}.${event}`, timestamp, data }]
  if (entity.name === 'visit')
    for (const type of moneyEventsOf(before, after))
      events.push({ type, timestamp, data: moneyOf(change.recordId, type, before, after) })
  return events
}

const collection = ['Collected_Amount', 'Collected_Way', 'Collected_Reference', 'Customer_Code', 'Visited_On']
const promise = ['Promised_Amount', 'Promised_On', 'Customer_Code']

function moneyEventsOf(before: RecordValues | null, after: RecordValues | null): string[] {
  const has = (values: RecordValues | null, name: string): boolean => (values?.[name] ?? null) !== null
  const isChanged = (names: readonly string[]): boolean =>
    names.some((name) => !sameValue(before?.[name], after?.[name]))
  const stepOf = (amount: string, names: readonly string[], begun: string): string | undefined => {
    if (!has(after, amount)) return has(before, amount) ? 'withdrawn' : undefined
    if (!has(before, amount)) return begun
    return isChanged(names) ? 'changed' : undefined
  }
  const collected = stepOf('Collected_Amount', collection, 'recorded')
  const promised = stepOf('Promised_Amount', promise, 'made')
  const state = after?.['Promise_State']
  const isJudged = (state === 'kept' || state === 'broken') && state !== before?.['Promise_State']
  const isOpenAgain = state === 'open' && has(before, 'Promise_State') && isChanged(['Promise_State'])
  return [
    ...(collected === undefined ? [] : [`collection.${collected}`]),
    ...(promised === undefined ? [] : [`promise.${promised}`]),
    ...(isJudged ? [`promise.${state}`] : []),
    ...(isOpenAgain && promised === undefined ? ['promise.changed'] : []),
  ]
}

/** What was collected or promised, in rupees; of what was withdrawn, as it was. */
function moneyOf(
  id: string,
  type: string,
  before: RecordValues | null,
  after: RecordValues | null,
): WebhookEvent['data'] {
  const values = (type.endsWith('.withdrawn') ? before : after) ?? {}
  const common = {
    id,
    visit: values['Visit_ID'],
    customer: values['Customer_Code'] ?? null,
    visitedOn: values['Visited_On'] ?? null,
    employee: values['Assigned_To'] ?? null,
  }
  return type.startsWith('collection.')
    ? {
        ...common,
        amount: values['Collected_Amount'],
        way: values['Collected_Way'] ?? null,
        reference: values['Collected_Reference'] ?? null,
      }
    : {
        ...common,
        amount: values['Promised_Amount'],
        promisedOn: values['Promised_On'] ?? null,
        state: values['Promise_State'] ?? null,
      }
}

/** The body of a message; `version` changes when a program would have to read it in another way. */
export const bodyOf = ({ type, timestamp, data }: WebhookEvent): string =>
  JSON.stringify({ type, timestamp, version: 1, data })
