import { useEffect, useState } from 'react'
import type { GeoPoint } from '#domain/catalogue/kinds/place.ts'
import { currentPosition, isDenied } from '../ui/current-position.ts'
import { useBusy } from '../ui/use-busy.ts'

interface Position {
  point: GeoPoint
  /** Metres. */
  accuracy: number
  at: number
}

export interface PositionState {
  position: Position | null
  isLocating: boolean
  problem: 'denied' | 'unavailable' | null
  /** Asks for the position; the browser may ask the user first. */
  locate: () => void
}

const maxAge = 5 * 60_000
// Shared by the screens, so that each of them does not wait for a new position. It stays on the device.
let last: Position | null = null

const recent = (): Position | null => (last && Date.now() - last.at < maxAge ? last : null)

/** The position of the phone: found by itself when the user allowed it before, otherwise when `locate` is called. */
export function usePosition(): PositionState {
  const [position, setPosition] = useState(recent)
  const [problem, setProblem] = useState<PositionState['problem']>(null)
  const { isBusy: isLocating, runOnce } = useBusy()
  const locate = async (): Promise<void> => {
    setProblem(null)
    try {
      const coords = await runOnce(() =>
        currentPosition({ enableHighAccuracy: true, timeout: 20_000, maximumAge: 60_000 }),
      )
      if (!coords) return
      const { latitude, longitude, accuracy } = coords
      last = { point: { latitude, longitude }, accuracy, at: Date.now() }
      setPosition(last)
    } catch (error) {
      setProblem(isDenied(error) ? 'denied' : 'unavailable')
    }
  }
  useEffect(() => {
    if (recent()) return undefined
    let isCurrent = true
    void isAllowed().then((allowed) => isCurrent && allowed && void locate())
    return () => void (isCurrent = false)
    // oxlint-disable-next-line react/exhaustive-deps -- once, when the screen opens
  }, [])
  return { position, isLocating, problem, locate: () => void locate() }
}

async function isAllowed(): Promise<boolean> {
  try {
    return (await navigator.permissions.query({ name: 'geolocation' })).state === 'granted'
  } catch {
    return false
  }
}
