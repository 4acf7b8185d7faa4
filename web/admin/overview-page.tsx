import type { ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { can } from '#domain/access/policy.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { formOf } from '#domain/contract/forms.ts'
import { listAccounts } from '../api/people.ts'
import { listRecords } from '../api/resources.ts'
import { actorOf, currentSession } from '../api/session.ts'
import { Page } from '../ui/page.tsx'

interface Figure {
  to: string
  count: number
  words: string
}

const counted = [
  { entity: entityNamed('contactMessage'), to: '/admin/contacts' },
  { entity: entityNamed('country'), to: '/admin/contact1' },
  { entity: entityNamed('customer'), to: formOf('customer').route },
]

/** What a person may not read is not counted for them either. */
export async function overviewLoader({ request }: LoaderFunctionArgs): Promise<readonly Figure[]> {
  const { signal } = request
  const mayRead = (subject: string): boolean => can(actorOf(currentSession()), 'read', subject).allowed
  const figures = await Promise.all([
    mayRead('account') ? accountFigures(signal) : [],
    ...counted
      .filter(({ entity }) => mayRead(entity.name))
      .map(async ({ entity, to }) => {
        const { total = 0 } = await listRecords(entity, { limit: 1, total: true }, signal)
        return [{ to, count: total, words: (total === 1 ? entity.singular : entity.plural).toLowerCase() }]
      }),
  ])
  return figures.flat()
}

async function accountFigures(signal: AbortSignal): Promise<Figure[]> {
  const accounts = await listAccounts(signal)
  const waiting = accounts.filter(({ status }) => status === 'pending').length
  const to = '/admin/users'
  return [
    {
      to,
      count: waiting,
      words: waiting === 1 ? 'account waits for approval' : 'accounts wait for approval',
    },
    { to, count: accounts.length, words: accounts.length === 1 ? 'account' : 'accounts' },
  ]
}

export function OverviewPage(): ReactNode {
  const figures = useLoaderData<readonly Figure[]>()
  return (
    <Page heading="Admin">
      <ul className="overview">
        {figures.map(({ to, count, words }) => (
          <li key={words}>
            <Link className="card" to={to}>
              <span className="overview-count">{count.toLocaleString('en-IN')}</span> {words}
            </Link>
          </li>
        ))}
      </ul>
    </Page>
  )
}
