import { useEffect, useRef, useState, type ReactNode } from 'react'
import { formatGeoPoint } from '#domain/catalogue/kinds/place.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import { t } from '#domain/messages/t.ts'

interface PlaceFieldProps {
  value: string
  problem: string | undefined
  /** Whether it can be saved as the location of the customer, who has none yet. */
  canSaveToCustomer: boolean
  isSavedToCustomer: boolean
  onChange: (place: string) => void
  onSaveToCustomer: (isSavedToCustomer: boolean) => void
}

/** The message for the code of a `GeolocationPositionError`. */
function describeError(code: number): string {
  if (code === 1)
    return t(
      'This device does not share its location. Allow it in the browser settings, or continue without it.',
    )
  return code === 3
    ? t('Getting your location took too long. Try outdoors, or continue without it.')
    : t('Could not get your location. Try outdoors, or continue without it.')
}

const locationTimeout = 20_000

/** Location of the visit, requested only when the user presses the button. */
export function PlaceField(props: PlaceFieldProps): ReactNode {
  const { value, problem, canSaveToCustomer, isSavedToCustomer, onChange, onSaveToCustomer } = props
  const [status, setStatus] = useState('')
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const locate = (): void => {
    setStatus(t('Getting your location…'))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isMounted.current) return
        setStatus(t('within {metres, number} m', { metres: Math.max(1, Math.round(coords.accuracy)) }))
        onChange(formatGeoPoint(coords))
      },
      ({ code }) => isMounted.current && setStatus(describeError(code)),
      { enableHighAccuracy: true, timeout: locationTimeout, maximumAge: 60_000 },
    )
  }
  const remove = (): void => {
    setStatus('')
    onChange('')
    onSaveToCustomer(false)
  }
  return (
    <Field label={t('Check-in location')} isOptional isGroup problem={problem}>
      {() => (
        <div className="extra">
          {value ? (
            <Button onClick={remove}>{t('Remove location')}</Button>
          ) : (
            <Button name="Check_In_Place" onClick={locate}>
              <Icon name="plus" /> {t('Use my location')}
            </Button>
          )}
          <output className="extra-words">
            {[value.replace(',', ', '), status].filter(Boolean).join(', ')}
          </output>
          {value && canSaveToCustomer && (
            <label className="choice">
              <input
                type="checkbox"
                name="Keep_Customer_Place"
                checked={isSavedToCustomer}
                onChange={(event) => onSaveToCustomer(event.target.checked)}
              />
              {t('Save as the customer’s location')}
            </label>
          )}
        </div>
      )}
    </Field>
  )
}
