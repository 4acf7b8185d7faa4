/** What a check found; the sentence says what to do unless all is well. */
export interface Finding {
  /** What was checked, such as `database`. */
  about: string
  state: 'ok' | 'warning' | 'problem'
  sentence: string
}

export type Findings = Finding[]

/** Makes the findings of one subject. */
export const findingsAbout = (about: string): Record<Finding['state'], (sentence: string) => Finding> => ({
  ok: (sentence) => ({ about, state: 'ok', sentence }),
  warning: (sentence) => ({ about, state: 'warning', sentence }),
  problem: (sentence) => ({ about, state: 'problem', sentence }),
})
