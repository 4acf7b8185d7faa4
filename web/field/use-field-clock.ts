import { useEffect, useMemo, useState } from 'react'
import type { FirmClock } from '#domain/api/visits/visit-values.ts'
import { usePack } from '../outbox/pack.ts'

const minute = 60_000

/** The firm's day; a screen that stays open overnight shows the next one. */
export function useFieldClock(): FirmClock {
  const { today, timeZone } = usePack()
  const [, setMinutes] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setMinutes((minutes) => minutes + 1), minute)
    return () => clearInterval(timer)
  }, [])
  return useMemo(() => ({ today, timeZone }), [today, timeZone])
}
