import type { ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Photo } from './use-photo.ts'

/** One photo, if any: taken now, shrunk on the device, sent while the rest is being typed. */
export function PhotoField({ photo, problem }: { photo: Photo; problem: string | undefined }): ReactNode {
  const { state, url } = photo
  return (
    <Field label="Photo" isOptional isGroup problem={problem}>
      {() => (
        <div className="extra">
          {url && <img className="photo-small" src={url} alt="Taken for this visit" />}
          {state === 'failed' && url && <Button onClick={photo.tryAgain}>Try again</Button>}
          {state === 'none' || (state === 'failed' && !url) ? (
            <label className="button button-plain">
              <Icon name="plus" /> Take a photo
              <input
                type="file"
                className="for-readers"
                name="Photo_ID"
                accept="image/*"
                capture="environment"
                onChange={(event) => {
                  const [file] = event.target.files ?? []
                  if (file) photo.take(file)
                  event.target.value = ''
                }}
              />
            </label>
          ) : (
            <Button onClick={photo.leaveOut}>
              {state === 'failed' ? 'Leave it out' : 'Remove the photo'}
            </Button>
          )}
          <output className="extra-words">
            {state === 'sending' && 'Sending the photo…'}
            {state === 'sent' && 'The photo is sent.'}
            {state === 'failed' && url
              ? `The photo could not be sent. ${photo.problem}. The visit can be saved without it.`
              : photo.problem}
          </output>
        </div>
      )}
    </Field>
  )
}
