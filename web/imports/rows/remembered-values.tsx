import { Suspense, useId, useRef, useState, type ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { RememberedValue } from '#domain/api/imports/remembered-values.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { changeRemembered, deleteRemembered, rememberedValues } from '../imports-api.ts'
import { useMay } from '../../api/use-may.ts'
import { ListScreen } from '../../masters/list/list-screen.tsx'
import { Button } from '../../ui/button.tsx'
import type { Column } from '../../ui/data-table.tsx'
import { deferredPart } from '../../ui/deferred-part.tsx'
import { LoadError } from '../../ui/load-error.tsx'
import { Moment } from '../../ui/moment.tsx'
import { notify } from '../../ui/notices.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { t } from '#domain/messages/t.ts'

const MeaningChooser = deferredPart(async () => (await import('./meaning-chooser.tsx')).MeaningChooser)

const pageSize = 20

const labelOf = (entity: string, field: string): string =>
  t(entityNamed(entity).fields[field]?.label ?? field)

const valueColumns = (): readonly Column<RememberedValue>[] => [
  { label: t('Import into'), cell: ({ entity }) => t(entityNamed(entity).plural) },
  {
    label: t('Field'),
    cell: ({ entity, field }) => (field === null ? t('Heading') : labelOf(entity, field)),
  },
  { label: t('In the file'), cell: ({ typed }) => <strong className="imports-typed">{typed}</strong> },
]

const sinceCell = ({ at }: RememberedValue): ReactNode => <Moment at={at} />

const keyOf = ({ entity, field, typed }: RememberedValue): string => [entity, field ?? '', typed].join('\n')

/** Lists the meanings applied to values of every new import, so that a wrong one can be changed or removed. */
export function RememberedValues(): ReactNode {
  const [limit, setLimit] = useState(pageSize)
  const { data: values, error: problem, reload, setData } = useQuery([], rememberedValues)
  const list = useRef<HTMLDivElement>(null)
  const may = useMay()
  const save = async (value: RememberedValue, meaning: string | null | undefined): Promise<void> => {
    try {
      const changed = meaning === undefined ? undefined : await changeRemembered(value, meaning)
      if (meaning === undefined) {
        await deleteRemembered(value)
        // The button is removed with its row, so the focus moves to the list.
        list.current?.focus()
      }
      setData((now) => now?.flatMap((each) => (keyOf(each) === keyOf(value) ? (changed ?? []) : [each])))
      notify({
        tone: 'good',
        text: changed
          ? t('{typed} has a new meaning', { typed: value.typed })
          : t('{typed} is no longer remembered', { typed: value.typed }),
        detail: t('Applies to files uploaded from now on.'),
      })
    } catch (error) {
      notify({ tone: 'bad', text: sentenceOf(error) })
    }
  }
  const canChange = may('update', 'importJob')
  const meaning = (value: RememberedValue): ReactNode => (
    <Meaning value={value} canChange={canChange} onSave={save} />
  )
  const columns: readonly Column<RememberedValue>[] = [
    ...valueColumns(),
    { label: t('Means'), cell: meaning },
    { label: t('Since'), cell: sinceCell },
  ]
  return (
    <div id="remembered" ref={list} tabIndex={-1}>
      <ListScreen
        className="imports-past"
        label={t('Remembered values')}
        heading={t('Remembered values')}
        filters={
          <p className="field-hint">
            {t(
              'Choices made for unknown values and headings of earlier files. They apply to every new file.',
            )}
          </p>
        }
        page={{ items: values?.slice(0, limit) ?? [] }}
        table={{ columns, keyOf }}
        empty={
          problem ? (
            <LoadError error={problem} onRetry={() => void reload()} />
          ) : (
            values && t('No remembered values yet.')
          )
        }
        foot={
          values &&
          values.length > limit && (
            <Button onClick={() => setLimit(limit + pageSize)}>
              {t('{count, number} more', { count: values.length - limit })}
            </Button>
          )
        }
      />
    </div>
  )
}

interface MeaningProps {
  value: RememberedValue
  canChange: boolean
  onSave: (value: RememberedValue, meaning: string | null | undefined) => Promise<void>
}

function Meaning({ value, canChange, onSave }: MeaningProps): ReactNode {
  const { entity, field, typed, meaning } = value
  const [isChanging, setChanging] = useState(false)
  const id = useId()
  const label =
    meaning === null
      ? field === null
        ? t('not imported')
        : t('left empty')
      : field === null
        ? labelOf(entity, meaning)
        : meaning
  const choose = (code: string | null): void => {
    setChanging(false)
    void onSave(value, code)
  }
  return (
    <div>
      <p className="imports-meaning">
        <span id={id}>{label}</span>
        {canChange && field !== null && (
          <button
            type="button"
            className="link"
            aria-label={t('Change what {typed} means', { typed })}
            aria-expanded={isChanging}
            onClick={() => setChanging(!isChanging)}
          >
            {t('Change')}
          </button>
        )}
        {canChange && (
          <button
            type="button"
            className="link"
            aria-label={t('Remove {typed}', { typed })}
            onClick={() => void onSave(value, undefined)}
          >
            {t('Remove')}
          </button>
        )}
      </p>
      {isChanging && field !== null && (
        <Suspense>
          <MeaningChooser entity={entity} field={field} typed={typed} describedBy={id} onChoose={choose} />
        </Suspense>
      )}
    </div>
  )
}
