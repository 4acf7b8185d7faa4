import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { parseGeoPoint, formatGeoPoint } from '#domain/catalogue/kinds/place.ts'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { saveLocation } from './customers-api.ts'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { Field } from '../ui/field.tsx'
import { currentPosition, isDenied, noGeolocation } from '../ui/current-position.ts'
import { useBusy } from '../ui/use-busy.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { customerName } from '#domain/catalogue/names/shown-name.ts'
import { t } from '#domain/messages/t.ts'

interface LocationDialogProps {
  content: CustomerPage
  onClose: () => void
}

/** Reads latitude and longitude, also from a pasted map URL. */
function parseLocation(text: string): string | undefined {
  const point =
    parseGeoPoint(text) ?? parseGeoPoint(/-?\d{1,2}\.\d+\s*,\s*-?\d{1,3}\.\d+/.exec(text)?.[0] ?? '')
  return point && formatGeoPoint(point)
}

const geolocationOptions = { enableHighAccuracy: true, timeout: 15_000, maximumAge: 0 }

export function LocationDialog({ content, onClose }: LocationDialogProps): ReactNode {
  const { place = null, plan } = content
  const [text, setText] = useState(place?.Place ?? '')
  const [problem, setProblem] = useState<string>()
  const { revalidate } = useRevalidator()
  const saving = useSubmit({
    send: (value: string | null, key) => saveLocation(plan.Customer_Code, place, value, key),
    success: (_, value) => (value === null ? t('Location removed.') : t('Location saved.')),
    failure: null,
    onSuccess: async () => {
      await revalidate()
      onClose()
    },
    onFailure: (error) => setProblem(sentenceOf(error)),
  })
  const locating = useBusy()
  const isBusy = saving.isBusy || locating.isBusy
  const locate = async (): Promise<void> => {
    setProblem(undefined)
    try {
      const coords = await locating.runOnce(() => currentPosition(geolocationOptions))
      if (coords) setText(formatGeoPoint(coords))
    } catch (error) {
      setProblem(
        error === noGeolocation
          ? t('This browser does not share its location. Paste the coordinates instead')
          : isDenied(error)
            ? t('This site may not use your location. Allow it in the browser, or paste coordinates.')
            : t('Could not get your location. Try outdoors, or paste coordinates.'),
      )
    }
  }
  return (
    <Dialog heading={t('Location of {customer}', { customer: customerName(plan) })} onClose={onClose}>
      <form
        noValidate
        className="place-form"
        onSubmit={(event) => {
          event.preventDefault()
          if (isBusy) return
          const value = parseLocation(text.trim())
          if (value) void saving.submit(value)
          else setProblem(t('Enter latitude and longitude, like 22.5645, 72.9289'))
        }}
      >
        <Field
          label={t('Latitude and longitude')}
          hint={t(
            'Press and hold the spot in a map app and copy the two numbers, or go there and tap “Use my location”.',
          )}
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
        <DialogActions>
          <Button type="submit" tone="main" busy={isBusy}>
            {t('Save')}
          </Button>
          <Button busy={isBusy} onClick={() => void locate()}>
            {t('Use my location')}
          </Button>
          {place && (
            <Button tone="danger" busy={isBusy} onClick={() => void saving.submit(null)}>
              {t('Remove')}
            </Button>
          )}
        </DialogActions>
      </form>
    </Dialog>
  )
}
