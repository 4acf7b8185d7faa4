import { useState, type ReactNode } from 'react'
import { sentenceOf } from '../api/api-problem.ts'
import { deleteAccount, type Person } from '../api/people.ts'
import { Button } from '../ui/button.tsx'
import { Dialog } from '../ui/dialog.tsx'
import { notify } from '../ui/notices.tsx'
import { TokensLeft, tokensInWords } from './tokens-left.tsx'

interface DeleteAccountProps {
  account: Person
  isOwn: boolean
  onClose: () => void
  onDone: (sentence: string) => void
}

/** Asked once, because an account is not brought back. */
export function DeleteAccount({ account, isOwn, onClose, onDone }: DeleteAccountProps): ReactNode {
  const [isBusy, setBusy] = useState(false)
  const [isRevoking, setRevoking] = useState(false)
  const { username, email } = account
  const remove = async (): Promise<void> => {
    notify(null)
    setBusy(true)
    try {
      await deleteAccount(account, isRevoking)
      onDone(`${username} is deleted${tokensInWords(account, isRevoking)}`)
    } catch (error) {
      notify({ tone: 'bad', text: `${username} is not deleted`, detail: sentenceOf(error) })
      setBusy(false)
    }
  }
  return (
    <Dialog heading={`Delete ${username}?`} onClose={onClose}>
      <div className="stack">
        {isOwn && <p>This is your own account. Deleting it logs you out for good.</p>}
        <p>
          Nobody can log in as <b>{email}</b> any more, and every session of this account ends at once. The
          records {username} made stay, and so does the history of who made them.
        </p>
        <p>
          The account cannot be brought back; whoever needs one again registers again. To keep it, disable it
          instead.
        </p>
        <TokensLeft account={account} isRevoking={isRevoking} onChange={setRevoking} />
      </div>
      <div className="form-actions">
        <Button tone="danger" busy={isBusy} onClick={() => void remove()}>
          Delete account
        </Button>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </Dialog>
  )
}
