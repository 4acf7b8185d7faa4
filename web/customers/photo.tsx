import { useEffect, useState, type ReactNode } from 'react'
import { loadPhoto } from '../api/customers.ts'
import { Dialog } from '../ui/dialog.tsx'

/** A small picture that opens large. */
export function Photo({ id, name }: Readonly<{ id: string; name: string }>): ReactNode {
  const [address, setAddress] = useState<string | null>()
  const [isLarge, setIsLarge] = useState(false)
  useEffect(() => {
    const leaving = new AbortController()
    let made: string | undefined
    loadPhoto(id, leaving.signal).then(
      (blob) => {
        if (leaving.signal.aborted) return
        made = URL.createObjectURL(blob)
        setAddress(made)
      },
      () => leaving.signal.aborted || setAddress(null),
    )
    return () => {
      leaving.abort()
      if (made) URL.revokeObjectURL(made)
    }
  }, [id])
  if (address === undefined) return null
  if (address === null) return <p className="timeline-by">The photo could not be loaded.</p>
  return (
    <>
      <button
        type="button"
        className="photo-button"
        aria-label={`Open: ${name}`}
        onClick={() => setIsLarge(true)}
      >
        <img src={address} alt={name} />
      </button>
      {isLarge && (
        <Dialog heading={name} width="wide" onClose={() => setIsLarge(false)}>
          <img className="photo-large" src={address} alt={name} />
        </Dialog>
      )}
    </>
  )
}
