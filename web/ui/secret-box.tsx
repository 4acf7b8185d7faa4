import { useRef, type ReactNode } from 'react'
import { Button } from './button.tsx'
import { copyText } from './copy-text.ts'
import { notify } from './notices.tsx'
import './secret-box.css'
import { t } from '#domain/messages/t.ts'

interface SecretBoxProps {
  /** Accessible name of the field. */
  label: string
  value: string
  /** The notices after copying. */
  copied: string
  notCopied: string
}

/** A secret that is shown once, to be copied. */
export function SecretBox({ label, value, copied, notCopied }: SecretBoxProps): ReactNode {
  const box = useRef<HTMLInputElement>(null)
  const copy = async (): Promise<void> =>
    notify(
      (await copyText(box.current, value))
        ? { tone: 'good', text: copied }
        : { tone: 'bad', text: notCopied },
    )
  return (
    <div className="secret-box">
      <input
        ref={box}
        className="control"
        aria-label={label}
        readOnly
        value={value}
        onFocus={(event) => event.currentTarget.select()}
      />
      <Button tone="main" onClick={() => void copy()}>
        {t('Copy')}
      </Button>
    </div>
  )
}
