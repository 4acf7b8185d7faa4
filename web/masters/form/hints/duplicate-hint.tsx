import type { ReactNode } from 'react'
import { similarityFieldsOf } from '#domain/duplicates/similarity-fields.ts'
import { findDuplicates } from '../../../api/records.ts'
import { useMay } from '../../../api/use-may.ts'
import './duplicate-hint.css'
import { useQuery } from '../../../ui/use-query.ts'
import { recordPath } from '../../record-path.ts'
import type { EntityFormState } from '../use-entity-form.ts'
import { Link } from '../../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const debounce = 400 // milliseconds

/** Links to possible duplicates of the typed record. It is only a hint and never blocks saving. */
export function DuplicateHint({ form }: { form: EntityFormState }): ReactNode {
  const { entity, values, base } = form
  const may = useMay()
  const { names, identifiers } = similarityFieldsOf(entity)
  const compared = [...names, ...identifiers.flatMap((each) => each.names)]
  const typed = JSON.stringify({
    ...Object.fromEntries(compared.map((name) => [name, values[name]]).filter(([, value]) => value)),
    ...(base && { id: base.id }),
  })
  const isEnabled = compared.length > 0 && may('read', entity.name)
  // A failed lookup is ignored.
  const { data: found = [] } = useQuery(
    [entity, typed],
    (signal) => findDuplicates(entity, JSON.parse(typed), signal),
    { enabled: isEnabled, debounce },
  )
  return (
    <div aria-live="polite">
      {found.length > 0 && (
        <div className="duplicate-hint">
          <p>{t('Possible duplicates')}</p>
          <ul>
            {found.map(({ id, name, title, reasons }) => (
              <li key={id}>
                <Link to={recordPath(entity, id)}>{title ? `${title} (${name})` : name}</Link>:{' '}
                {reasons.join(', ')}
              </li>
            ))}
          </ul>
        </div>
      )}
    </div>
  )
}
