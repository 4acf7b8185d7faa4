import { useState, type ReactNode } from 'react'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { useMay } from '../api/use-may.ts'
import { RecordPart } from '../records/record-part.tsx'
import { Button } from '../ui/button.tsx'
import { LocationDialog } from './location-dialog.tsx'
import { t } from '#domain/messages/t.ts'

/** The coordinates of the customer or, until they are known, of the city. */
export function CustomerLocation({ content }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { place, cityPlace } = content
  const [isOpen, setOpen] = useState(false)
  const mayChange = useMay()('create', 'customerPlace')
  if (place === undefined && !cityPlace && !mayChange) return null
  return (
    <RecordPart heading={t('Coordinates')}>
      <p>
        {place ? (
          place.Place
        ) : cityPlace ? (
          t('{coordinates} (city)', { coordinates: cityPlace })
        ) : (
          <span className="record-none">{t('none')}</span>
        )}
      </p>
      {mayChange && (
        <p className="customer-way">
          <Button onClick={() => setOpen(true)}>{place ? t('Change location') : t('Set location')}</Button>
        </p>
      )}
      {isOpen && <LocationDialog content={content} onClose={() => setOpen(false)} />}
    </RecordPart>
  )
}
