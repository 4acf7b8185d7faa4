import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { root, runProgram } from '../scripts/test/run-program.ts'
import { combine, type Figure, type Finding } from './figure.ts'

export interface Verdict {
  number: string
  level: number
  verdict: 'pass' | 'fail' | 'n/a'
}

const row = /^\| (\d+\.\d+\.\d+) \| ([12]) \| [^|]+ \| (pass|fail|n\/a) \|/gm

export const readVerdicts = (document: string): Verdict[] =>
  [...document.matchAll(row)].map(([, number, level, verdict]) => ({
    number: number!,
    level: Number(level),
    verdict: verdict as Verdict['verdict'],
  }))

/** The number of requirements of each level of ASVS 5.0. */
const requirements: Record<number, number> = { 1: 70, 2: 183 }

export function judgeLevel(verdicts: readonly Verdict[], level: 1 | 2): Finding {
  const ofLevel = verdicts.filter((each) => each.level === level)
  const count = (verdict: Verdict['verdict']): number =>
    ofLevel.filter((each) => each.verdict === verdict).length
  const share = count('pass') / (count('pass') + count('fail'))
  const failing = ofLevel.filter(({ verdict }) => verdict === 'fail').map(({ number }) => number)
  const names = failing.length > 0 ? ` (${failing.join(', ')})` : ''
  return {
    measured: `L${level}: ${count('pass')} pass, ${count('fail')} fail${names}, ${count('n/a')} not applicable`,
    isMet: ofLevel.length === requirements[level] && share >= (level === 1 ? 1 : 0.9),
  }
}

export const standard: Figure = {
  number: 12,
  guarantee:
    'ASVS 5.0: L1 all applicable pass, L2 every requirement has a verdict and ≥ 90 % of the applicable pass; 0 known high or critical advisories in production packages',
  measure: async (_options, say) => {
    say('12: the verdicts, and npm audit')
    const verdicts = readVerdicts(readFileSync(join(root, 'docs/asvs.md'), 'utf8'))
    return combine([judgeLevel(verdicts, 1), judgeLevel(verdicts, 2), await advisories()])
  },
}

interface Audit {
  metadata?: { vulnerabilities: Record<string, number> }
}

async function advisories(): Promise<Finding> {
  const { output } = await runProgram('npm', ['audit', '--omit=dev', '--json'])
  const found = readAudit(output)?.metadata?.vulnerabilities
  if (!found) return { measured: 'npm audit: no answer', isMet: false }
  const { high = 0, critical = 0, total = 0 } = found
  return {
    measured: `npm audit: ${critical} critical, ${high} high, ${total} in all`,
    isMet: high + critical === 0,
  }
}

function readAudit(output: string): Audit | undefined {
  try {
    return JSON.parse(output.slice(output.indexOf('{'))) as Audit
  } catch {
    return undefined
  }
}
