import { describe, expect, it } from 'vitest'

import { ensureTools, type Machine } from './tools.ts'

type Made = { machine: Machine; ran: string[] }

function machine(about: {
  has: string[]
  aptWorks?: boolean
  sudoWorks?: boolean
  debian?: boolean
  root?: boolean
}): Made {
  const has = new Set(about.has)
  const ran: string[] = []
  return {
    ran,
    machine: {
      chromium: () => (has.has('chromium-headless-shell') ? '/bin/chromium' : undefined),
      postgres: () => (has.has('postgresql') ? '/bin' : undefined),
      isDebian: () => about.debian ?? true,
      isRoot: () => about.root ?? true,
      run: async (program, args) => {
        ran.push([program, ...args].join(' '))
        if (program === 'sudo' && !about.sudoWorks) return { ok: false, output: '' }
        if (!about.aptWorks) return { ok: args.includes('true'), output: 'no network' }
        for (const name of args) has.add(name)
        return { ok: true, output: '' }
      },
    },
  }
}

describe('the tools of the tests', () => {
  it('needs no database if no test does', async () => {
    const { machine: on, ran } = machine({ has: ['chromium-headless-shell'] })
    expect(await ensureTools(on, false)).toEqual({})
    expect(ran).toEqual([])
  })

  it('installs nothing if all tools exist', async () => {
    const { machine: on, ran } = machine({ has: ['chromium-headless-shell', 'postgresql'] })
    expect(await ensureTools(on)).toEqual({})
    expect(ran).toEqual([])
  })

  it('installs missing tools as root', async () => {
    const { machine: on, ran } = machine({ has: ['chromium-headless-shell'], aptWorks: true })
    expect(await ensureTools(on)).toEqual({ note: 'installed postgresql' })
    expect(ran).toEqual(['apt-get update', 'apt-get install -y --no-install-recommends postgresql'])
  })

  it('installs with sudo if it needs no password', async () => {
    const { machine: on, ran } = machine({ has: [], aptWorks: true, root: false, sudoWorks: true })
    expect(await ensureTools(on)).toEqual({ note: 'installed chromium-headless-shell, postgresql' })
    expect(ran.at(-1)).toBe(
      'sudo -n apt-get install -y --no-install-recommends chromium-headless-shell postgresql',
    )
  })

  it.each([
    ['without rights', { has: [], root: false }],
    ['on other systems than Debian', { has: [], debian: false }],
    ['when installing fails', { has: [] }],
  ])('names the tools to install %s', async (_when, about) => {
    expect((await ensureTools(machine(about).machine)).problem).toMatch(
      /^The tests need Chromium .+ and PostgreSQL.+ install them\.$/,
    )
  })
})
