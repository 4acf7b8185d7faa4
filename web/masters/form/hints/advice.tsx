import type { ReactNode } from 'react'
import { useQuery } from '../../../ui/use-query.ts'
import { adviceOn } from './advice-rules.ts'
import { useFormContext } from '../form-context.ts'

const debounce = 300 // milliseconds, so that an incomplete number causes no warning

/** Warnings for a value, which can still be saved. */
export function Advice({ name }: { name: string }): ReactNode {
  const { form } = useFormContext()
  const { entity, values, base } = form
  const id = base?.id
  const { data: advice = [] } = useQuery(
    [entity, name, values, id],
    () => adviceOn(entity, name, values, id),
    {
      debounce,
      keepsDataOnError: true,
      onError: (error) => console.warn('Could not load the advice', error),
    },
  )
  return (
    <output className="field-advice">
      {advice.map((sentence) => (
        <span key={sentence}>{sentence}.</span>
      ))}
    </output>
  )
}
