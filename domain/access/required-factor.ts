/** The `code` of the answer to an account that lacks the second factor its role requires. */
export const factorRequired = 'second-factor-required'
