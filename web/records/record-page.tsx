import { Suspense, type ReactNode } from 'react'
import {
  redirect,
  useLoaderData,
  useRevalidator,
  type LoaderFunctionArgs,
  type RouteObject,
} from 'react-router'
import type { Entity, StoredRecord } from '#domain/catalogue/entity.ts'
import { titleText } from '#domain/catalogue/names/title-text.ts'
import { ApiProblem } from '../api/api-problem.ts'
import { namesIn } from '../api/records.ts'
import { readRecord } from '../api/resources.ts'
import { useMay } from '../api/use-may.ts'
import './record.css'
import { loadEntityAt } from '../masters/list/load-entity.ts'
import { deferredPart } from '../ui/deferred-part.tsx'
import { loadCode } from '../ui/load-code.ts'
import { Moment } from '../ui/moment.tsx'
import { Page } from '../ui/page.tsx'
import { RetiredMark } from '../masters/retired-mark.tsx'
import { recordPath } from '../masters/record-path.ts'
import { codeOf, isFormer } from './former-code.ts'
import { findMissing, NoSuchRecord, type MissingRecord } from './missing/missing-record.ts'
import { RecordActions } from './actions/record-actions.tsx'
import { RecordValues } from './record-values.tsx'
import { nameOf } from './shown-field.ts'
import { RichText } from '../messages/rich-text.tsx'
import type { Names } from '#domain/lists/names.ts'
import { t } from '#domain/messages/t.ts'

const loadParts = () => import('./late-parts.ts')
const DocumentsPart = deferredPart(async () => (await loadParts()).DocumentsPart)
const RecordUsedBy = deferredPart(async () => (await loadParts()).RecordUsedBy)
const RecordHistory = deferredPart(async () => (await loadParts()).RecordHistory)
const RecordDuplicates = deferredPart(async () => (await loadParts()).RecordDuplicates)
const PersonalDataPart = deferredPart(async () => (await loadParts()).PersonalDataPart)
const RecordComments = deferredPart(async () => (await loadParts()).RecordComments)

type Loaded =
  | { entity: undefined }
  | { entity: Entity; record: StoredRecord; names: Names }
  | { entity: Entity; missing: MissingRecord }

async function loadRecord({ request, params, url }: LoaderFunctionArgs): Promise<Loaded> {
  const { path = '', id = '' } = params
  const entity = await loadEntityAt(path)
  if (!entity) return { entity }
  // Links of earlier releases; the id in the path is kept as it is encoded.
  if (entity.name === 'customer')
    throw redirect(`/customers/${url.pathname.split('/').at(3)}${url.search || '?tab=data'}`)
  try {
    const [record, names] = await Promise.all([
      readRecord(entity, id, request.signal),
      // The page works without the names.
      namesIn(entity, { id: encodeURIComponent(id) }, request.signal).catch(() => ({})),
    ])
    if (isFormer(id, record)) {
      const { noteFormer } = await loadCode(() => import('./missing/note-former.ts'))
      noteFormer(id, codeOf(entity, record))
      throw redirect(recordPath(entity, record.id))
    }
    return { entity, record, names }
  } catch (error) {
    if (!(error instanceof ApiProblem) || error.status !== 404) throw error
    return { entity, missing: await findMissing(entity, id, request.signal) }
  }
}

export const recordRoute: Pick<RouteObject, 'element' | 'loader'> = {
  element: <RecordPage />,
  loader: loadRecord,
}

function RecordPage(): ReactNode {
  const loaded = useLoaderData<Loaded>()
  if (!loaded.entity)
    return <Page heading={t('No such record')} lead={t('The URL may be wrong.')} width="narrow" />
  const { entity } = loaded
  if ('missing' in loaded)
    return (
      <Suspense>
        <NoSuchRecord entity={entity} missing={loaded.missing} />
      </Suspense>
    )
  return <RecordDetails key={loaded.record.id} entity={entity} record={loaded.record} names={loaded.names} />
}

interface RecordDetailsProps {
  entity: Entity
  record: StoredRecord
  names: Names
}

function RecordDetails({ entity, record, names: namesOfCodes }: RecordDetailsProps): ReactNode {
  const { revalidate } = useRevalidator()
  const may = useMay()
  const title = titleText(entity, entity.key[0] ?? '', record)
  const name = nameOf(entity, record)
  return (
    <Page
      heading={title || name}
      lead={
        <>
          <RichText
            message={
              title
                ? '{name}, version {version}, last changed <moment></moment>'
                : 'Version {version}, last changed <moment></moment>'
            }
            values={{ name, version: record.version }}
            tags={{ moment: () => <Moment at={record.updatedAt} /> }}
          />
          <RetiredMark record={record} isLong />
        </>
      }
    >
      <div className="record">
        <RecordActions entity={entity} record={record} />
        <div className="record-columns">
          <div className="record-main">
            <RecordValues entity={entity} record={record} names={namesOfCodes} />
            {may('history', entity.name) && (
              <Suspense>
                <RecordHistory entity={entity} record={record} onChanged={() => void revalidate()} />
              </Suspense>
            )}
          </div>
          <div className="record-side">
            <Suspense>
              <RecordDuplicates entity={entity} record={record} />
            </Suspense>
            <Suspense>
              <RecordUsedBy entity={entity} record={record} />
            </Suspense>
            <Suspense>
              <DocumentsPart entity={entity} record={record.id} />
            </Suspense>
            <Suspense>
              <RecordComments entity={entity} record={record} />
              <PersonalDataPart entity={entity.name} id={record.id} />
            </Suspense>
          </div>
        </div>
      </div>
    </Page>
  )
}
