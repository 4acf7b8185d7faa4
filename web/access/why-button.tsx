import { useState, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import type { WhyDialogProps } from './why-dialog.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { t } from '#domain/messages/t.ts'

const WhyDialog = deferredDialog(async () => (await import('./why-dialog.tsx')).WhyDialog)

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
        <WhyDialog
          heading={about.account ? t('What may {name} do?', { name: about.account.name }) : label}
          {...about}
          onClose={() => setOpen(false)}
        />
      )}
    </>
  )
}
