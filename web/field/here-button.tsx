import { useState, type ReactNode } from 'react'
import { formatGeoPoint } from '#domain/catalogue/kinds/place.ts'
import { Button } from '../ui/button.tsx'
import { currentPosition, isDenied } from '../ui/current-position.ts'
import { useBusy } from '../ui/use-busy.ts'
import { t } from '#domain/messages/t.ts'

interface HereButtonProps {
  place: string
  onPlace: (place: string) => void
  label: string
}

/** The position of the phone as a value, taken only when the button is pressed. */
export function HereButton({ place, onPlace, label }: HereButtonProps): ReactNode {
  const [words, setWords] = useState('')
  const { isBusy, runOnce } = useBusy()
  const locate = async (): Promise<void> => {
    setWords('')
    try {
      const coords = await runOnce(() =>
        currentPosition({ enableHighAccuracy: true, timeout: 20_000, maximumAge: 10_000 }),
      )
      if (!coords) return
      onPlace(formatGeoPoint(coords))
      setWords(t('within {metres, number} m', { metres: Math.max(1, Math.round(coords.accuracy)) }))
    } catch (error) {
      setWords(
        isDenied(error)
          ? t(
              'This device does not share its location. Allow it in the browser settings, or continue without it.',
            )
          : t('Could not get your location. Try outdoors, or continue without it.'),
      )
    }
  }
  return (
    <div className="extra">
      {place ? (
        <Button
          onClick={() => {
            setWords('')
            onPlace('')
          }}
        >
          {t('Remove location')}
        </Button>
      ) : (
        <Button busy={isBusy} onClick={() => void locate()}>
          {isBusy ? t('Locating…') : label}
        </Button>
      )}
      <output className="extra-words">{[place.replace(',', ', '), words].filter(Boolean).join(', ')}</output>
    </div>
  )
}
