import { Suspense, useEffect, useRef, useState, type ReactNode } from 'react'
import { formatGeoPoint } from '#domain/catalogue/kinds/place.ts'
import { currentSession } from '../../api/session.ts'
import { Button } from '../../ui/button.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { DetailValues } from '../detail-values.ts'
import type { VisitFormState } from '../use-visit-form.ts'
import { t } from '#domain/messages/t.ts'

const AllowLocation = deferredPart(async () => (await import('./allow-location.tsx')).AllowLocation)

/** A phone knows it without a network, too. */
function isLocationAllowed(): boolean {
  const { allowedAt = null, withdrawnAt = null } = currentSession().account?.location ?? {}
  return allowedAt !== null && withdrawnAt === null
}

interface PlaceFieldProps {
  form: VisitFormState<DetailValues>
  /** Whether it can be saved as the location of the customer, who has none yet. */
  canSaveToCustomer: boolean
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

/** Location of the visit, requested only when the user presses the button, and has allowed once that it is stored. */
export function PlaceField({ form, canSaveToCustomer }: PlaceFieldProps): ReactNode {
  const { values, problems, setValue } = form
  const value = values.Check_In_Place
  const [status, setStatus] = useState('')
  const [isAsking, setAsking] = useState(false)
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  const locate = (): void => {
    if (!isLocationAllowed()) return setAsking(true)
    setAsking(false)
    setStatus(t('Getting your location…'))
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        if (!isMounted.current) return
        setStatus(t('within {metres, number} m', { metres: Math.max(1, Math.round(coords.accuracy)) }))
        setValue('Check_In_Place', formatGeoPoint(coords))
      },
      ({ code }) => isMounted.current && setStatus(describeError(code)),
      { enableHighAccuracy: true, timeout: locationTimeout, maximumAge: 60_000 },
    )
  }
  const remove = (): void => {
    setStatus('')
    setValue('Check_In_Place', '')
    setValue('Keep_Customer_Place', '')
  }
  return (
    <Field label={t('Check-in location')} isOptional isGroup problem={problems.Check_In_Place}>
      {() => (
        <div className="extra">
          {value ? (
            <Button onClick={remove}>{t('Remove location')}</Button>
          ) : isAsking ? (
            <Suspense>
              <AllowLocation onAllowed={locate} onCancel={() => setAsking(false)} />
            </Suspense>
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
                checked={values.Keep_Customer_Place !== ''}
                onChange={(event) => setValue('Keep_Customer_Place', event.target.checked ? 'yes' : '')}
              />
              {t('Save as the customer’s location')}
            </label>
          )}
        </div>
      )}
    </Field>
  )
}
