import { Suspense, useCallback, type ReactNode } from 'react'
import { Outlet, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { FormRow } from '#domain/contract/forms.ts'
import { useMay } from '../api/use-may.ts'
import { notify } from '../ui/notices.tsx'
import { optionalPart } from '../ui/optional-part.ts'
import { Page } from '../ui/page.tsx'
import { EntityForm } from './entity-form.tsx'
import type { FormData } from './entity-loaders.ts'
import { useListLinks } from './list-links.ts'
import { inSentence } from './in-sentence.ts'
import { useEntityForm } from './use-entity-form.ts'

const NoForm = optionalPart(async () => (await import('./no-form.tsx')).NoForm)

interface EntityPageProps {
  entity: Entity
  row: FormRow
  lead?: string
}

/** Fields that still fit beside a list. */
const mostFieldsBeside = 8

/** The form of a master; its list comes through the outlet, beside a short form and below a long one. */
export function EntityPage({ entity, row, lead }: EntityPageProps): ReactNode {
  const { record } = useLoaderData<FormData>()
  const may = useMay()
  const isLong = Object.keys(entity.fields).length > mostFieldsBeside
  const action = record ? 'update' : 'create'
  const isShown = may(action, entity.name)
  return (
    <Page heading={row.heading} lead={lead}>
      <Suspense>
        {!isShown && may('read', entity.name) && <NoForm entity={entity} action={action} />}
      </Suspense>
      <div className={`entity-page ${isLong ? 'entity-page-long' : 'entity-page-short'}`}>
        {/* Another record is another form: nothing of one is carried into the other. */}
        {isShown && <FormCard key={record?.id ?? 'new'} entity={entity} record={record} />}
        <Outlet />
      </div>
    </Page>
  )
}

function FormCard({ entity, record }: { entity: Entity; record: StoredRecord | null }): ReactNode {
  const { sources } = useLoaderData<FormData>()
  const form = useEntityForm(entity, { record })
  const { revalidate } = useRevalidator()
  const navigate = useNavigate()
  const { state } = useLocation()
  const { withoutEdit, editing } = useListLinks()
  const may = useMay()
  const heading = record
    ? `Edit ${inSentence(entity.singular)} ${nameRecord(entity, record).slice(entity.singular.length + 1)}`
    : `New ${inSentence(entity.singular)}`
  const reload = useCallback((): void => void revalidate(), [revalidate])
  const leave = (): void =>
    void navigate(withoutEdit, { preventScrollReset: true, state: { ...(state as object), isBack: true } })
  const cancel = (): void => {
    const undo = form.isTouched ? form.clear() : undefined
    // The draft goes with the form; coming back to the record brings it back as it is stored.
    notify(undo ? { tone: 'good', text: 'Nothing was changed' } : null)
    leave()
  }
  return (
    <section className={record ? 'card card-edit' : 'card'} aria-label={heading}>
      {record && <h2 className="form-heading">{heading}</h2>}
      <EntityForm
        form={form}
        sources={sources}
        reload={reload}
        onSaved={record ? leave : reload}
        onSavedBefore={
          may('update', entity.name)
            ? ({ id }, takeChanges) => {
                takeChanges()
                void navigate(editing(id), { preventScrollReset: true })
              }
            : undefined
        }
        onCancel={record ? cancel : undefined}
      />
    </section>
  )
}
