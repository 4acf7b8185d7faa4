import { useRef, type FormEvent } from 'react'
import { useSubmit, type Problems } from '../ui/use-submit.ts'

interface AccountFormOptions<Name extends string> {
  /** The names of the fields, in the order in which the first invalid one gets the focus. */
  order: readonly Name[]
  /** The field to focus when the problem names none; the first by default. */
  otherwise?: NoInfer<Name>
  /** The title of the notice when the server refuses; the reason by default. */
  failure?: string
  onSubmit: (text: (name: NoInfer<Name>) => string, form: HTMLFormElement) => Promise<void>
}

interface AccountForm<Name extends string> {
  isBusy: boolean
  problems: Problems<Name>
  clearProblems: () => void
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** Submits an account form, shows each problem beside its field, and focuses the first invalid field. */
export function useAccountForm<const Name extends string>({
  order,
  otherwise = order[0]!,
  failure,
  onSubmit,
}: AccountFormOptions<Name>): AccountForm<Name> {
  const sent = useRef<HTMLFormElement>(null)
  const { isBusy, problems, submit, clearProblems } = useSubmit({
    send: (typed: Readonly<Record<string, string>>) => onSubmit((name) => typed[name] ?? '', sent.current!),
    fields: order,
    otherwise,
    selects: true,
    ...(failure !== undefined && { failure }),
  })
  return {
    isBusy,
    problems,
    clearProblems: () => clearProblems(),
    submit: (event) => {
      event.preventDefault()
      sent.current = event.currentTarget
      const typed = [...new FormData(event.currentTarget)].map(
        ([name, value]) => [name, String(value)] as const,
      )
      void submit(Object.fromEntries(typed), event.currentTarget)
    },
  }
}
