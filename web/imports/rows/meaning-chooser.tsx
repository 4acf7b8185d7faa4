import { useId, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { fetchOptions } from '../../api/options.ts'
import { Button } from '../../ui/button.tsx'
import { Combobox } from '../../ui/combobox.tsx'
import { t } from '#domain/messages/t.ts'

interface MeaningChooserProps {
  entity: string
  /** Name of the reference field. */
  field: string
  typed: string
  suggestions?: readonly { code: string; name: string }[]
  /** Id of the element that names the value. */
  describedBy: string
  onChoose: (code: string | null) => void
}

/** Lets the user choose what a value of a file means: one of the records its field may refer to, or empty. */
export function MeaningChooser(props: MeaningChooserProps): ReactNode {
  const { entity, field: name, typed, suggestions = [], describedBy, onChoose } = props
  const id = useId()
  const field = entityNamed(entity).fields[name]
  const reference = field?.reference
  const label = t(field?.label ?? name)
  return (
    <div className="imports-meanings">
      {suggestions.map(({ code, name: title }) => (
        <Button key={code} aria-describedby={describedBy} onClick={() => onChoose(code)}>
          {title && title !== code ? `${code} ${title}` : code}
        </Button>
      ))}
      {reference && (
        <div className="imports-other">
          <label className="for-readers" htmlFor={id}>
            {t('Another {label} for {typed}', { label, typed })}
          </label>
          <Combobox
            name={`${name} ${typed}`}
            label={label}
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
      )}
      {field?.presence !== 'required' && (
        <Button tone="quiet" aria-describedby={describedBy} onClick={() => onChoose(null)}>
          {t('Leave empty')}
        </Button>
      )}
    </div>
  )
}
