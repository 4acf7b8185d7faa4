import { Suspense, useCallback, type ReactNode } from 'react'
import { Outlet, useLoaderData, useLocation, useNavigate, useRevalidator } from 'react-router'
import { nameRecord, type Entity, type StoredRecord } from '#domain/catalogue/entity.ts'
import type { FormRow } from '#domain/contract/form-row.ts'
import { membersOf } from '#domain/input.ts'
import { useMay } from '../api/use-may.ts'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { optionalComponent } from '../ui/load-code.ts'
import { Page } from '../ui/page.tsx'
import { EntityForm } from './form/entity-form.tsx'
import type { FormData } from './entity-loaders.ts'
import { useListLinks } from './list/list-links.ts'
import { labelInSentence } from './label-in-sentence.ts'
import { editableFields } from './form/typed-values.ts'
import { useEntityForm } from './form/use-entity-form.ts'
import { NewRecordContext, type NewRecordDialogProps } from './new-choice/new-record-context.ts'
import { t } from '#domain/messages/t.ts'

const NewRecordDialog = deferredDialog(
  async () => (await import('./new-choice/new-record-dialog.tsx')).NewRecordDialog,
)

const renderNewRecord = (props: NewRecordDialogProps): ReactNode => <NewRecordDialog {...props} />

const NoForm = optionalComponent(async () => (await import('./no-form.tsx')).NoForm)

interface EntityPageProps {
  entity: Entity
  row: FormRow
  lead?: string
}

/** Maximum number of fields of a form that is shown beside its list. */
const maxFieldsBeside = 6

/** The form of a master; the outlet renders its list, beside a short form and below a long one. */
export function EntityPage({ entity, row, lead }: EntityPageProps): ReactNode {
  const { record } = useLoaderData<FormData>()
  const may = useMay()
  const isLong = editableFields(entity).length > maxFieldsBeside
  const action = record ? 'update' : 'create'
  const isShown = may(action, entity.name)
  return (
    <Page heading={t(row.heading)} lead={lead && t(lead)}>
      {/* Around the list as well, which the reason would move. */}
      <Suspense>
        {!isShown && may('read', entity.name) && <NoForm entity={entity} action={action} />}
        <div className={`entity-page ${isLong ? 'entity-page-long' : 'entity-page-short'}`}>
          {/* The key gives each record its own form state. */}
          {isShown && <FormCard key={record?.id ?? 'new'} entity={entity} record={record} />}
          <Outlet />
        </div>
      </Suspense>
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
  const noun = labelInSentence(entity.singular)
  const heading = record
    ? t('Edit {noun} {name}', { noun, name: nameRecord(entity, record).slice(t(entity.singular).length + 1) })
    : t('New {noun}', { noun })
  const reload = useCallback((): void => void revalidate(), [revalidate])
  const leave = (): void =>
    void navigate(withoutEdit, { preventScrollReset: true, state: { ...membersOf(state), isBack: true } })
  const cancel = (): void => {
    const undo = form.isTouched ? form.clear() : undefined
    // The draft is discarded, so the record is shown as stored when it is opened again.
    notify(undo ? { tone: 'good', text: t('Changes discarded') } : null)
    leave()
  }
  return (
    <section className={record ? 'card card-edit' : 'card'} aria-label={heading}>
      {record && <h2 className="form-heading">{heading}</h2>}
      <NewRecordContext value={renderNewRecord}>
        <EntityForm
          form={form}
          sources={sources}
          reload={reload}
          onSaved={record ? leave : reload}
          onSavedBefore={
            may('update', entity.name)
              ? ({ id }, moveChanges) => {
                  moveChanges()
                  void navigate(editing(id), { preventScrollReset: true })
                }
              : undefined
          }
          onCancel={record ? cancel : undefined}
        />
      </NewRecordContext>
    </section>
  )
}
