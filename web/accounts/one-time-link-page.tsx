import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Page } from '../ui/page.tsx'
import { useAccountForm } from './use-account-form.ts'

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
  const { isBusy, problems, submit } = useAccountForm({ order, failure, onSubmit })
  if (token === '') {
    const cut =
      'This link is not whole. Open it as it was handed over, or ask an administrator for a new one.'
    return <Page heading={heading} width="narrow" lead={cut} />
  }

  return (
    <Page heading={heading} width="narrow" lead={lead}>
      <form method="post" className="card stack" onSubmit={submit}>
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
