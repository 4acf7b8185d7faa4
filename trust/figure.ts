import type { TrustOptions } from './options.ts'

/** What was seen, in words, and whether it is what was promised. */
export interface Finding {
  measured: string
  isMet: boolean
}

export interface Figure {
  number: number
  promise: string
  measure: (options: TrustOptions, say: (sentence: string) => void) => Promise<Finding>
}

/** Several findings are met together or not at all. */
export const together = (findings: readonly Finding[]): Finding => ({
  measured: findings.map(({ measured }) => measured).join('; '),
  isMet: findings.length > 0 && findings.every(({ isMet }) => isMet),
})
