export const webhookStates = ['active', 'paused', 'disabled'] as const
/** Why one was disabled: the target answered 410, or refused everything for three days. */
export const disabledReasons = ['gone', 'failing'] as const
export const deliveryStates = ['waiting', 'delivered', 'failed'] as const
/** Why an attempt failed without an answer, or with one that is not followed. */
export const deliveryProblems = ['timeout', 'address', 'redirect', 'connection'] as const

/** Where administrators see them. */
export const webhooksScreen = '/admin/webhooks'
