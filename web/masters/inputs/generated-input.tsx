import type { ReactNode } from 'react'
import type { InputProps } from './input-props.ts'
import { t } from '#domain/messages/t.ts'

/** A code that the server generates on save; the preview lets a clerk note it on paper in advance. */
export function GeneratedInput({ name, attributes, preview }: InputProps): ReactNode {
  return (
    <input
      {...attributes}
      type="text"
      className="control control-generated"
      name={name}
      value={preview ?? ''}
      placeholder={t('Generated when saved')}
      readOnly
      // Read-only, so it is left out of the tab order.
      tabIndex={-1}
    />
  )
}
