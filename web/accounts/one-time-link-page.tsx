import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Link } from '../ui/link.tsx'
import { Page } from '../ui/page.tsx'
import type { Problems } from '../ui/use-submit.ts'
import { useAccountForm } from './use-account-form.ts'
import { t } from '#domain/messages/t.ts'

interface OneTimeLinkPageProps<Name extends string> {
  heading: string
  lead: string
  /** The token in the fragment of the URL, which browsers do not send; empty if the link was truncated. */
  token: string
  /** The names of the fields, in display order. */
  order: readonly Name[]
  label: string
  /** The title of the notice when the server refuses. */
  failure: string
  onSubmit: (text: (name: NoInfer<Name>) => string) => Promise<void>
  children: (problems: Problems<NoInfer<Name>>) => ReactNode
}

/** The form a one-time link opens: a few fields, sent together with its token. */
export function OneTimeLinkPage<Name extends string>(props: OneTimeLinkPageProps<Name>): ReactNode {
  const { heading, lead, token, order, label, failure, onSubmit, children } = props
  const { isBusy, problems, submit } = useAccountForm({ order, failure, onSubmit })
  if (token === '') {
    const incompleteText = t(
      'This link is incomplete. Open the whole link you received, or ask an administrator for a new one.',
    )
    return (
      <Page heading={heading} width="narrow" lead={incompleteText}>
        <Link className="button button-main" to="/login">
          {t('Login')}
        </Link>
      </Page>
    )
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
