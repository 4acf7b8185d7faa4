import { Fragment, type ReactNode } from 'react'

interface NamedCodesProps {
  /** A code, or several, as stored; other values are shown as they are. */
  value: unknown
  /** Code → name. */
  names: Readonly<Record<string, string>> | undefined
  /** The text of one code; by default the code. */
  children?: ReactNode
}

/** Codes with their names beside them: "CR0001 Wheat, CR0002 Cotton". */
export function NamedCodes({ value, names, children }: NamedCodesProps): ReactNode {
  const codes = Array.isArray(value) ? value.map(String) : [String(value ?? '')]
  if (!codes.some((code) => names?.[code])) return children ?? codes.join(', ')
  return (
    <span>
      {codes.map((code, at) => (
        <Fragment key={code}>
          {at > 0 && ', '}
          {children ?? code}
          {names?.[code] && <span className="cell-title"> {names[code]}</span>}
        </Fragment>
      ))}
    </span>
  )
}
