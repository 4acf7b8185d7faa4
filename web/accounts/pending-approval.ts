import { t } from '#domain/messages/t.ts'

/** Shown to an account that waits for approval. */
export const pendingApprovalText = (): string =>
  t('Waiting for approval. You can start as soon as an administrator approves your account.')
