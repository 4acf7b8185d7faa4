import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { readPoint, writePoint } from '#domain/catalogue/kinds/place.ts'
import type { CustomerPage } from '#domain/visits/customer-page.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { savePlace } from '../api/customers.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { notify } from '../ui/notices.tsx'

interface PlaceDialogProps {
  content: CustomerPage
  onClose: () => void
}

/** Two numbers as a map shows them, also within the address of a map that was copied whole. */
function readPlace(text: string): string | undefined {
  const point = readPoint(text) ?? readPoint(/-?\d{1,2}\.\d+\s*,\s*-?\d{1,3}\.\d+/.exec(text)?.[0] ?? '')
  return point && writePoint(point)
}

const asked = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 }

export function PlaceDialog({ content, onClose }: PlaceDialogProps): ReactNode {
  const { place = null, plan } = content
  const [text, setText] = useState(place ? String(place['Place']) : '')
  const [problem, setProblem] = useState<string>()
  const [isBusy, setIsBusy] = useState(false)
  const { revalidate } = useRevalidator()

  const send = async (value: string | null): Promise<void> => {
    setIsBusy(true)
    try {
      await savePlace(plan.Customer_Code, place, value)
      await revalidate()
      onClose()
      notify({ tone: 'good', text: value === null ? 'The place was removed.' : 'The place was saved.' })
    } catch (error) {
      setIsBusy(false)
      setProblem(sentenceOf(error))
    }
  }
  const here = (): void => {
    if (!('geolocation' in navigator)) {
      setProblem('This browser does not tell where it is. Paste the coordinates instead')
      return
    }
    setProblem(undefined)
    setIsBusy(true)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setIsBusy(false)
        setText(writePoint(coords))
      },
      (error) => {
        setIsBusy(false)
        setProblem(
          error.code === error.PERMISSION_DENIED
            ? 'This browser may not tell where it is: allow it for this site, or paste the coordinates'
            : 'Where this is could not be found out. Try again under the open sky, or paste the coordinates',
        )
      },
      asked,
    )
  }
  return (
    <Dialog heading={`Place of ${plan.Customer_Name}`} onClose={onClose}>
      <form
        noValidate
        className="place-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isBusy) return
          const value = readPlace(text.trim())
          if (value) void send(value)
          else setProblem('Place should be latitude and longitude, like 22.5645, 72.9289')
        }}
      >
        <Field
          label="Latitude and longitude"
          hint="Hold a finger on the spot in a map and copy the two numbers, or stand there and tap “Here, now”."
          problem={problem}
        >
          {(attributes) => (
            <input
              {...attributes}
              className="control"
              name="Place"
              autoComplete="off"
              placeholder="22.5645, 72.9289"
              value={text}
              onChange={(event) => setText(event.target.value)}
            />
          )}
        </Field>
        <p className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            Save
          </Button>
          <Button busy={isBusy} onClick={here}>
            Here, now
          </Button>
          {place && (
            <Button tone="danger" busy={isBusy} onClick={() => void send(null)}>
              Remove
            </Button>
          )}
        </p>
      </form>
    </Dialog>
  )
}
