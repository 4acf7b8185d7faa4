import { Suspense, type ReactNode } from 'react'
import { useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { decide } from '#domain/access/allowances.ts'
import type { ImportJob } from '#domain/api/imports/import-values.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { listImports } from './imports-api.ts'
import { currentSession } from '../api/session.ts'
import { actorOf } from '../api/session-account.ts'
import { useMay } from '../api/use-may.ts'
import '../ui/badges.css'
import './imports.css'
import { redirectOnBadQuery } from '../masters/list/redirect-on-bad-query.ts'
import { deferredPart } from '../ui/deferred-part.tsx'
import { loadCode } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { importable } from './importable.ts'
import { PastImports } from './past-imports.tsx'
import { StartImport } from './start-import.tsx'
import { t } from '#domain/messages/t.ts'

const RememberedValues = deferredPart(
  async () => (await import('./rows/remembered-values.tsx')).RememberedValues,
)

type Loaded = Readonly<{ items: ImportJob[]; next: string | null }>

async function load({ request, url }: LoaderFunctionArgs): Promise<Loaded> {
  const actor = actorOf(currentSession())
  if (!decide(actor, 'read', 'importJob').allowed) {
    const { can } = await loadCode(() => import('#domain/access/policy.ts'))
    const { because } = can(actor, 'read', 'importJob')
    throw new ApiProblem(403, { msg: because, action: 'read', subject: 'importJob' })
  }
  const after = url.searchParams.get('after') ?? undefined
  return redirectOnBadQuery(url, listImports(after, request.signal))
}

export const importsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ImportsPage />,
  loader: load,
}

function ImportsPage(): ReactNode {
  const page = useLoaderData<Loaded>()
  const masters = importable(useMay())
  return (
    <Page
      heading={t('Imports')}
      lead={t(
        'Import a master from a spreadsheet. Every file is checked first, so that you see what would happen to each row. You can undo an import in one step.',
      )}
    >
      {masters.length > 0 && <StartImport masters={masters} />}
      <PastImports page={page} />
      <Suspense>
        <RememberedValues />
      </Suspense>
    </Page>
  )
}
