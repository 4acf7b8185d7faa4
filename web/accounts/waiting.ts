/** What somebody whose account is not approved yet is told, wherever they meet it. */
export const waitingSentence = 'An administrator has to approve the account before it opens anything.'
