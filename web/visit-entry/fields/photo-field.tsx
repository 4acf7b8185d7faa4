import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Icon } from '../../ui/icon.tsx'
import type { Photo } from './use-photo.ts'
import { t } from '#domain/messages/t.ts'

/** An optional photo: resized on the device and uploaded while the user fills in the rest. */
export function PhotoField({ photo, problem }: { photo: Photo; problem: string | undefined }): ReactNode {
  const { state, url } = photo
  return (
    <Field label={t('Photo')} isOptional isGroup problem={problem}>
      {() => (
        <div className="extra">
          {url && <img className="photo-small" src={url} alt={t('Taken for this visit')} />}
          {state === 'failed' && url && <Button onClick={photo.retry}>{t('Try again')}</Button>}
          {state === 'none' || (state === 'failed' && !url) ? (
            <label className="button button-plain">
              <Icon name="plus" /> {t('Take a photo')}
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
            <Button onClick={photo.remove}>
              {state === 'failed' ? t('Skip the photo') : t('Remove the photo')}
            </Button>
          )}
          <output className="extra-words">
            {state === 'sending' && t('Uploading the photo…')}
            {state === 'sent' && t('The photo is uploaded.')}
            {state === 'failed' && url
              ? t('Could not upload the photo. {problem}. You can save the visit without it.', {
                  problem: photo.problem,
                })
              : photo.problem}
          </output>
        </div>
      )}
    </Field>
  )
}
