import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { root } from '../../scripts/test/run-program.ts'
import { maxLag } from './postgres-restores.ts'

it('leaves half of the time that may be missing for archiving the log', () => {
  const settings = readFileSync(join(root, 'deploy/pgbackrest/archive.conf'), 'utf8')
  const seconds = Number(/^archive_timeout = (\d+)$/m.exec(settings)?.[1])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThanOrEqual(maxLag / 2)
})
