import type { ReactNode } from 'react'
import { fetchResponse } from '../api/client.ts'
import { Button } from '../ui/button.tsx'
import { saveFile } from '../ui/save-file.ts'
import { useSubmit } from '../ui/use-submit.ts'
import { t } from '#domain/messages/t.ts'

async function exportFile(filters: string): Promise<{ name: string; content: Blob }> {
  const response = await fetchResponse('GET', `/api/v1/exports/collections.csv?${filters}`, {})
  const disposition = response.headers.get('content-disposition') ?? ''
  const name = /filename="([^"]+)"/.exec(disposition)?.[1] ?? 'collections.csv'
  return { name, content: await response.blob() }
}

/** Saves the rows of all pages as a file. */
export function ExportCollections({ filters }: { filters: string }): ReactNode {
  const { isBusy, submit } = useSubmit({
    send: exportFile,
    onSuccess: ({ name, content }) => saveFile(name, content),
    success: ({ name }) => t('{name} is saved', { name }),
    failure: t('Could not export the list'),
  })
  return (
    <Button busy={isBusy} onClick={() => void submit(filters)}>
      {isBusy ? t('Exporting…') : t('Export CSV')}
    </Button>
  )
}
