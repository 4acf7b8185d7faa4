import { useEffect, useRef, useState } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { exportFile } from './export-file.ts'
import { notify } from '../../ui/notices.tsx'
import { queryOf, useListAddress } from '../list-address.ts'
import { t } from '#domain/messages/t.ts'

interface Export {
  /** The progress as text; null when no export is running. */
  exporting: string | null
  save: (format: 'csv' | 'xlsx') => void
  stop: () => void
}

const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? t('{size, number} kB', { size: Math.round(bytes / 1000) })
    : t('{size} MB', { size: (bytes / 1_000_000).toFixed(1) })

/** Downloads all pages of the list as a file. */
export function useExport(entity: Entity): Export {
  const { search, columns } = useListAddress(entity)
  const [exporting, setExporting] = useState<string | null>(null)
  const running = useRef<AbortController>(null)
  useEffect(() => () => running.current?.abort(), [])
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const controller = new AbortController()
    running.current = controller
    notify(null)
    setExporting(t('Exporting…'))
    const query = queryOf(search)
    query.set('columns', columns.join(','))
    try {
      const onBytes = (bytes: number): void =>
        setExporting(t('Exporting… {size}', { size: formatSize(bytes) }))
      const { name, content } = await exportFile(entity, format, query, onBytes, controller.signal)
      download(name, content)
      notify({ tone: 'good', text: t('{name} is saved', { name }), detail: formatSize(content.size) })
    } catch (error) {
      if (!controller.signal.aborted)
        notify({ tone: 'bad', text: t('Could not export the list'), detail: sentenceOf(error) })
    }
    setExporting(null)
  }
  return {
    exporting,
    save: (format) => void save(format),
    stop: () => {
      running.current?.abort()
      notify({ tone: 'good', text: t('Export cancelled. No file was saved.') })
    },
  }
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // By then the browser has read the file.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
