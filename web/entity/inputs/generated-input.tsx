import type { ReactNode } from 'react'
import type { InputProps } from './input-props.ts'

/** Dealt out by the server when the record is saved; shown so that a clerk can write it on the paper already. */
export function GeneratedInput({ name, attributes, preview }: InputProps): ReactNode {
  return (
    <input
      {...attributes}
      type="text"
      className="control control-given"
      name={name}
      value={preview ?? ''}
      placeholder="Given when saved"
      readOnly
      // Nobody types here, so nobody has to pass through.
      tabIndex={-1}
    />
  )
}
