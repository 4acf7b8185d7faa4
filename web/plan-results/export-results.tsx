import type { ReactNode } from 'react'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { ExportButton } from '../ui/export-button.tsx'
import { t } from '#domain/messages/t.ts'

/** Buttons that save what is shown as a file, and print it. */
export function ResultTools({ query }: { query: Readonly<Record<string, string>> }): ReactNode {
  const may = useMay()
  return (
    <div className="result-tools">
      {may('export', 'visit') && may('export', 'customer') && (
        <ExportButton of="plan-results" filters={new URLSearchParams(query).toString()} />
      )}
      <Button onClick={() => print()}>{t('Print')}</Button>
    </div>
  )
}
