import type { ReactNode } from 'react'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { fetchOptions } from '../api/options.ts'
import { Combobox } from '../ui/combobox.tsx'
import type { ControlAttributes } from '../ui/field.tsx'

interface CustomerComboboxProps {
  name: string
  label: string
  value: string
  title?: string | null
  attributes: ControlAttributes
  /** Called with the code, and with the name of the customer if it is one of the list. */
  onChoose: (code: string, name: string | null) => void
}

/** Searches a customer by a part of the name, or by the code. */
export const CustomerCombobox = ({ onChoose, ...props }: CustomerComboboxProps): ReactNode => (
  <Combobox
    {...props}
    isRequired
    load={(q) =>
      fetchOptions({
        entity: labelsOf('customer'),
        of: 'Customer_Code',
        with: [],
        constraints: {},
        q,
      })
    }
    onChoose={(value, option) => onChoose(value, option?.title ?? null)}
  />
)
