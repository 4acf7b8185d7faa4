import { useId, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Reference } from '#domain/catalogue/field.ts'
import { fetchOptions } from '../../api/options.ts'
import { Combobox } from '../../ui/combobox.tsx'

interface ReferenceChooserProps {
  name: string
  reference: Reference
  /** Accessible name of the field. */
  label: string
  /** Accessible name of the list. */
  listLabel: string
  onChoose: (code: string) => void
}

/** Chooses one of the records that a field may refer to. */
export function ReferenceChooser(props: ReferenceChooserProps): ReactNode {
  const { name, reference, label, listLabel, onChoose } = props
  const id = useId()
  return (
    <div className="imports-other">
      <label className="for-readers" htmlFor={id}>
        {label}
      </label>
      <Combobox
        name={name}
        label={listLabel}
        value=""
        isCollecting
        attributes={{ id, 'aria-describedby': undefined, 'aria-invalid': undefined }}
        load={(q) =>
          fetchOptions({
            entity: entityNamed(reference.entity),
            of: reference.field,
            with: [],
            constraints: {},
            q,
          })
        }
        onChoose={(_, option) => option && onChoose(option.value)}
      />
    </div>
  )
}
