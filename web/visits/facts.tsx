import type { ReactNode } from 'react'

/** Read-only lines of label and value. */
export function Facts({
  lines,
}: {
  lines: readonly (readonly [label: string, value: ReactNode])[]
}): ReactNode {
  return (
    <dl className="facts">
      {lines.map(([label, value]) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
