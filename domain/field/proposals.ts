/** The maximum length of the reason of a refusal, which the web app shows as well. */
export const maxReasonLength = 1000
