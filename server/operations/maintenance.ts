import type { FastifyInstance } from 'fastify'
import { can } from '#domain/access/policy.ts'
import { isObject } from '#domain/input.ts'
import { t } from '#domain/messages/t.ts'
import { parseJson } from '#domain/parse-json.ts'
import { serviceUnavailable } from '#domain/problem.ts'
import type { Context } from '../core/context.ts'
import type { Db, Tx } from '../store/dialect.ts'
import { recordEvent } from '../store/history/audit-store.ts'
import { deleteSetting, putSetting, readSetting } from '../store/settings.ts'
import { commandAuthor } from './account-commands.ts'

const settingName = 'maintenance'

/** The message of the operator; null: the usual one. */
export interface Maintenance {
  message: string | null
}

const isMaintenance = (input: unknown): input is Maintenance =>
  isObject(input) && (input['message'] === null || typeof input['message'] === 'string')

export async function readMaintenance(db: Db): Promise<Maintenance | undefined> {
  const stored = await readSetting(db, settingName)
  return stored === undefined ? undefined : parseJson(stored, isMaintenance)
}

export async function setMaintenance(
  tx: Tx,
  maintenance: Maintenance | undefined,
  now: () => Date,
): Promise<void> {
  if (maintenance) await putSetting(tx, settingName, JSON.stringify(maintenance), now())
  else await deleteSetting(tx, settingName)
  recordEvent(tx, commandAuthor(now), {
    action: 'maintenance',
    details: {
      maintenance: maintenance ? 'on' : 'off',
      ...(maintenance?.message && { message: maintenance.message }),
    },
  })
}

/** Milliseconds after which an instance notices that an operator has switched it on or off. */
const ttl = 2000
const retryAfterSeconds = 120
/** Pages, files, health checks and the log-in, so that an administrator can log in. */
const exempt: ReadonlySet<string | undefined> = new Set(['health', 'site', 'session'])

/** In maintenance mode only administrators are served; all others get 503 with the message, and phones send later. */
export function addMaintenance(app: FastifyInstance, { store, now }: Pick<Context, 'store' | 'now'>): void {
  let current: Maintenance | undefined
  let readAt = -Infinity
  app.addHook('onRequest', async ({ routeOptions, ctx }) => {
    if (exempt.has(routeOptions.config.may?.[1])) return
    if (Math.abs(now().getTime() - readAt) >= ttl) {
      readAt = now().getTime()
      current = await readMaintenance(store.read)
    }
    const actor = ctx.viewer ?? ctx.actor
    if (!current || can(actor, 'update', 'account').allowed) return
    throw serviceUnavailable(
      current.message ?? t('The site is under maintenance. Please try again later'),
      retryAfterSeconds,
    )
  })
}
