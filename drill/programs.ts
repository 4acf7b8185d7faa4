import { findPostgresPrograms, findProgram } from '#testing/find-tools.ts'

/** The programs of the drill, and the packages of Debian that have them. */
const packages = {
  haproxy: 'haproxy',
  pgbouncer: 'pgbouncer',
  patroni: 'patroni',
  etcd: 'etcd-server',
  postgres: 'postgresql',
} as const

export type ProgramName = keyof typeof packages
/** The path of each; of PostgreSQL the folder of its server programs. */
export type Programs = Record<ProgramName, string>

const find = (name: ProgramName): string | undefined =>
  name === 'postgres' ? findPostgresPrograms() : findProgram(name)

export class MissingPrograms extends Error {}

const all: readonly ProgramName[] = ['haproxy', 'pgbouncer', 'patroni', 'etcd', 'postgres']

export function findPrograms(findOne = find, names = all): Programs {
  const missing = names.filter((name) => findOne(name) === undefined)
  if (missing.length > 0)
    throw new MissingPrograms(
      `The drill needs ${missing.join(', ')}. Install with: apt-get install --no-install-recommends ${missing.map((name) => packages[name]).join(' ')}`,
    )
  const path = (name: ProgramName): string => findOne(name) ?? ''
  return {
    haproxy: path('haproxy'),
    pgbouncer: path('pgbouncer'),
    patroni: path('patroni'),
    etcd: path('etcd'),
    postgres: path('postgres'),
  }
}
