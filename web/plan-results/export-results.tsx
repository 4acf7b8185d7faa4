import type { ReactNode } from 'react'
import { fetchResponse } from '../api/client.ts'
import { useMay } from '../api/use-may.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

async function exportFile(query: Readonly<Record<string, string>>): Promise<{ name: string; content: Blob }> {
  const search = new URLSearchParams(query).toString()
  const response = await fetchResponse('GET', `/api/v1/exports/plan-results.csv?${search}`, {})
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'planned-and-done.csv'
  return { name, content: await response.blob() }
}

/** Buttons that save what is shown as a file, and print it. */
export function ResultTools({ query }: { query: Readonly<Record<string, string>> }): ReactNode {
  const may = useMay()
  const { isBusy, submit } = useSubmit({
    send: exportFile,
    onSuccess: ({ name, content }) => saveFile(name, content),
    success: ({ name }) => t('{name} is saved', { name }),
    failure: t('Could not export the list'),
  })
  return (
    <div className="result-tools">
      {may('export', 'visit') && may('export', 'customer') && (
        <Button busy={isBusy} onClick={() => void submit(query)}>
          {isBusy ? t('Exporting…') : t('Export CSV')}
        </Button>
      )}
      <Button onClick={() => print()}>{t('Print')}</Button>
    </div>
  )
}
