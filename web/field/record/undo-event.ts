import { sentenceOf } from '../../api/api-problem.ts'
import type { OutboxEntry } from '../../outbox/outbox.ts'
import { recordEvent } from '../../outbox/record-event.ts'
import { notify } from '../../ui/notices.tsx'
import { t } from '#domain/messages/t.ts'

/** Undoes a visit; what was entered is in the form when it is opened again. */
export async function undoEvent({ event, name }: OutboxEntry, restoreDraft: () => void): Promise<void> {
  notify(null)
  try {
    await recordEvent('undo', { customer: event.customer, seen: null, name, values: { event: event.id } })
    restoreDraft()
    notify({
      tone: 'good',
      text: t('Undone'),
      detail: t('Your entries are restored when you open the form again.'),
    })
  } catch (error) {
    notify({ tone: 'bad', text: t('Could not undo'), detail: sentenceOf(error) })
  }
}
