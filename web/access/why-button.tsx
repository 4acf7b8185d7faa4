import { lazy, Suspense, useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { WhyDialogProps } from './why-dialog.tsx'

const WhyDialog = lazy(async () => ({ default: (await import('./why-dialog.tsx')).WhyDialog }))

interface WhyButtonProps extends Pick<WhyDialogProps, 'ask' | 'account'> {
  label: string
}

/** Opens the dialog that explains a right of the account. */
export function WhyButton({ label, ...about }: WhyButtonProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{label}</Button>
      {isOpen && (
        <Suspense>
          <WhyDialog
            heading={about.account ? `What may ${about.account.name} do?` : label}
            {...about}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </>
  )
}
