import { useState, type ReactNode } from 'react'
import { t } from '#domain/messages/t.ts'
import { usePack } from '../../outbox/pack.ts'
import type { DetailValues } from '../../visit-entry/detail-values.ts'
import type { VisitFormState } from '../../visit-entry/use-visit-form.ts'
import { ColleaguesField } from './colleagues-field.tsx'

/** Who else took part; few visits have others. */
export function JointVisit({
  form: { values, problems, setValue },
}: {
  form: Pick<VisitFormState<DetailValues>, 'values' | 'problems' | 'setValue'>
}): ReactNode {
  const [isOpen, setOpen] = useState(values.Joined_By.length > 0)
  const { colleagues = [] } = usePack().masters
  if (colleagues.length === 0 && values.Joined_By.length === 0) return null
  return (
    <details className="offers-rest" open={isOpen} onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Joint visit')}</summary>
      {isOpen && (
        <ColleaguesField
          chosen={values.Joined_By}
          problem={problems.Joined_By}
          onChoose={(numbers) => setValue('Joined_By', numbers)}
        />
      )}
    </details>
  )
}
