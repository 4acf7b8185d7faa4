import { describe, expect, it } from 'vitest'
import { OptionRefusal } from '../bench/options.ts'
import { haproxyConfiguration, patroniConfiguration, replaceAllIn, type Ports } from './configurations.ts'
import { readOptions } from './options.ts'
import { compareWrites, outageOf } from './outage.ts'
import { findPrograms } from './programs.ts'

const ports: Ports = {
  site: 1,
  apps: [2, 3, 4],
  database: 5,
  pooler: 6,
  nodes: [
    { postgres: 7, patroni: 8 },
    { postgres: 9, patroni: 10 },
  ],
  etcd: 11,
  etcdPeer: 12,
}

it('accepts the drill that exists, and fewer kills', () => {
  expect(readOptions(['failover', '--kills', '2', '--only', '1,3'], [1, 2, 3])).toEqual({
    drill: 'failover',
    kills: 2,
    only: [1, 3],
    customers: 100_000,
    logs: undefined,
  })
  expect(readOptions(['upgrade', '--customers', '500'], [1])).toMatchObject({
    drill: 'upgrade',
    customers: 500,
  })
  expect(readOptions(['failover'], [1]).kills).toBe(10)
  for (const wrong of [[], ['flood'], ['failover', '--kills', '11'], ['failover', '--only', '9']])
    expect(() => readOptions(wrong, [1, 2])).toThrow(OptionRefusal)
})

it('names the command that installs what is missing', () => {
  expect(() => findPrograms((name) => (name === 'etcd' || name === 'haproxy' ? undefined : name))).toThrow(
    'The drill needs haproxy, etcd. Install with: apt-get install --no-install-recommends haproxy etcd-server',
  )
  expect(findPrograms((name) => `/bin/${name}`).patroni).toBe('/bin/patroni')
  expect(() => findPrograms(() => undefined, ['haproxy'])).toThrow('The drill needs haproxy. Install with')
})

describe('the deployed configurations', () => {
  it('get the addresses of the drill', () => {
    const haproxy = haproxyConfiguration(ports)
    expect(haproxy).toContain('server app-3 127.0.0.1:4\n')
    expect(haproxy).toContain('server database-2 127.0.0.1:9 check addr 127.0.0.1 port 10\n')
    const patroni = patroniConfiguration(ports, 1, { folder: '/scratch', programs: '/bin' })
    expect(patroni).toContain('name: database-2\n')
    expect(patroni).toContain('connect_address: 127.0.0.1:9\n')
    expect(patroni).toContain('data_dir: /scratch/data\n')
    for (const text of [haproxy, patroni]) expect(text).not.toMatch(/(app|database|etcd)-\d:\d/)
  })

  it('that lack an address are noticed', () => {
    expect(() => replaceAllIn('bind haproxy:81', { 'haproxy:80': 'here' })).toThrow(
      '"haproxy:80" is not in the configuration',
    )
  })
})

it('measures errors from the kill to the end of the last failed try', () => {
  const attempts = [
    { began: 100, ended: 900, error: 'before' },
    { began: 1100, ended: 1200, error: 'gone' },
    { began: 1150, ended: 1400 },
    { began: 2000, ended: 2500, error: 'gone' },
    { began: 2600, ended: 9000 },
  ]
  const requests = [
    { began: 100, ended: 950, tries: 1, wasShown: true },
    { began: 1100, ended: 2600, tries: 3, wasShown: false },
    { began: 2600, ended: 9000, tries: 1, wasShown: true },
  ]
  expect(outageOf(1000, attempts, requests)).toEqual({
    errors: 1.5,
    failed: 2,
    reasons: '2 × gone',
    longestWait: 6.4,
    shown: 1,
  })
  expect(outageOf(10_000, attempts, requests)).toMatchObject({ errors: 0, failed: 0, longestWait: 0 })
})

it('counts acknowledged writes that are missing, and writes that are there twice', () => {
  const stored = [
    { token: 'a', count: 1 },
    { token: 'b', count: 2 },
    { token: 'not acknowledged', count: 1 },
  ]
  expect(compareWrites(new Set(['a', 'b', 'c']), stored)).toEqual({ lost: 1, doubled: 1 })
  expect(compareWrites(new Set(), [])).toEqual({ lost: 0, doubled: 0 })
})
