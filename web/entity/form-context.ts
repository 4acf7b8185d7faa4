import { createContext, use } from 'react'
import type { FormSources } from './form-sources.ts'
import type { EntityFormState } from './use-entity-form.ts'

export interface FormInContext {
  form: EntityFormState
  sources: FormSources
  /** Asks for the sources again, after one of them failed or got a new record. */
  reload: () => void
}

export const EntityFormContext = createContext<FormInContext | null>(null)

export function useFormAround(): FormInContext {
  const context = use(EntityFormContext)
  if (!context) throw new Error('There is no form around this field')
  return context
}
