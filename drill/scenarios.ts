import { setTimeout as sleep } from 'node:timers/promises'
import { until, type Cluster } from './cluster.ts'
import type { Instances } from './instances.ts'

export interface Scenario {
  number: number
  guarantee: string
  /** Seconds of errors after each kill, at most. */
  maxErrors: number
  /** Whether the browser repeats all requests that failed, so that no user sees an error. */
  isUnseen: boolean
  /** Kills, and brings back what was killed. */
  kill: (parts: { cluster: Cluster; instances: Instances }, time: number) => Promise<void>
}

/** The pause of systemd before it starts a service again. */
const restartDelay = 100

/** Milliseconds that the former primary stays away after the new one works. */
const absence = 3000

const allKept = '0 acknowledged writes lost, 0 doubled'

export const scenarios: readonly Scenario[] = [
  {
    number: 1,
    guarantee: `an instance killed: errors ≤ 1 s, all repeated by the browser; ${allKept}`,
    maxErrors: 1,
    isUnseen: true,
    kill: async ({ instances }, time) => {
      const at = time % instances.count
      await instances.kill(at)
      await sleep(restartDelay)
      await instances.start(at)
    },
  },
  {
    number: 2,
    guarantee: `PgBouncer killed and started again: errors ≤ 3 s, all repeated by the browser; ${allKept}`,
    maxErrors: 3,
    isUnseen: true,
    kill: async ({ cluster }) => {
      await cluster.killPooler()
      await sleep(restartDelay)
      await cluster.startPooler()
    },
  },
  {
    number: 3,
    guarantee: `the machine of the primary killed (PostgreSQL and Patroni), and back as the standby later: errors ≤ 10 s; ${allKept}`,
    maxErrors: 10,
    isUnseen: false,
    kill: async ({ cluster }) => {
      const at = await primaryOf(cluster)
      await cluster.killNode(at)
      await untilReplaced(cluster, at)
      await sleep(absence)
      cluster.startNode(at)
    },
  },
  {
    number: 4,
    guarantee: `PostgreSQL of the primary killed: errors ≤ 10 s; ${allKept}`,
    maxErrors: 10,
    isUnseen: false,
    kill: async ({ cluster }) => {
      const at = await primaryOf(cluster)
      await cluster.killPostgres(at)
      await untilReplaced(cluster, at)
    },
  },
  {
    number: 5,
    guarantee: `the machine of the primary hangs, and goes on after another became the primary: errors ≤ 10 s; ${allKept}`,
    maxErrors: 10,
    isUnseen: false,
    kill: async ({ cluster }) => {
      const at = await primaryOf(cluster)
      const goOn = cluster.freezeNode(at)
      try {
        await untilReplaced(cluster, at)
        await sleep(absence)
      } finally {
        goOn()
      }
    },
  },
]

async function primaryOf(cluster: Cluster): Promise<number> {
  const at = await cluster.primary()
  if (at === undefined) throw new Error('There is no primary')
  return at
}

const untilReplaced = (cluster: Cluster, former: number): Promise<void> =>
  until('another server is the primary', async () => {
    const at = await cluster.primary()
    return at !== undefined && at !== former
  })
