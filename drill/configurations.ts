import { readFileSync } from 'node:fs'

const deployed = (name: string): string =>
  readFileSync(new URL(`../deploy/failover/${name}`, import.meta.url), 'utf8')

export interface NodePorts {
  postgres: number
  patroni: number
}

export interface Ports {
  site: number
  apps: readonly number[]
  /** Where HAProxy forwards to the primary. */
  database: number
  pooler: number
  nodes: readonly NodePorts[]
  etcd: number
  etcdPeer: number
}

/** Replaces all of them; one that is not there means that the deployed file has changed. */
export function replaceAllIn(text: string, changes: Readonly<Record<string, string>>): string {
  let result = text
  for (const [from, to] of Object.entries(changes)) {
    if (!result.includes(from)) throw new Error(`"${from}" is not in the configuration`)
    result = result.replaceAll(from, to)
  }
  return result
}

const here = (port: number): string => `127.0.0.1:${port}`

/** deploy/failover/haproxy.cfg, with the addresses of the drill. */
export function haproxyConfiguration({ site, apps, database, nodes }: Ports): string {
  const changes: Record<string, string> = { 'haproxy:80': here(site), 'database:5000': here(database) }
  apps.forEach((port, at) => (changes[`app-${at + 1}:4000`] = here(port)))
  nodes.forEach(({ postgres, patroni }, at) => {
    const name = `database-${at + 1}`
    changes[`${name}:5432 check addr ${name} port 8008`] =
      `${here(postgres)} check addr 127.0.0.1 port ${patroni}`
  })
  return replaceAllIn(deployed('haproxy.cfg'), changes)
}

/** deploy/failover/patroni.yml for one of the nodes, with the addresses and the folder of the drill. */
export function patroniConfiguration(
  { nodes, etcd }: Ports,
  at: number,
  { folder, programs }: { folder: string; programs: string },
): string {
  const { postgres, patroni } = nodes[at]!
  return replaceAllIn(deployed('patroni.yml'), {
    'database-1:8008': here(patroni),
    'database-1:5432': here(postgres),
    'name: database-1': `name: database-${at + 1}`,
    'etcd-1:2379': here(etcd),
    '/var/lib/postgresql/15/agridesk': `${folder}/data`,
    '/usr/lib/postgresql/15/bin': programs,
    '/var/lib/postgresql/.pgpass_patroni': `${folder}/pgpass`,
    '/var/run/postgresql': folder,
    '10.0.0.0/8': '127.0.0.1/32',
    'scram-sha-256': 'trust',
    'all peer': 'all trust',
  })
}
