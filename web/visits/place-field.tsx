import { useEffect, useRef, useState, type ReactNode } from 'react'
import { writePoint } from '#domain/catalogue/kinds/place.ts'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'

interface PlaceFieldProps {
  value: string
  problem: string | undefined
  /** Whether it may become the customer's place, who has none yet. */
  canBeKept: boolean
  isKept: boolean
  onChange: (place: string) => void
  onKeep: (isKept: boolean) => void
}

const sentences: Record<number, string> = {
  1: 'This device does not say where it is. Allow it in the settings of the browser, or go on without.',
  2: 'The place could not be found here. Try again outside, or go on without.',
  3: 'Finding the place took too long. Try again outside, or go on without.',
}

const patience = 20_000

/** Where the visit is made: asked once, when the button is pressed, and never besides. */
export function PlaceField(props: PlaceFieldProps): ReactNode {
  const { value, problem, canBeKept, isKept, onChange, onKeep } = props
  const [words, setWords] = useState('')
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  const find = (): void => {
    setWords('Finding the place…')
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isOpen.current) return
        setWords(`within ${Math.max(1, Math.round(coords.accuracy)).toLocaleString('en-IN')} m`)
        onChange(writePoint(coords))
      },
      ({ code }) => isOpen.current && setWords(sentences[code] ?? sentences[2]!),
      { enableHighAccuracy: true, timeout: patience, maximumAge: 60_000 },
    )
  }
  const forget = (): void => {
    setWords('')
    onChange('')
    onKeep(false)
  }
  return (
    <Field label="Place of check-in" isOptional isGroup problem={problem}>
      {() => (
        <div className="extra">
          {value ? (
            <Button onClick={forget}>Remove the place</Button>
          ) : (
            <Button name="Check_In_Place" onClick={find}>
              <Icon name="plus" /> Add where I am
            </Button>
          )}
          <output className="extra-words">
            {[value.replace(',', ', '), words].filter(Boolean).join(', ')}
          </output>
          {value && canBeKept && (
            <label className="choice">
              <input
                type="checkbox"
                name="Keep_Customer_Place"
                checked={isKept}
                onChange={(event) => onKeep(event.target.checked)}
              />
              Keep it as the customer’s place
            </label>
          )}
        </div>
      )}
    </Field>
  )
}
