import type { ReactNode } from 'react'
import { generate } from 'lean-qr'
import { toSvgPath } from 'lean-qr/extras/svg'
import { t } from '#domain/messages/t.ts'

/** The quiet zone that scanners need, in modules. */
const margin = 4

/** The key as a QR code. */
export function QrPicture({ address }: { address: string }): ReactNode {
  const code = generate(address)
  const size = code.size + 2 * margin
  return (
    <svg
      className="key-picture"
      viewBox={`${-margin} ${-margin} ${size} ${size}`}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- an img could not hold the drawing
      role="img"
      aria-label={t('QR code of the key')}
      shapeRendering="crispEdges"
    >
      <path d={toSvgPath(code)} />
    </svg>
  )
}
