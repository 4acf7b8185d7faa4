import { useRef, useState, type DragEvent, type ReactNode } from 'react'
import type { EntityLabels } from '#domain/catalogue/entity-labels.ts'
import { useMay } from '../../api/use-may.ts'
import { RecordPart } from '../record-part.tsx'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useQuery } from '../../ui/use-query.ts'
import { AttachedDocument } from './attached-document.tsx'
import { documentsOf } from './documents-api.ts'
import { useUploads, type Upload } from './use-uploads.ts'
import { t } from '#domain/messages/t.ts'
import './documents.css'

const accepted = '.pdf,.jpg,.jpeg,.png,.webp,.xlsx,.docx,.csv,.txt'

/** The documents of a record: to read, to attach by button or by dropping them, and to delete with undo. */
export function DocumentsPart({ entity, record }: { entity: EntityLabels; record: string }): ReactNode {
  const owner = { entity, record }
  const { data, error, reload } = useQuery([entity, record], (signal) => documentsOf(owner, signal))
  const mayAttach = useMay()('update', entity.name)
  const { uploads, send, sendAgain, drop } = useUploads(owner, reload)
  return (
    <RecordPart heading={t('Documents')} isLoading={!data} problem={error} onRetry={() => void reload()}>
      {data?.length === 0 && uploads.length === 0 && <p className="record-none">{t('No documents yet.')}</p>}
      <ul className="documents">
        {data?.map((document) => (
          <AttachedDocument key={document.id} document={document} mayChange={mayAttach} reload={reload} />
        ))}
        {uploads.map((upload) => (
          <SentDocument
            key={upload.key}
            upload={upload}
            onAgain={() => sendAgain(upload)}
            onClose={() => drop(upload.key)}
          />
        ))}
      </ul>
      {data && mayAttach && <DropZone onFiles={send} />}
    </RecordPart>
  )
}

interface SentDocumentProps {
  upload: Upload
  onAgain: () => void
  onClose: () => void
}

function SentDocument({ upload, onAgain, onClose }: SentDocumentProps): ReactNode {
  const { file, share, problem, cancel } = upload
  const { name } = file
  return (
    <li className="document">
      <bdi className="document-name">{name}</bdi>
      {problem ? (
        <>
          <span className="field-problem document-problem" role="alert">
            {problem}
          </span>
          <Button tone="quiet" aria-label={t('Send {name} again', { name })} onClick={onAgain}>
            {t('Try again')}
          </Button>
          <Button tone="quiet" aria-label={t('Close the message about {name}', { name })} onClick={onClose}>
            {t('Close')}
          </Button>
        </>
      ) : (
        <>
          <progress aria-label={t('Sending {name}', { name })} value={share} />
          <Button tone="quiet" aria-label={t('Cancel sending {name}', { name })} onClick={cancel}>
            {t('Cancel')}
          </Button>
        </>
      )}
    </li>
  )
}

function DropZone({ onFiles }: { onFiles: (files: Iterable<File>) => void }): ReactNode {
  const [isOver, setOver] = useState(false)
  const input = useRef<HTMLInputElement>(null)
  const drop = (event: DragEvent): void => {
    event.preventDefault()
    setOver(false)
    onFiles(event.dataTransfer.files)
  }
  return (
    <div
      className={isOver ? 'documents-drop is-over' : 'documents-drop'}
      role="presentation"
      onDragOver={(event) => {
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <input
        ref={input}
        type="file"
        name="documents"
        aria-label={t('Attach documents')}
        accept={accepted}
        multiple
        hidden
        onChange={(event) => {
          onFiles(event.target.files ?? [])
          event.target.value = ''
        }}
      />
      <Button onClick={() => input.current?.click()}>
        <Icon name="plus" />
        {t('Attach documents')}
      </Button>
      <p className="field-hint">
        {t('PDF, JPEG, PNG, WebP, XLSX, DOCX, CSV or TXT. You can also drop files here.')}
      </p>
    </div>
  )
}
