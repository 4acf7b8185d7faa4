import { createContext, use } from 'react'
import type { FormSources } from './form-sources.ts'
import type { EntityFormState } from './use-entity-form.ts'

export interface FormContextValue {
  form: EntityFormState
  sources: FormSources
  /** Reloads the sources, after one of them failed or has a new record. */
  reload: () => void
}

export const EntityFormContext = createContext<FormContextValue | null>(null)

export function useFormContext(): FormContextValue {
  const context = use(EntityFormContext)
  if (!context) throw new Error('useFormContext must be used inside an EntityForm')
  return context
}
