import type { ReactNode } from 'react'
import { useLoaderData, type RouteObject } from 'react-router'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { formOf } from '#domain/contract/forms.ts'
import type { Page as Records } from '../api/resources.ts'
import { Page } from '../ui/page.tsx'
import { RecordTable, recordsLoader } from './record-table.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'

const entity = entityNamed('country')
const form = formOf('country')

const columns = Object.entries(entity.fields).map(([name, field]) => ({
  label: field.label,
  cell: (record: Records['items'][number]) => field.show(record[name] ?? null),
}))

function CountriesPage(): ReactNode {
  const page = useLoaderData<Records>()
  return (
    <Page
      heading="Contact1"
      lead={
        <>
          The countries, as entered at <Link to={form.route}>{form.menu}</Link>.
        </>
      }
    >
      <RecordTable entity={entity} page={page} columns={columns} empty={t('No countries yet.')} />
    </Page>
  )
}

export const countriesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <CountriesPage />,
  loader: recordsLoader(entity),
}
