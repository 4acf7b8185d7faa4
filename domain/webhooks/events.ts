import { entityLabels } from '../catalogue/entity-labels.ts'

/** What happened to a record, as the last part of an event. */
export const recordEvents = ['created', 'updated', 'deleted', 'restored', 'merged'] as const

/** Events about money at visits, for the firm's books. */
export const moneyEvents = {
  collection: ['recorded', 'changed', 'withdrawn'],
  promise: ['made', 'changed', 'kept', 'broken', 'withdrawn'],
} as const

export const testEvent = 'webhook.test'

const eventsBySubject: ReadonlyMap<string, readonly string[]> = new Map<string, readonly string[]>([
  ...Object.entries(moneyEvents),
  ...entityLabels.map(({ name }) => [name, recordEvents] as const),
])

/** Whether it chooses events: `*`, `customer.*` or `customer.updated`. */
export function isEventPattern(typed: string): boolean {
  if (typed === '*') return true
  const [subject = '', event = '', ...rest] = typed.split('.')
  const events = eventsBySubject.get(subject)
  return rest.length === 0 && events !== undefined && (event === '*' || events.includes(event))
}

/** Whether any of the patterns chooses the event. A test is for every webhook. */
export const isChosen = (patterns: readonly string[], event: string): boolean =>
  event === testEvent ||
  patterns.some((pattern) => pattern === '*' || pattern === event || pattern === `${event.split('.')[0]}.*`)
