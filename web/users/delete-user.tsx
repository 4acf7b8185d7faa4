import { useState, type ReactNode } from 'react'
import type { UserView } from '#domain/api/accounts/account.ts'
import { deleteAccount } from './users-api.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { PersonalDataActions } from './personal-data/personal-data-actions.tsx'
import { RemainingTokens, describeTokens } from './remaining-tokens.tsx'
import { t } from '#domain/messages/t.ts'
import { RichText } from '../messages/rich-text.tsx'

interface DeleteUserProps {
  account: UserView
  isOwn: boolean
  onClose: () => void
  onDone: (sentence: string) => void
  /** Opens the erasure instead. */
  onErase: () => void
}

/** Asks for confirmation, because deleting an account cannot be undone. */
export function DeleteUser({ account, isOwn, onClose, onDone, onErase }: DeleteUserProps): ReactNode {
  const [isRevoking, setRevoking] = useState(false)
  const { username, email } = account
  return (
    <ConfirmDialog
      heading={t('Delete {username}?', { username })}
      action={t('Delete account')}
      tone="danger"
      send={() => deleteAccount(account, isRevoking)}
      failure={t('{username} was not deleted', { username })}
      onDone={() => {
        const sentences = [t('{username} is deleted', { username }), describeTokens(account, isRevoking)]
        onDone(sentences.filter(Boolean).join('. '))
      }}
      onClose={onClose}
    >
      {isOwn && <p>{t('This is your own account. Deleting it logs you out.')}</p>}
      <p>
        <RichText
          message="Logging in as <b>{email}</b> will no longer be possible, and all its sessions end at once. The records {username} created stay, with their history."
          values={{ email, username }}
          tags={{ b: (text) => <b>{text}</b> }}
        />
      </p>
      <p>{t('This cannot be undone. To keep the account, disable it instead.')}</p>
      <p>
        {isOwn
          ? t('Its name stays in the audit. Another administrator can erase the personal data.')
          : t('Its name stays in the audit. If the person asks for it, erase the personal data instead.')}
      </p>
      <PersonalDataActions
        person={{ entity: 'account', id: account.id }}
        onErase={isOwn ? undefined : onErase}
      />
      <RemainingTokens account={account} isRevoking={isRevoking} onChange={setRevoking} />
    </ConfirmDialog>
  )
}
