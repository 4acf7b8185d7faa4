import { useState, type FormEvent, type ReactNode } from 'react'
import { parseGeoPoint, formatGeoPoint } from '#domain/catalogue/kinds/place.ts'
import type { Stop } from '#domain/api/visits/day-routes.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { savePlace, type PlaceTarget } from '../calendar/calendar-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { currentPosition, noGeolocation } from '../ui/current-position.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { cityName, customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

interface LocationDialogProps {
  stop: Stop
  onSaved: () => void
  onClose: () => void
}

/** Sets the location of a customer or a city: pasted from a map, or the current position. */
export function LocationDialog({ stop, onSaved, onClose }: LocationDialogProps): ReactNode {
  const { Customer_Code, City_Code, Place } = stop
  const city = cityName(stop)
  const name = customerName(stop)
  const [of, setOf] = useState<'customer' | 'city'>('customer')
  const [text, setText] = useState('')
  const [problem, setProblem] = useState('')
  const locating = useBusy()
  const saving = useSubmit({
    send: ({ target, place }: { target: PlaceTarget; place: string }, key) => savePlace(target, place, key),
    success: () => t('The location of {place} is saved', { place: of === 'customer' ? name : city }),
    failure: null,
    onSuccess: onSaved,
    onFailure: (error) => setProblem(sentenceOf(error)),
  })

  const locate = async (): Promise<void> => {
    setProblem('')
    try {
      const coords = await locating.runOnce(() =>
        currentPosition({ enableHighAccuracy: true, timeout: 15_000 }),
      )
      if (coords) setText(formatGeoPoint(coords))
    } catch (error) {
      setProblem(
        error === noGeolocation
          ? t('This browser does not share its location. Paste coordinates from a map')
          : t('Could not get your location. Allow it in the browser, or paste coordinates from a map'),
      )
    }
  }
  const save = (event: FormEvent): void => {
    event.preventDefault()
    const point = parseGeoPoint(text)
    if (!point) {
      setProblem(t('Enter latitude and longitude, like 22.5645, 72.9289'))
      return
    }
    setProblem('')
    const target = of === 'customer' ? { Customer_Code } : { City_Code }
    void saving.submit({ target, place: formatGeoPoint(point) })
  }
  return (
    <Dialog heading={t('Location of {customer}', { customer: name })} onClose={onClose}>
      <form className="round-place" noValidate onSubmit={save}>
        <Field label={t('Location of')} isGroup>
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
                  {each === 'customer' ? name : t('All of {city}', { city })}
                </label>
              ))}
            </div>
          )}
        </Field>
        <Field
          label={t('Latitude and longitude')}
          problem={problem}
          hint={t('As a map copies them, like 22.5645, 72.9289.')}
          aside={
            <Button busy={locating.isBusy} onClick={() => void locate()}>
              {locating.isBusy ? t('Locating…') : t('Use my location')}
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
        <DialogActions>
          <Button type="submit" tone="main" busy={saving.isBusy}>
            {t('Save')}
          </Button>
          <Button onClick={onClose}>{t('Cancel')}</Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
