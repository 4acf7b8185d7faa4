import { t } from '#domain/messages/t.ts'

/** "350 m", "2.4 km", on one line. */
export function formatDistance(kilometres: number): string {
  return describe(kilometres).replace(' ', '\u00A0')
}

function describe(kilometres: number): string {
  if (kilometres < 1) return t('{metres, number} m', { metres: Math.round(kilometres * 100) * 10 })
  const rounded = kilometres < 10 ? Math.round(kilometres * 10) / 10 : Math.round(kilometres)
  return t('{kilometres, number} km', { kilometres: rounded })
}
