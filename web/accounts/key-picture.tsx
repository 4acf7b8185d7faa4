import type { ReactNode } from 'react'
import { qrCode } from '../ui/qr-code.ts'

/** What readers need around it. */
const margin = 4

/** The key for the camera of a phone; with a very long e-mail it does not fit, and is typed in. */
export function KeyPicture({ address }: { address: string }): ReactNode {
  const rows = qrCode(address)
  if (!rows) return null
  const size = rows.length + 2 * margin
  const dark = rows.flatMap((row, y) =>
    row.flatMap((isDark, x) => (isDark ? `M${x + margin} ${y + margin}h1v1h-1z` : [])),
  )
  return (
    <svg
      className="key-picture"
      viewBox={`0 0 ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img could not hold the drawing
      role="img"
      aria-label="The key as a picture to scan"
      shapeRendering="crispEdges"
    >
      <path d={dark.join('')} />
    </svg>
  )
}
