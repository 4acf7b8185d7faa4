import { runChaos } from '../trust/field/chaos/chaos.ts'
import { kinds } from '../trust/field/chaos/faults.ts'
import { administrator, expect, test } from './fixtures.ts'
import { copyPreparedData } from './prepared-data.ts'

test.use({ serviceWorkers: 'allow' })

/** A sample of figure 15 of docs/trust.md: `npm run field` records more, on more phones and both databases. */

const settingsOf = (): Record<string, string> => ({
  DATA_DIR: copyPreparedData('new'),
  ADMIN_EMAIL: administrator.email,
  ADMIN_PASSWORD: administrator.password,
})

test('loses and doubles nothing on a phone that is disturbed', { tag: '@phone' }, async () => {
  const said: string[] = []
  const result = await runChaos({
    settings: settingsOf(),
    events: 6,
    phones: 1,
    tabs: 2,
    seed: 7,
    say: (sentence) => void said.push(sentence),
  })
  expect(result, said.join('\n')).toMatchObject({ lost: [], doubled: [], stuck: [] })
  expect(result.saved).toBeGreaterThanOrEqual(6)
  // One that cannot be made in time, such as closing a tab that is gone, is left out.
  const kindsMade = kinds.filter((kind) => result.faults[kind] > 0)
  expect(kindsMade.length, said.join('\n')).toBeGreaterThanOrEqual(3)
  expect(result.serverKills).toBeGreaterThan(0)
})
