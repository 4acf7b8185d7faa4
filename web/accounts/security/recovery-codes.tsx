import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../../ui/button.tsx'
import { copyText } from '../../ui/copy-text.ts'
import { notify } from '../../ui/notices.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { t } from '#domain/messages/t.ts'

/** Shown once, after the second factor is switched on or the codes are renewed. */
export function RecoveryCodes({
  codes,
  onSaved,
}: {
  codes: readonly string[]
  onSaved: () => void
}): ReactNode {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  const copy = async (): Promise<void> => {
    const isCopied = await copyText(null, codes.join('\n'))
    notify(
      isCopied
        ? { tone: 'good', text: t('Recovery codes copied') }
        : { tone: 'bad', text: t('Could not copy. Write the codes down or print them') },
    )
  }
  return (
    <>
      <p ref={words} tabIndex={-1}>
        {t(
          'Save these recovery codes where you find them without your phone, such as on paper. Each one works once in place of a code.',
        )}{' '}
        <b>{t('They are shown only now.')}</b>
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="form-actions">
        <Button tone="main" onClick={onSaved}>
          {t('I have saved them')}
        </Button>
        <Button onClick={() => void copy()}>{t('Copy')}</Button>
        <Button onClick={() => saveFile('agridesk-recovery-codes.txt', new Blob([codes.join('\n')]))}>
          {t('Save as a file')}
        </Button>
      </div>
    </>
  )
}
