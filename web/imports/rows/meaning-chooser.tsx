import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { Button } from '../../ui/button.tsx'
import { ReferenceChooser } from './reference-chooser.tsx'
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
        <ReferenceChooser
          name={`${name} ${typed}`}
          reference={reference}
          label={t('Another {label} for {typed}', { label, typed })}
          listLabel={label}
          onChoose={onChoose}
        />
      )}
      {field?.presence !== 'required' && (
        <Button tone="quiet" aria-describedby={describedBy} onClick={() => onChoose(null)}>
          {t('Leave empty')}
        </Button>
      )}
    </div>
  )
}
