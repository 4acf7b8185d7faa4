import type { ReactNode } from 'react'
import type { NewWebhook } from '#domain/api/integration/webhooks.ts'
import { RichText } from '../messages/rich-text.tsx'
import { Button } from '../ui/button.tsx'
import { Dialog, DialogActions } from '../ui/dialog.tsx'
import { SecretBox } from '../ui/secret-box.tsx'
import { t } from '#domain/messages/t.ts'

interface WebhookSecretProps {
  webhook: NewWebhook
  onClose: () => void
}

/** Shows the secret of a webhook once. */
export const WebhookSecret = ({ webhook, onClose }: WebhookSecretProps): ReactNode => (
  <Dialog heading={t('Secret of {name}', { name: webhook.name })} onClose={onClose}>
    <div className="webhook-form">
      <p>
        <RichText
          message="Copy the secret into the settings of your program now: it is not shown again. With it the program verifies the header <code>webhook-signature</code>."
          tags={{ code: (text) => <code>{text}</code> }}
        />
      </p>
      {webhook.formerSecretUntil !== null && (
        <p>{t('For 24 hours events are signed with the former secret as well.')}</p>
      )}
      <SecretBox
        label={t('Secret')}
        value={webhook.secret}
        copied={t('Secret copied')}
        notCopied={t('Could not copy. Copy the selected secret yourself')}
      />
      <DialogActions>
        <Button onClick={onClose}>{t('Done')}</Button>
      </DialogActions>
    </div>
  </Dialog>
)
