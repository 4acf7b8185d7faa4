import { useState, type FormEvent } from 'react'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { notify } from '../ui/notices.tsx'

interface Asked {
  /** The names of its fields, in the order in which they are looked at when something is wrong. */
  order: readonly string[]
  /** The one to go to where nothing is said of any field; the first unless given. */
  otherwise?: string
  /** Said when it is refused; unless given, the reason itself. */
  failure?: string
  onSubmit: (text: (name: string) => string, form: HTMLFormElement) => Promise<void>
}

interface AccountForm {
  isBusy: boolean
  problems: Readonly<Record<string, string>>
  forgetProblems: () => void
  submit: (event: FormEvent<HTMLFormElement>) => void
}

/** The few fields of a form about an account: sent together, what is wrong beside each, and the first of them in hand. */
export function useAccountForm({ order, otherwise = order[0]!, failure, onSubmit }: Asked): AccountForm {
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    notify(null)
    setBusy(true)
    try {
      await onSubmit((name) => String(typed.get(name) ?? ''), form)
      setProblems({})
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const first = order.find((name) => name in found)
      const detail = first ? undefined : sentenceOf(error)
      notify({ tone: 'bad', ...(failure ? { text: failure, detail } : { text: sentenceOf(error) }) })
      form.querySelector<HTMLInputElement>(`[name=${first ?? otherwise}]`)?.select()
    }
    setBusy(false)
  }
  return {
    isBusy,
    problems,
    forgetProblems: () => setProblems((now) => (Object.keys(now).length > 0 ? {} : now)),
    submit: (event) => void submit(event),
  }
}
