import { useEffect, useRef, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { copied } from '../ui/copied.ts'
import { notify } from '../ui/notices.tsx'
import { saveFile } from '../ui/save-file.ts'

/** Shown once, when the second factor was switched on or they were renewed. */
export function RecoveryCodes({
  codes,
  onKept,
}: {
  codes: readonly string[]
  onKept: () => void
}): ReactNode {
  const words = useRef<HTMLParagraphElement>(null)
  useEffect(() => words.current?.focus(), [])
  const copy = async (): Promise<void> => {
    const isCopied = await copied(null, codes.join('\n'))
    notify(
      isCopied
        ? { tone: 'good', text: 'Recovery codes copied' }
        : { tone: 'bad', text: 'Your browser did not copy them. Write them down or print them' },
    )
  }
  return (
    <>
      <p ref={words} tabIndex={-1}>
        Keep these recovery codes where you find them without the phone, such as on paper. Each opens the
        account once in place of a code. <b>They are shown only now.</b>
      </p>
      <ol className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="form-actions">
        <Button tone="main" onClick={onKept}>
          I have kept them
        </Button>
        <Button onClick={() => void copy()}>Copy</Button>
        <Button onClick={() => saveFile('agridesk-recovery-codes.txt', new Blob([codes.join('\n')]))}>
          Save as a file
        </Button>
      </div>
    </>
  )
}
