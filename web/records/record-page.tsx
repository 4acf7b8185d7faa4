import type { ReactNode } from 'react'
import { Link, useLoaderData, useRevalidator, type LoaderFunctionArgs, type RouteObject } from 'react-router'
import { ofCustomers } from '#domain/access/of-customers.ts'
import { alikeFieldsOf } from '#domain/alike/alike-fields.ts'
import { entityAtPath } from '#domain/catalogue/catalogue.ts'
import { titleOf, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { readRecord } from '../api/resources.ts'
import { seesEverything } from '../api/session.ts'
import { useMay } from '../api/use-may.ts'
import { inSentence } from '../entity/in-sentence.ts'
import { WhyButton } from '../entity/why-button.tsx'
import '../styles/record.css'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { RecordActions } from './record-actions.tsx'
import { RecordAlike } from './record-alike.tsx'
import { RecordComments } from './record-comments.tsx'
import { RecordHistory } from './record-history.tsx'
import { RecordUsedBy } from './record-used-by.tsx'
import { RecordValues } from './record-values.tsx'
import { nameOf } from './shown-field.ts'

/** What somebody may not see because of where it is. */
const placed = ['customer', 'employee', ...ofCustomers]

interface Loaded {
  entity: Entity | undefined
  record: StoredRecord | null
  asked: string
}

async function load({ request, params }: LoaderFunctionArgs): Promise<Loaded> {
  const { path = '', id: asked = '' } = params
  const entity = entityAtPath(path)
  if (!entity) return { entity, record: null, asked }
  try {
    return { entity, record: await readRecord(entity, asked, request.signal), asked }
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return { entity, record: null, asked }
    throw error
  }
}

export const recordRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <RecordPage />,
  loader: load,
}

function RecordPage(): ReactNode {
  const { entity, record, asked } = useLoaderData<Loaded>()
  if (!entity || !record) return <NoSuchRecord entity={entity} asked={asked} />
  return <Everything key={record.id} entity={entity} record={record} />
}

function NoSuchRecord({ entity, asked }: { entity: Entity | undefined; asked: string }): ReactNode {
  const may = useMay()
  if (!entity) return <Page heading="No such record" lead="The address may be mistyped." width="narrow" />
  const where = seesEverything() || !placed.includes(entity.name) ? '' : ', or lie outside what you see'
  return (
    <Page
      heading={`No such ${inSentence(entity.singular)}`}
      width="narrow"
      lead={`There is no ${inSentence(entity.singular)} ${asked} here. It may have been deleted${where}.`}
    >
      <p className="record-actions">
        {may('restore', entity.name) && (
          <Link className="button button-main" to={`/bin?entity=${entity.name}`}>
            Look in the bin
          </Link>
        )}
        <WhyButton label="Why?" ask={{ action: 'read', subject: entity.name, record: asked }} />
        <Link to={`/lists/${entity.path}`}>All {inSentence(entity.plural)}</Link>
      </p>
    </Page>
  )
}

function Everything({ entity, record }: { entity: Entity; record: StoredRecord }): ReactNode {
  const { revalidate } = useRevalidator()
  const may = useMay()
  const title = titleOf(entity, entity.key[0] ?? '')
  const { names, telling } = alikeFieldsOf(entity)
  const name = nameOf(entity, record)
  return (
    <Page
      heading={title && record[title] ? `${String(record[title])}` : name}
      lead={
        <>
          {title && record[title] ? `${name}, version` : 'Version'} {record.version}, last changed{' '}
          <Moment at={record.updatedAt} />
        </>
      }
    >
      <div className="record">
        <RecordActions entity={entity} record={record} />
        <div className="record-columns">
          <div className="record-main">
            <RecordValues entity={entity} record={record} />
            {may('history', entity.name) && (
              <RecordHistory entity={entity} record={record} onChanged={() => void revalidate()} />
            )}
          </div>
          <div className="record-side">
            {names.length + telling.length > 0 && <RecordAlike entity={entity} record={record} />}
            <RecordUsedBy entity={entity} record={record} />
            <RecordComments entity={entity} record={record} />
          </div>
        </div>
      </div>
    </Page>
  )
}
