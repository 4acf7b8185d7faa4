import { Suspense, useState, type ReactNode } from 'react'
import { t } from '#domain/messages/t.ts'
import { deferredPart } from '../../ui/deferred-part.tsx'
import type { DetailValues } from '../detail-values.ts'
import type { VisitFormState } from '../use-visit-form.ts'

const JoinedByField = deferredPart(async () => (await import('./joined-by-field.tsx')).JoinedByField)

/** Who else took part: few visits have others, so that it is loaded when it is opened, and moves nothing under a tap before. */
export function JointVisit({ form }: { form: VisitFormState<DetailValues> }): ReactNode {
  const [isOpen, setOpen] = useState(form.values.Joined_By.length > 0)
  return (
    <details className="offers-rest" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Joint visit')}</summary>
      {isOpen && (
        <Suspense>
          <JoinedByField form={form} />
        </Suspense>
      )}
    </details>
  )
}
