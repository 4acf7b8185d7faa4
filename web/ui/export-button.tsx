import type { ReactNode } from 'react'
import { fetchResponse } from '../api/client.ts'
import { Button } from './button.tsx'
import { saveFile } from './save-file.ts'
import { useSubmit } from './use-submit.ts'
import { t } from '#domain/messages/t.ts'

interface ExportButtonProps {
  /** The name of the export: `collections` for `/api/v1/exports/collections.csv`. */
  of: string
  /** The query of the list. */
  filters: string
}

async function exportFile({ of, filters }: ExportButtonProps): Promise<{ name: string; content: Blob }> {
  const response = await fetchResponse('GET', `/api/v1/exports/${of}.csv?${filters}`, {})
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? `${of}.csv`
  return { name, content: await response.blob() }
}

/** Saves the rows of all pages as a file. */
export function ExportButton(props: ExportButtonProps): ReactNode {
  const { isBusy, submit } = useSubmit({
    send: exportFile,
    onSuccess: ({ name, content }) => saveFile(name, content),
    success: ({ name }) => t('{name} is saved', { name }),
    failure: t('Could not export the list'),
  })
  return (
    <Button busy={isBusy} onClick={() => void submit(props)}>
      {isBusy ? t('Exporting…') : t('Export CSV')}
    </Button>
  )
}
