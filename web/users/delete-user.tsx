import { useState, type ReactNode } from 'react'
import type { UserView } from '#domain/api/accounts/account.ts'
import { deleteAccount } from './users-api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { RemainingTokens, describeTokens } from './remaining-tokens.tsx'
import { t } from '#domain/messages/t.ts'

interface DeleteUserProps {
  account: UserView
  isOwn: boolean
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Asks for confirmation, because deleting an account cannot be undone. */
export function DeleteUser({ account, isOwn, onClose, onDone }: DeleteUserProps): ReactNode {
  const [isRevoking, setRevoking] = useState(false)
  const { username, email } = account
  return (
    <ConfirmDialog
      heading={t('Delete {username}?', { username })}
      action={t('Delete account')}
      tone="danger"
      send={() => deleteAccount(account, isRevoking)}
      failure={t('{username} was not deleted', { username })}
      onDone={() => onDone(`${username} is deleted${describeTokens(account, isRevoking)}`)}
      onClose={onClose}
    >
      {isOwn && <p>{t('This is your own account. Deleting it logs you out.')}</p>}
      <p>
        Logging in as <b>{email}</b> will no longer be possible, and all its sessions end at once. The records{' '}
        {username} created stay, with their history.
      </p>
      <p>{t('This cannot be undone. To keep the account, disable it instead.')}</p>
      <RemainingTokens account={account} isRevoking={isRevoking} onChange={setRevoking} />
    </ConfirmDialog>
  )
}
