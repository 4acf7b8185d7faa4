import { useRef, type RefObject } from 'react'
import type { ProposalDetail } from '#domain/api/field/proposals.ts'
import { entities } from '#domain/catalogue/catalogue.ts'
import type { FieldProblem } from '#domain/problem.ts'
import type { FormContextValue } from '../masters/form/form-context.ts'
import { loadFormSources, noSources } from '../masters/form/form-sources.ts'
import { useEntityForm, type EntityFormState } from '../masters/form/use-entity-form.ts'
import { useQuery } from '../ui/use-query.ts'

interface ProposalForm {
  /** For `EntityFormContext`. */
  context: FormContextValue
  form: EntityFormState
  /** The element around the fields. */
  element: RefObject<HTMLFormElement | null>
  /** Shows problems beside their fields and focuses the first of them. */
  showProblems: (problems: readonly FieldProblem[]) => void
}

/** The fields of the customer form, with the values of a proposal; what the office types is kept as a draft. */
export function useProposalForm(
  { id }: Pick<ProposalDetail, 'id'>,
  given: Readonly<Record<string, string>>,
): ProposalForm {
  const form = useEntityForm(entities.customer, { given, within: id })
  const { data: sources = noSources, reload } = useQuery([entities.customer], (signal) =>
    loadFormSources(entities.customer, signal),
  )
  const element = useRef<HTMLFormElement>(null)
  const showProblems = (problems: readonly FieldProblem[]): void => {
    const { values, chosen, none, existing, base, current } = form
    const byField = Object.fromEntries(problems.map(({ field, message }) => [field, message]))
    form.replaceState({ values, chosen, none, existing, base, current, problems: byField })
    const controls = [...(element.current?.elements ?? [])]
    const first = controls.find(
      (each) => each instanceof HTMLElement && Object.hasOwn(byField, each.getAttribute('name') ?? ''),
    )
    if (first instanceof HTMLElement) first.focus()
  }
  return { context: { form, sources, reload: () => void reload() }, form, element, showProblems }
}
