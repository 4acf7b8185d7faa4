import { useState, type ReactNode } from 'react'
import { wallClock } from '#domain/dates/moments.ts'
import { nextHalfHour } from '#domain/visits/working-days.ts'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { PlanDialog } from '../planner/plan-dialog.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useQuery } from '../ui/use-query.ts'
import { CustomerCombobox } from '../visits/customer-combobox.tsx'
import { defaultTime } from '../visits/visit-format.ts'
import { listVisitPlans } from '../visits/visits-api.ts'
import { formatDay } from './calendar-format.ts'
import { t } from '#domain/messages/t.ts'

export interface NewPlan {
  day: string
  /** Undefined for a day: a time that is not past. */
  time: string | undefined
}

interface NewPlanDialogProps {
  at: NewPlan
  clock: FirmClock
  onSaved: () => void
  onClose: () => void
}

/** Plans a visit at an hour of the calendar: first the customer, then the planner's dialog with day and time filled in. */
export function NewPlanDialog({ clock, onSaved, onClose, ...props }: NewPlanDialogProps): ReactNode {
  const [at] = useState(() => withTime(props.at, clock))
  const [typed, setTyped] = useState('')
  const [code, setCode] = useState('')
  const { data, error, isLoading, reload } = useQuery(
    [code],
    (signal) => {
      const filters = { Customer_Code: code }
      const query = { order: 'due', q: undefined, after: undefined, limit: 1, filters } as const
      return listVisitPlans(query, signal)
    },
    { enabled: code !== '' },
  )
  const plan = code === '' ? undefined : data?.items.find(({ Customer_Code }) => Customer_Code === code)
  if (plan)
    return (
      <PlanDialog
        plan={plan}
        clock={clock}
        at={at}
        isReturning={false}
        onSaved={onSaved}
        onKept={onSaved}
        onOutdated={() => void reload()}
        onCancel={onClose}
      />
    )
  const isMissing = code !== '' && data !== undefined && !isLoading
  return (
    <Dialog heading={t('Plan a visit')} onClose={onClose}>
      <form
        className="plan-dialog"
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          setCode(typed)
        }}
      >
        <p>{`${formatDay(at.day)} ${at.time}`}</p>
        <Field
          label={t('Customer')}
          hint={t('Type a part of the name, or the code.')}
          problem={isMissing ? t('There is no customer {code} here', { code }) : undefined}
        >
          {(attributes) => (
            <CustomerCombobox
              name="customer"
              label={t('Customer')}
              value={typed}
              attributes={attributes}
              onChoose={(chosen) => {
                setTyped(chosen)
                setCode('')
              }}
            />
          )}
        </Field>
        {error && <LoadError error={error} onRetry={() => void reload()} />}
        <DialogActions>
          <Button type="submit" tone="main" busy={isLoading && code !== ''}>
            {t('Continue')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

function withTime({ day, time }: NewPlan, { today, timeZone }: FirmClock): { day: string; time: string } {
  const now = wallClock(new Date(), timeZone).time.slice(0, 5)
  const later = day === today && now >= defaultTime ? nextHalfHour(now) : undefined
  return { day, time: time ?? later ?? defaultTime }
}
