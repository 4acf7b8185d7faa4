import { useState, type FormEvent, type ReactNode } from 'react'
import { readPoint, writePoint } from '#domain/catalogue/kinds/place.ts'
import type { Stop } from '#domain/visits/day-round.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { savePlace } from '../api/calendar.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'

interface PlaceDialogProps {
  stop: Stop
  onSaved: () => void
  onClose: () => void
}

/** Says where a customer or a whole city is: copied from a map, or where one stands. */
export function PlaceDialog({ stop, onSaved, onClose }: PlaceDialogProps): ReactNode {
  const { Customer_Code, Customer_Name, City_Code, City_Name, Place } = stop
  const [of, setOf] = useState<'customer' | 'city'>('customer')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const [busy, setBusy] = useState<'saving' | 'finding' | null>(null)

  const find = (): void => {
    setBusy('finding')
    setProblem('')
    const fail = (message: string): void => {
      setBusy(null)
      setProblem(message)
    }
    if (!('geolocation' in navigator)) {
      fail('This browser does not tell where it is. Copy the place from a map')
      return
    }
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(null)
        setText(writePoint(coords))
      },
      () =>
        fail('Where you are could not be found out. Allow it in the browser, or copy the place from a map'),
      { enableHighAccuracy: true, timeout: 15_000 },
    )
  }
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    const point = readPoint(text)
    if (!point) {
      setProblem('Place should be latitude and longitude, like 22.5645, 72.9289')
      return
    }
    setBusy('saving')
    setProblem('')
    notify(null)
    try {
      await savePlace(of === 'customer' ? { Customer_Code } : { City_Code }, writePoint(point))
      notify({ tone: 'good', text: `The place of ${of === 'customer' ? Customer_Name : City_Name} is saved` })
      onSaved()
    } catch (error) {
      setBusy(null)
      setProblem(sentenceOf(error))
    }
  }
  return (
    <Dialog heading={`Place of ${Customer_Name}`} onClose={onClose}>
      <form className="round-place" noValidate onSubmit={(event) => void save(event)}>
        <Field label="Whose place" isGroup>
          {() => (
            <div className="choices">
              {(['customer', 'city'] as const).map((each) => (
                <label key={each} className="choice">
                  <input
                    type="radio"
                    name="of"
                    checked={of === each}
                    disabled={each === 'city' && Place?.of === 'city'}
                    onChange={() => setOf(each)}
                  />{' '}
                  {each === 'customer' ? Customer_Name : `All of ${City_Name}`}
                </label>
              ))}
            </div>
          )}
        </Field>
        <Field
          label="Place"
          problem={problem}
          hint="Latitude and longitude as a map copies them, like 22.5645, 72.9289."
          aside={
            <Button busy={busy === 'finding'} onClick={find}>
              {busy === 'finding' ? 'Looking…' : 'Use where I am'}
            </Button>
          }
        >
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              name="Place"
              autoComplete="off"
              value={text}
              maxLength={60}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <div className="visit-actions">
          <Button type="submit" tone="main" busy={busy === 'saving'}>
            Save
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  )
}
