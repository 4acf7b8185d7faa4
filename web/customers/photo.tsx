import { useEffect, useRef, useState, type ReactNode } from 'react'
import { loadPhoto, loadThumbnail } from './customers-api.ts'
import { Dialog } from '../ui/dialog.tsx'
import { useQuery } from '../ui/use-query.ts'
import { t } from '#domain/messages/t.ts'

/** Thumbnail, loaded when it is scrolled near, that opens the photo in a dialog. */
export function Photo({ id, name }: Readonly<{ id: string; name: string }>): ReactNode {
  const button = useRef<HTMLButtonElement>(null)
  const [isNear, setIsNear] = useState(false)
  const [isLarge, setIsLarge] = useState(false)
  const thumbnail = useImage(id, loadThumbnail, isNear)
  const photo = useImage(id, loadPhoto, isLarge)
  // `loading="lazy"` has no effect on an image that is fetched with the token.
  useEffect(() => {
    const observer = new IntersectionObserver(
      (entries) => {
        if (!entries.some(({ isIntersecting }) => isIntersecting)) return
        observer.disconnect()
        setIsNear(true)
      },
      { rootMargin: '50%' },
    )
    observer.observe(button.current!)
    return () => observer.disconnect()
  }, [])
  return (
    <>
      <button
        ref={button}
        type="button"
        className="photo-button"
        aria-label={t('Open: {name}', { name })}
        onClick={() => setIsLarge(true)}
      >
        {thumbnail.url && <img src={thumbnail.url} alt={name} width={128} height={128} decoding="async" />}
        {thumbnail.hasFailed && t('Could not load the photo.')}
      </button>
      {isLarge && (
        <Dialog heading={name} width="wide" onClose={() => setIsLarge(false)}>
          {photo.hasFailed ? (
            <p>{t('Could not load the photo.')}</p>
          ) : (
            <div className="photo-large">
              {(photo.url ?? thumbnail.url) && <img src={photo.url ?? thumbnail.url} alt={name} />}
            </div>
          )}
        </Dialog>
      )}
    </>
  )
}

function useImage(
  id: string,
  load: (id: string, signal: AbortSignal) => Promise<Blob>,
  enabled: boolean,
): { url: string | undefined; hasFailed: boolean } {
  const { data: url, error } = useQuery(
    [id],
    async (signal) => {
      const content = await load(id, signal)
      signal.throwIfAborted()
      return URL.createObjectURL(content)
    },
    { enabled },
  )
  useEffect(() => () => (url ? URL.revokeObjectURL(url) : undefined), [url])
  return { url, hasFailed: error !== '' }
}
