import type { ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { FieldIcon } from '../field-icon.tsx'
import type { PhotoDraft } from './use-photo-draft.ts'
import { t } from '#domain/messages/t.ts'

/** A photo of the visit, with a preview. */
export function PhotoInput({ photo, hint }: { photo: PhotoDraft; hint?: string }): ReactNode {
  const { blob, url, isReading, problem } = photo
  return (
    <Field label={t('Photo')} hint={hint} isOptional isGroup problem={problem}>
      {() => (
        <div className="extra">
          {url && <img className="photo-small" src={url} alt={t('Taken for this visit')} />}
          {blob ? (
            <Button onClick={photo.remove}>{t('Remove the photo')}</Button>
          ) : (
            <label className="button button-plain">
              <FieldIcon name="camera" /> {isReading ? t('Reading the photo…') : t('Take a photo')}
              <input
                type="file"
                className="for-readers"
                name="Photo"
                accept="image/*"
                capture="environment"
                onChange={(event) => {
                  const [file] = event.target.files ?? []
                  if (file) photo.take(file)
                  event.target.value = ''
                }}
              />
            </label>
          )}
          {blob && (
            <output className="extra-words">
              {t('{size, number} kB, sent after the visit', { size: Math.ceil(blob.size / 1000) })}
            </output>
          )}
        </div>
      )}
    </Field>
  )
}
