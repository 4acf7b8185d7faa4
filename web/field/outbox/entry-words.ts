import type { FieldEvent } from '#domain/field/events.ts'
import { formatDate, parseDay } from '#domain/dates/dates.ts'
import type { OutboxEntry } from '../../outbox/outbox.ts'
import { t } from '#domain/messages/t.ts'

/** "Visit", "Plan for 20/11/2026 10:00", "Comment" */
export function describeEvent(event: FieldEvent): string {
  switch (event.kind) {
    case 'visit':
      return visitWords(event.values)
    case 'plan':
      return t('Plan for {moment}', { moment: formatPlanned(event.values['Planned_Date']) })
    case 'undo':
      return t('Undo of a visit')
    case 'photo':
      return t('Photo of a visit')
    case 'location':
      return t('Location')
    case 'comment':
      return t('Comment')
    case 'proposal':
      return event.values.type === 'new customer' ? t('New customer') : t('Correction')
  }
}

/** The outbox with the slip of a visit. */
export const slipPath = ({ id }: Pick<FieldEvent, 'id'>): string => `/outbox?slip=${encodeURIComponent(id)}`

function visitWords(values: Readonly<Record<string, unknown>>): string {
  if (values['Status'] === 'missed') return t('Missed visit')
  if (values['Status'] === 'cancelled') return t('Cancelled visit')
  const title = values['Group_Title']
  if (typeof title === 'string' && title !== '') return t('Group visit: {title}', { title })
  return values['Contact_Mode'] === 'by phone' ? t('Visit by phone') : t('Visit')
}

function formatPlanned(moment: unknown): string {
  const [day = '', time = ''] = typeof moment === 'string' ? moment.split(/[ T]/) : []
  return parseDay(day) ? `${formatDate(day)} ${time.slice(0, 5)}`.trim() : String(moment ?? '')
}

export function stateLabel(state: OutboxEntry['state']): string {
  switch (state) {
    case 'waiting':
      return t('Waiting')
    case 'sending':
      return t('Sending…')
    case 'sent':
      return t('Sent')
    case 'refused':
      return t('Needs you')
  }
}

/** The page on which a refused event can be corrected; undefined when it has none. */
export function correctionPath({ event }: OutboxEntry): string | undefined {
  if (event.kind === 'proposal' && event.values.type === 'new customer')
    return `/record/new?correct=${encodeURIComponent(event.id)}`
  if (event.kind !== 'visit' || event.customer === null) return undefined
  const id = 'id' in event.customer ? event.customer.id : event.customer.proposedBy
  return `/record/${encodeURIComponent(id)}?correct=${encodeURIComponent(event.id)}`
}
