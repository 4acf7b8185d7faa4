import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { DocumentView } from '#domain/api/records/documents.ts'
import { formatCount } from '#domain/messages/format-count.ts'
import { sentenceOf } from '../../api/api-problem.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Moment } from '../../ui/moment.tsx'
import { focusNoticeIfLost, notify } from '../../ui/notices.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useSubmit } from '../../ui/use-submit.ts'
import { contentOf, removeDocument, restoreDocument } from './documents-api.ts'
import { RichText } from '../../messages/rich-text.tsx'
import { t } from '#domain/messages/t.ts'

interface AttachedDocumentProps {
  document: DocumentView
  mayChange: boolean
  reload: () => Promise<void>
}

/** A document: pictures are shown, others are downloaded. */
export function AttachedDocument({ document, mayChange, reload }: AttachedDocumentProps): ReactNode {
  const { id, name, type, size, by, at } = document
  const [picture, setPicture] = useState<Blob | null>(null)
  const open = useSubmit({
    send: () => contentOf(id),
    failure: t('The document could not be loaded'),
    onSuccess: (content) => (type.startsWith('image/') ? setPicture(content) : saveFile(name, content)),
    onFailure: reload,
  })
  const removal = useSubmit({
    send: () => removeDocument(id),
    failure: t('The document is not deleted'),
    onSuccess: async () => {
      notify({
        tone: 'good',
        text: t('{name} is deleted', { name }),
        action: { label: t('Undo'), run: () => void undoRemoval(document, reload) },
      })
      await reload()
      focusNoticeIfLost()
    },
    onFailure: reload,
  })
  return (
    <li className="document">
      <button
        type="button"
        className="document-name"
        aria-disabled={open.isBusy || undefined}
        onClick={() => void open.submit(undefined)}
      >
        <bdi>{name}</bdi>
      </button>
      <span className="document-facts">
        <RichText
          message="{size}, {name}, <moment></moment>"
          values={{ size: formatSize(size), name: by }}
          tags={{ moment: () => <Moment at={at} /> }}
        />
      </span>
      {mayChange && (
        <Button
          tone="quiet"
          busy={removal.isBusy}
          aria-label={t('Delete {name}', { name })}
          onClick={() => void removal.submit(undefined)}
        >
          {t('Delete')}
        </Button>
      )}
      {picture && <Picture name={name} content={picture} onClose={() => setPicture(null)} />}
    </li>
  )
}

async function undoRemoval({ id, name }: DocumentView, reload: () => Promise<void>): Promise<void> {
  notify(null)
  try {
    await restoreDocument(id)
    notify({ tone: 'good', text: t('{name} is restored', { name }) })
  } catch (error) {
    notify({ tone: 'bad', text: t('Could not undo it'), detail: sentenceOf(error) })
  }
  await reload()
}

interface PictureProps {
  name: string
  content: Blob
  onClose: () => void
}

function Picture({ name, content, onClose }: PictureProps): ReactNode {
  const image = useRef<HTMLImageElement>(null)
  useEffect(() => {
    const url = URL.createObjectURL(content)
    image.current!.src = url
    return () => URL.revokeObjectURL(url)
  }, [content])
  return (
    <Dialog heading={name} width="wide" onClose={onClose}>
      <div className="document-picture">
        <img ref={image} alt={name} />
        <Button onClick={() => saveFile(name, content)}>{t('Download')}</Button>
      </div>
    </Dialog>
  )
}

/** "340 kB" */
const formatSize = (bytes: number): string =>
  bytes < 1_000_000
    ? t('{count} kB', { count: formatCount(Math.max(1, Math.round(bytes / 1000))) })
    : t('{count} MB', { count: (bytes / 1_000_000).toFixed(1) })
