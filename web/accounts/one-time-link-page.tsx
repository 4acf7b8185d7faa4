import { useState, type FormEvent, type ReactNode } from 'react'
import { problemsByField, sentenceOf } from '../api/api-problem.ts'
import { Button } from '../ui/button.tsx'
import { notify } from '../ui/notices.tsx'
import { Page } from '../ui/page.tsx'

interface OneTimeLinkPageProps {
  heading: string
  lead: string
  /** The word behind the `#` of the address, which never leaves the browser as such; empty: the link was cut short. */
  token: string
  /** The names of its fields, in the order in which they stand. */
  order: readonly string[]
  label: string
  /** Said when it is refused. */
  failure: string
  onSubmit: (text: (name: string) => string) => Promise<void>
  children: (problems: Readonly<Record<string, string>>) => ReactNode
}

/** Where a link leads that works once: a few fields, sent together with its word. */
export function OneTimeLinkPage(props: OneTimeLinkPageProps): ReactNode {
  const { heading, lead, token, order, label, failure, onSubmit, children } = props
  const [isBusy, setBusy] = useState(false)
  const [problems, setProblems] = useState<Record<string, string>>({})
  if (token === '') {
    const cut =
      'This link is not whole. Open it as it was handed over, or ask an administrator for a new one.'
    return <Page heading={heading} width="narrow" lead={cut} />
  }

  const submit = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    const form = event.currentTarget
    const typed = new FormData(form)
    notify(null)
    setBusy(true)
    try {
      await onSubmit((name) => String(typed.get(name) ?? ''))
    } catch (error) {
      const found = problemsByField(error)
      setProblems(found)
      const first = order.find((name) => name in found)
      notify({ tone: 'bad', text: failure, detail: first ? undefined : sentenceOf(error) })
      form.querySelector<HTMLInputElement>(`[name=${first ?? order[0]}]`)?.focus()
      setBusy(false)
    }
  }
  return (
    <Page heading={heading} width="narrow" lead={lead}>
      <form method="post" className="card stack" onSubmit={(event) => void submit(event)}>
        {children(problems)}
        <div className="form-actions">
          <Button type="submit" tone="main" busy={isBusy}>
            {label}
          </Button>
        </div>
      </form>
    </Page>
  )
}
