import type { TrustOptions } from './options.ts'

/** The result of a measurement, in words, and whether it meets the guarantee. */
export interface Finding {
  measured: string
  isMet: boolean
}

export interface Figure {
  number: number
  guarantee: string
  measure: (options: TrustOptions, say: (sentence: string) => void) => Promise<Finding>
}

/** Combines findings; met only if all of them are. */
export const combine = (findings: readonly Finding[]): Finding => ({
  measured: findings.map(({ measured }) => measured).join('; '),
  isMet: findings.length > 0 && findings.every(({ isMet }) => isMet),
})
