/** Shown to an account that waits for approval. */
export const pendingApprovalText = 'Waiting for approval. You can log in once an administrator approves you.'
