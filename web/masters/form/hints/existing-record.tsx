import type { ReactNode } from 'react'
import { useFormContext } from '../form-context.ts'
import { Link } from '../../../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

/** A link to the record that already has the unique value, beside the field. */
export function ExistingRecord({ name }: { name: string }): ReactNode {
  const { form } = useFormContext()
  const { existing, entity } = form
  const withProblem = Object.keys(form.problems).filter((each) => form.problems[each])
  if (!existing || withProblem.at(-1) !== name || !entity.fields[name]) return null
  return (
    <p className="field-hint">
      <Link to={`?edit=${existing.id}`}>{t('Open {name}', { name: existing.name })}</Link>
    </p>
  )
}
