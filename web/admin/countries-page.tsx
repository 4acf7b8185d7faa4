import type { ReactNode } from 'react'
import { useLoaderData, type RouteObject } from 'react-router'
import { country as entity } from '#domain/catalogue/entities/places.ts'
import type { StoredRecord } from '#domain/catalogue/entity.ts'
import { localNameField } from '#domain/catalogue/names/local-name.ts'
import { formOf } from '#domain/contract/form-of.ts'
import type { Page as Records } from '../api/resources.ts'
import type { Column } from '../ui/data-table.tsx'
import { Page } from '../ui/page.tsx'
import { RecordTable, recordsLoader } from './record-table.tsx'
import { Link } from '../ui/link.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

const form = formOf('country')

/** Those of the specification, which has no second name and no retirement. */
const columns = (): readonly Column<StoredRecord>[] =>
  Object.entries(entity.fields)
    .filter(([name, { byAction }]) => name !== localNameField && !byAction)
    .map(([name, field]) => ({
      label: t(field.label),
      cell: (record) => field.show(record[name] ?? null),
    }))

function CountriesPage(): ReactNode {
  const page = useLoaderData<Records>()
  return (
    <Page
      heading={t('Contact1')}
      lead={
        <RichText
          message="The countries, as entered at <link>{form}</link>."
          values={{ form: t(form.menu) }}
          tags={{ link: (text) => <Link to={form.route}>{text}</Link> }}
        />
      }
    >
      <RecordTable entity={entity} page={page} columns={columns()} empty={t('No countries yet.')} />
    </Page>
  )
}

export const countriesRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <CountriesPage />,
  loader: recordsLoader(entity),
}
