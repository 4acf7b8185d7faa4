import { type ReactNode } from 'react'
import { Link, useLoaderData, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { can } from '#domain/access/policy.ts'
import type { ImportJob } from '#domain/imports/import-job.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { listImports } from '../api/imports.ts'
import { actorOf, currentSession } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import '../styles/badges.css'
import '../styles/imports.css'
import { Page } from '../ui/page.tsx'
import { importable } from './importable.ts'
import { PastImports } from './past-imports.tsx'
import { RememberedValues } from './remembered-values.tsx'
import { StartImport } from './start-import.tsx'

type Loaded = Readonly<{ items: ImportJob[]; next: string | null }>

async function load({ request }: LoaderFunctionArgs): Promise<Loaded> {
  const decision = can(actorOf(currentSession()), 'read', 'importJob')
  if (!decision.allowed)
    throw new ApiProblem(403, { msg: decision.because, action: 'read', subject: 'importJob' })
  return listImports(undefined, request.signal)
}

export const importsRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <ImportsPage />,
  loader: load,
}

function ImportsPage(): ReactNode {
  const first = useLoaderData<Loaded>()
  const masters = importable(useMay())
  return (
    <Page
      heading="Imports"
      lead="Load a master from a spreadsheet. Every file is rehearsed first and you see what would become of each row; an import can be taken back as a whole."
    >
      {masters.length > 0 && <StartImport masters={masters} />}
      <section className="imports-past" aria-labelledby="past">
        <h2 id="past">What was imported</h2>
        <PastImports key={first.items[0]?.id ?? ''} first={first} />
        <p className="imports-also">
          Everything that was changed at once, imports and others: <Link to="/changes">changes</Link>.
        </p>
      </section>
      <RememberedValues />
    </Page>
  )
}
