import { useState, type FormEvent, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { LoggedVisit } from '#domain/visits/glance.ts'
import type { FirmClock } from '#domain/visits/plans.ts'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { fetchOptions } from '../api/options.ts'
import { attemptInMemory, SavedBefore, submitOnce } from '../api/submit-once.ts'
import { sendVisit } from '../api/visits.ts'
import '../styles/visits.css'
import { Button } from '../ui/button.tsx'
import { Combobox } from '../ui/combobox.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'
import { Facts } from './facts.tsx'
import { dayIn, momentIn, textIn, whoOf } from './visits-columns.tsx'

interface WhoseVisitProps {
  visit: LoggedVisit
  clock: FirmClock
  onClose: () => void
  onSaved: () => void
}

/** A visit that was kept although nobody said at whom it was made: now somebody does. */
export function WhoseVisit({ visit, clock, onClose, onSaved }: WhoseVisitProps): ReactNode {
  const [code, setCode] = useState('')
  const [name, setName] = useState<string | null>(null)
  const [problem, setProblem] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const [attempt] = useState(attemptInMemory)
  const id = textIn(visit, 'Visit_ID')
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (code.trim() === '') {
      setProblem('Customer Code is required')
      return
    }
    setBusy(true)
    try {
      const body = { Visit_ID: id, Customer_Code: code.trim() }
      await submitOnce({ attempt, typed: body, body: () => body, send: sendVisit })
      notify({ tone: 'good', text: `Visit ${id} is now a visit to ${name ?? code.trim()}` })
      onSaved()
    } catch (error) {
      const { Customer_Code } = problemsByField(error)
      setProblem(Customer_Code)
      if (!Customer_Code) notify({ tone: 'bad', text: sentenceOf(error) })
      if (error instanceof SavedBefore) onSaved()
      setBusy(false)
    }
  }
  const known: (readonly [string, ReactNode])[] = [
    ['Visited On', dayIn(visit, 'Visited_On')],
    ['Planned', momentIn(visit, 'Planned_At', clock)],
    ['Recorded By', whoOf(visit)],
    ['Feedback', textIn(visit, 'Feedback')],
    ['Remarks', textIn(visit, 'Remarks')],
    ['Crops', textIn(visit, 'New_Recommended_Crops')],
  ]
  return (
    <Dialog heading={`Whose was visit ${id}?`} onClose={onClose}>
      <form className="visit-form" noValidate onSubmit={(event) => void save(event)}>
        <Facts lines={known.filter(([, value]) => value !== '')} />
        <Field label="Customer Code" problem={problem} hint="Search by name or code">
          {(attributes) => (
            <Combobox
              name="Customer_Code"
              label="Customer Code"
              value={code}
              title={name}
              attributes={attributes}
              isRequired
              load={(q) =>
                fetchOptions({
                  entity: entityNamed('customer'),
                  of: 'Customer_Code',
                  with: [],
                  constraints: {},
                  q,
                })
              }
              onChoose={(value, option) => {
                setCode(value)
                setName(option?.title ?? null)
                setProblem(undefined)
              }}
            />
          )}
        </Field>
        <div className="visit-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
