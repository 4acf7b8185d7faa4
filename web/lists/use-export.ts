import { useEffect, useRef, useState } from 'react'
import type { Entity } from '#domain/catalogue/entity.ts'
import { sentenceOf } from '../api/api-problem.ts'
import { exportFile } from '../api/lists.ts'
import { notify } from '../ui/notices.tsx'
import { queryOf, useListAddress } from './list-address.ts'

interface Export {
  /** How far it is, in words; null when nothing is under way. */
  exporting: string | null
  save: (format: 'csv' | 'xlsx') => void
  stop: () => void
}

const sizeInWords = (bytes: number): string =>
  bytes < 1_000_000
    ? `${Math.round(bytes / 1000).toLocaleString('en-IN')} kB`
    : `${(bytes / 1_000_000).toFixed(1)} MB`

/** What the list shows, all its pages, as a file of the browser's downloads. */
export function useExport(entity: Entity): Export {
  const { search, columns } = useListAddress(entity)
  const [exporting, setExporting] = useState<string | null>(null)
  const work = useRef<AbortController>(null)
  useEffect(() => () => work.current?.abort(), [])
  const save = async (format: 'csv' | 'xlsx'): Promise<void> => {
    const controller = new AbortController()
    work.current = controller
    notify(null)
    setExporting('Exporting…')
    const query = queryOf(search)
    query.set('columns', columns.join(','))
    try {
      const onBytes = (bytes: number): void => setExporting(`Exporting… ${sizeInWords(bytes)}`)
      const { name, content } = await exportFile(entity, format, query, onBytes, controller.signal)
      download(name, content)
      notify({ tone: 'good', text: `${name} is saved`, detail: sizeInWords(content.size) })
    } catch (error) {
      if (!controller.signal.aborted)
        notify({ tone: 'bad', text: 'Nothing is exported', detail: sentenceOf(error) })
    }
    setExporting(null)
  }
  return {
    exporting,
    save: (format) => void save(format),
    stop: () => {
      work.current?.abort()
      notify({ tone: 'good', text: 'The export is stopped. Nothing is saved.' })
    },
  }
}

function download(name: string, content: Blob): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(content)
  link.download = name
  link.click()
  // The browser has taken it by then.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
