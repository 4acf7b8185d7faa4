import { useState, type ReactNode } from 'react'
import { usePack } from '../../outbox/pack.ts'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { CustomerCard } from '../customer-card.tsx'
import { cityOf, dueOf, formatDue } from '../field-customer.ts'
import { FieldPage } from '../field-page.tsx'
import { useFieldClock } from '../use-field-clock.ts'
import { usePosition } from '../use-position.ts'
import { formatDistance } from '../../map/format-distance.ts'
import { citiesWithLocation, nearestTo } from './by-distance.ts'
import { DueMark, NearSketch } from './near-sketch.tsx'
import { t } from '#domain/messages/t.ts'

const maxListed = 40
const maxDrawn = 12
const listId = 'near-list'

/** Customers by their distance from the phone. The position does not leave it. */
export function NearPage(): ReactNode {
  const { customers, tiles } = usePack()
  const clock = useFieldClock()
  const { position, isLocating, problem, locate } = usePosition()
  const [cityCode, setCityCode] = useState('')
  const cities = citiesWithLocation(customers)
  const city = cities.find(({ code }) => code === cityCode)
  const from = city?.point ?? position?.point
  const near = from
    ? nearestTo(customers, from, maxListed).map((each) => ({
        ...each,
        state: dueOf(each.customer, clock).state,
      }))
    : []
  const withoutLocation = customers.filter(({ place }) => !place).length
  return (
    <FieldPage heading={t('Near me')}>
      <div className="near-tools">
        <Button
          busy={isLocating}
          onClick={() => {
            setCityCode('')
            locate()
          }}
        >
          {isLocating ? t('Locating…') : t('Use my location')}
        </Button>
        <Field label={t('Around')}>
          {(attributes) => (
            <select
              {...attributes}
              className="control"
              value={cityCode}
              onChange={(event) => setCityCode(event.target.value)}
            >
              <option value="">{t('My location')}</option>
              {cities.map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <output className="field-result">
        {problem === 'denied' &&
          t(
            'This phone does not share its location with the app. Allow it in the settings of the browser, or choose a city.',
          )}
        {problem === 'unavailable' && t('Could not get your location. Try outdoors, or choose a city.')}
      </output>
      {!from && !problem && (
        <EmptyState>{t('Use your location or choose a city. Your location stays on this phone.')}</EmptyState>
      )}
      {from && near.length === 0 && (
        <EmptyState>{t('None of your customers has a location yet.')}</EmptyState>
      )}
      {from && near.length > 0 && (
        <>
          <NearSketch
            near={near.slice(0, maxDrawn)}
            from={from}
            // Tiles around the phone would show the map server where it is.
            tiles={city ? tiles : null}
            describedBy={listId}
          />
          <ol id={listId} className="field-list">
            {near.map(({ customer, kilometres, state }, at) => (
              <CustomerCard
                key={customer.id}
                customer={customer}
                clock={clock}
                position={at + 1}
                where={placeOf(cityOf(customer), kilometres, customer.place?.of)}
                state={
                  <>
                    <DueMark state={state} /> {formatDue(dueOf(customer, clock), clock.today)}
                  </>
                }
              />
            ))}
          </ol>
        </>
      )}
      {from && withoutLocation > 0 && (
        <p className="field-hint">
          {t(
            '{count, plural, one {# customer has no location and is not listed.} other {# customers have no location and are not listed.}}',
            { count: withoutLocation },
          )}
        </p>
      )}
    </FieldPage>
  )
}

/** A city's own location is the same for all its customers, so their distance is only about right. */
function placeOf(city: string, kilometres: number, of: 'customer' | 'city' | undefined): string {
  // Around a city, in the same one.
  if (of === 'city' && kilometres < 0.05) return city
  const distance = formatDistance(kilometres)
  return of === 'customer'
    ? t('{distance} · {city}', { distance, city })
    : t('about {distance} · {city}', { distance, city })
}
