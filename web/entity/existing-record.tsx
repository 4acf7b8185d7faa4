import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useFormAround } from './form-context.ts'

/** Beside the field that cannot have its value because another record has it: the way to that record. */
export function ExistingRecord({ name }: { name: string }): ReactNode {
  const { form } = useFormAround()
  const { existing, entity } = form
  const named = Object.keys(form.problems).filter((each) => form.problems[each])
  if (!existing || named.at(-1) !== name || !entity.fields[name]) return null
  return (
    <p className="field-hint">
      <Link to={`?edit=${existing.id}`}>Open {existing.name}</Link>
    </p>
  )
}
