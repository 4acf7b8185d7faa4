import { entityLabels } from '#domain/catalogue/entity-labels.ts'
import { t } from '#domain/messages/t.ts'

const first = ['collection', 'promise', 'customer', 'visit', 'balance']

/** All events of a subject, those that programs need most first. */
export const eventChoices: readonly string[] = [
  ...new Set([...first, ...entityLabels.map(({ name }) => name)]),
].map((subject) => `${subject}.*`)

/** "Customers" for `customer.*`; a single event is shown as programs get it. */
export function eventText(pattern: string): string {
  if (pattern === '*') return t('All events')
  if (pattern === 'collection.*') return t('Collections')
  if (pattern === 'promise.*') return t('Promises to pay')
  const [subject, event] = pattern.split('.')
  const plural = entityLabels.find(({ name }) => name === subject)?.plural
  return plural !== undefined && event === '*' ? t(plural) : pattern
}
