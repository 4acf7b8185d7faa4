import { buildWebIfChanged } from '../../../scripts/build-web.ts'
import { combine, type Figure, type Finding } from '../../figure.ts'
import { onBoth, titles, withHome } from '../../with-server.ts'
import { kinds } from './faults.ts'
import { runChaos, type ChaosResult } from './chaos.ts'

export interface FieldOptions {
  events: number
  phones: number
  /** Repeats the choices of an earlier run, as far as the machine does. */
  seed: number
  databases: readonly ('sqlite' | 'postgres')[]
}

export const tabsOfPhone = 2
export const fieldSizes = { events: 1000, phones: 5 }

export const fieldChaos: Figure = {
  number: 15,
  guarantee:
    '1,000 events recorded on 5 phones with 2 tabs each, while connections are cut before, during and after requests, the network goes, servers and browsers are killed, tabs closed, clocks wrong, the storage full and accounts logged out: 0 lost, 0 doubled',
  measure: ({ events, phones }, say) =>
    measureField(
      {
        events,
        phones: Math.min(phones, fieldSizes.phones),
        seed: Math.floor(Math.random() * 1e6),
        databases: ['sqlite', 'postgres'],
      },
      say,
    ),
}

export async function measureField(
  { events, phones, seed, databases }: FieldOptions,
  say: (sentence: string) => void,
): Promise<Finding> {
  buildWebIfChanged()
  const findings = await onBoth(async (database) => {
    if (!databases.includes(database)) return undefined
    return withHome(database, async ({ settings }) => {
      say(`15: ${titles[database]}`)
      const result = await runChaos({ settings, events, phones, tabs: tabsOfPhone, seed, say })
      const { measured, isMet } = findingOf(result, events)
      return { measured: `${titles[database]}: ${measured} (seed ${seed})`, isMet }
    })
  })
  return combine(findings.filter((finding) => finding !== undefined))
}

/** A small run may be over before each kind of disturbance has happened. */
const isDisturbed = ({ cuts, faults, serverKills }: ChaosResult): boolean =>
  [serverKills, cuts.before, cuts.during, cuts.after, ...kinds.map((kind) => faults[kind])].every(
    (times) => times > 0,
  )

export function findingOf(result: ChaosResult, events: number): Finding {
  const { counts, cuts, faults, lost, doubled, stuck, serverKills } = result
  const recorded = counts.visit + counts.plan + counts.comment + counts.proposal
  return {
    measured: [
      `${recorded} events (${counts.visit} visits, ${counts.photo} of them with a photo, ${counts.plan} plans, ${counts.comment} comments, ${counts.proposal} proposals): ${lost.length} lost, ${doubled.length} doubled, ${stuck.length} not sent`,
      `${result.unacknowledged} more begun and not acknowledged by the phone, of which ${result.arrivedUnacknowledged} arrived`,
      `requests cut: ${cuts.before} before, ${cuts.during} during, ${cuts.after} after`,
      `server killed ${serverKills} ×, ${kinds.map((kind) => `${kind} ${faults[kind]} ×`).join(', ')}`,
    ].join('; '),
    isMet:
      recorded >= events &&
      lost.length === 0 &&
      doubled.length === 0 &&
      stuck.length === 0 &&
      (events < fieldSizes.events || isDisturbed(result)),
  }
}
