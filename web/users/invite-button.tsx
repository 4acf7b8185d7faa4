import { useState, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Button } from '../ui/button.tsx'
import { deferredDialog } from '../ui/deferred-dialog.tsx'
import { notify } from '../ui/notices.tsx'
import type { InviteUserProps } from './invite-user.tsx'
import { t } from '#domain/messages/t.ts'

const InviteDialog = deferredDialog(async () => (await import('./invite-user.tsx')).InviteDialog)

/** Makes an invitation link for a new account; the invited user chooses the name and the password. */
export function InviteUser(props: InviteUserProps): ReactNode {
  const [isOpen, setOpen] = useState(false)
  const { revalidate } = useRevalidator()
  const close = (): void => {
    setOpen(false)
    void revalidate()
  }
  return (
    <>
      <Button
        onClick={() => {
          notify(null)
          setOpen(true)
        }}
      >
        {t('Invite a user')}
      </Button>
      {isOpen && <InviteDialog {...props} onClose={close} />}
    </>
  )
}
