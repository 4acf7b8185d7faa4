/** Below this number of answers no share is given: it would mostly be chance. */
export const minAnswers = 20
