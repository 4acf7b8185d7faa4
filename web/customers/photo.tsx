import { useEffect, useState, type ReactNode } from 'react'
import { loadPhoto } from './customers-api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useQuery } from '../ui/use-query.ts'
import { t } from '#domain/messages/t.ts'

/** Thumbnail that opens the photo in a dialog. */
export function Photo({ id, name }: Readonly<{ id: string; name: string }>): ReactNode {
  const { data: url, error } = useQuery([id], async (signal) => {
    const content = await loadPhoto(id, signal)
    signal.throwIfAborted()
    return URL.createObjectURL(content)
  })
  const [isLarge, setIsLarge] = useState(false)
  useEffect(
    () => () => {
      if (url) URL.revokeObjectURL(url)
    },
    [url],
  )
  if (error) return <p className="timeline-by">{t('Could not load the photo.')}</p>
  if (!url) return null
  return (
    <>
      <button
        type="button"
        className="photo-button"
        aria-label={t('Open: {name}', { name })}
        onClick={() => setIsLarge(true)}
      >
        <img src={url} alt={name} />
      </button>
      {isLarge && (
        <Dialog heading={name} width="wide" onClose={() => setIsLarge(false)}>
          <img className="photo-large" src={url} alt={name} />
        </Dialog>
      )}
    </>
  )
}
