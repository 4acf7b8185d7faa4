import type { ReactNode } from 'react'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import type { Finding } from '#domain/api/data-quality.ts'
import { readRecord } from '../api/resources.ts'
import { FieldEditor } from '../masters/inline/field-editor.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { useQuery } from '../ui/use-query.ts'
import { t } from '#domain/messages/t.ts'

interface FindingEditorProps {
  finding: Finding & { field: string }
  refresh: () => Promise<void>
  onSaved: () => void
  onClose: () => void
}

/** The field of a finding, edited beside it. */
export function FindingEditor({ finding, refresh, onSaved, onClose }: FindingEditorProps): ReactNode {
  const entity = entityNamed(finding.entity)
  const { data, error, reload } = useQuery([finding.id], (signal) => readRecord(entity, finding.id, signal))
  if (error) return <LoadError error={error} onRetry={() => void reload()} />
  if (!data) return t('Loading…')
  return (
    <div ref={focusInput}>
      <FieldEditor
        entity={entity}
        record={data}
        name={finding.field}
        refresh={refresh}
        onSaved={onSaved}
        onClose={onClose}
      />
    </div>
  )
}

const focusInput = (editor: HTMLElement | null): void =>
  editor?.querySelector<HTMLElement>('input, select, textarea')?.focus()
