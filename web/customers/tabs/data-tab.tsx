import { Suspense, useEffect, useRef, type ReactNode, type RefObject } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { useSearchParams } from '../../ui/use-search-params.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RecordValues as Values, StoredRecord } from '#domain/catalogue/entity.ts'
import { showPlain } from '#domain/catalogue/field.ts'
import type { CustomerPage } from '#domain/api/visits/customer-page.ts'
import { customerPath } from '#domain/visits/customer-path.ts'
import { readRecord } from '../../api/resources.ts'
import { useMay } from '../../api/use-may.ts'
import { RecordActions } from '../../records/actions/record-actions.tsx'
import { RecordDuplicates } from '../../records/record-duplicates.tsx'
import { RecordPart } from '../../records/record-part.tsx'
import { RecordUsedBy } from '../../records/record-used-by.tsx'
import { RecordValues } from '../../records/record-values.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { LicencesPart } from '../licences/licences-part.tsx'
import { CustomerLocation } from '../customer-location.tsx'
import type { Names } from '#domain/lists/names.ts'
import { t } from '#domain/messages/t.ts'

const EditRecord = deferredPart(async () => (await import('../../records/edit-record.tsx')).EditRecord)

const DocumentsPart = deferredPart(
  async () => (await import('../../records/documents/documents-part.tsx')).DocumentsPart,
)

const PersonalDataPart = deferredPart(
  async () => (await import('../../records/personal-data-part.tsx')).PersonalDataPart,
)

/** The history state of the form that was opened on this page: closing it goes back there. */
const fromData = 'from the data of the customer'

const entity = entityNamed('customer')

/** The fields of the customer, to read or to change in place, and the records that refer to it. */
export function DataTab({ content }: Readonly<{ content: CustomerPage }>): ReactNode {
  const { customer, names, plan } = content
  const code = plan.Customer_Code
  const search = useSearchParams()
  const may = useMay()
  const isEditing = search.has('edit') && may('update', 'customer')
  // The page has sensitive values masked; the record has them in full for accounts that may see them.
  const {
    data: record,
    error,
    reload,
  } = useQuery([customer], (signal) => readRecord(entity, customer.id, signal))
  const close = useClosedForm(code)
  const editButton = useFocusAfter(isEditing)
  if (!record)
    return <RecordPart heading={t('Values')} isLoading problem={error} onRetry={() => void reload()} />
  if (isEditing)
    return (
      <Suspense fallback={<Skeleton lines={8} />}>
        <EditRecord entity={entity} record={record} onClose={close} />
      </Suspense>
    )
  const editLink = {
    to: `${customerPath(code, 'data')}&edit`,
    state: fromData,
    preventScrollReset: true,
    ref: editButton,
  }
  return (
    <>
      <RecordActions entity={entity} record={record} editLink={editLink} />
      <div className="record-columns">
        <RecordValues entity={entity} record={record} names={byCode(names, customer)} />
        <div className="record-side">
          <CustomerLocation content={content} />
          <LicencesPart content={content} />
          <RecordDuplicates entity={entity} record={record} />
          <RecordUsedBy entity={entity} record={record} />
          <Suspense>
            <DocumentsPart entity={entity} record={record.id} />
            <PersonalDataPart entity="customer" id={record.id} />
          </Suspense>
        </div>
      </div>
    </>
  )
}

/** The element that gets the keyboard focus when the form is closed: the one that had it is gone. */
function useFocusAfter(isEditing: boolean): RefObject<HTMLAnchorElement | null> {
  const element = useRef<HTMLAnchorElement>(null)
  const wasEditing = useRef(isEditing)
  useEffect(() => {
    if (wasEditing.current && !isEditing) element.current?.focus({ preventScroll: true })
    wasEditing.current = isEditing
  }, [isEditing])
  return element
}

/** Leaves the form: back to the data, which is reloaded when the customer was saved, maybe with another code. */
function useClosedForm(code: string): (saved?: StoredRecord) => void {
  const navigate = useNavigate()
  const { state, key } = useLocation()
  const { revalidate } = useRevalidator()
  // Empty when the form is closed, or left by a link while the customer was reloaded.
  const openForm = useRef('')
  useEffect(() => {
    openForm.current = key
    return () => {
      openForm.current = ''
    }
  }, [key])
  const leave = async (saved: StoredRecord | undefined): Promise<void> => {
    const codeNow = String(saved?.['Customer_Code'] ?? code)
    // Before the navigation, which alone does not reload the customer.
    if (saved && codeNow === code) await revalidate()
    if (openForm.current !== key) return
    openForm.current = ''
    if (codeNow === code && state === fromData) await navigate(-1)
    else await navigate(customerPath(codeNow, 'data'), { replace: true, preventScrollReset: true })
  }
  return (saved) => void leave(saved)
}

/** The page has one name for each field, because a customer refers to one record by each. */
const byCode = (names: CustomerPage['names'], customer: Readonly<Values>): Names =>
  Object.fromEntries(
    Object.entries(names).map(([field, name]) => [field, { [showPlain(customer[field] ?? null)]: name }]),
  )
