import { insertAccount } from '#server/accounts/account-store.ts'
import { hashPassword } from '#server/accounts/sign-in/password.ts'
import { newId } from '#server/store/new-id.ts'
import { openStore } from '#server/store/open-store.ts'
import { make } from '#testing/build-record.ts'
import { entityNamed } from '#domain/catalogue/catalogue.ts'
import { ask } from '../../client.ts'

/** A customer of the phones. */
export interface ChaosCustomer {
  id: string
  code: string
}

export interface ChaosAccount {
  email: string
  password: string
}

type Values = Record<string, unknown>

const password = 'sunflower-and-sugarcane'

/** Adds customers of one city through the API; returns them with their pool. */
export async function addCustomers(
  url: string,
  headers: Record<string, string>,
  count: number,
): Promise<{ customers: ChaosCustomer[]; pool: { id: string; code: string } }> {
  const save = async (name: string, body: Values): Promise<Values> => {
    const { status, text } = await ask(`${url}/api/v1/${entityNamed(name).path}`, {
      method: 'POST',
      headers,
      body,
    })
    if (status !== 201) throw new Error(`Adding a ${name}: ${status} ${text}`)
    return JSON.parse(text) as Values
  }
  const made = new Map<string, Values>()
  const customers: ChaosCustomer[] = []
  const never = { Last_Visited: null, Last_Visit_ID: null }
  for (let at = 1; at <= count; at++) {
    const record = await make(save, 'customer', { Customer_Name: `Farm ${at}`, ...never }, made)
    customers.push({ id: String(record['id']), code: String(record['Customer_Code']) })
  }
  const pool = made.get('pool')
  if (!pool) throw new Error('The customers have no pool')
  return { customers, pool: { id: String(pool['id']), code: String(pool['Pool_Code']) } }
}

/** Adds representatives of a pool to the stored data; no server is running on it. */
export async function addRepresentatives(
  settings: Record<string, string>,
  pool: { id: string; code: string },
  count: number,
): Promise<ChaosAccount[]> {
  const now = new Date()
  const store = await openStore({
    dataDir: settings['DATA_DIR']!,
    databaseUrl: settings['DATABASE_URL'],
    now: () => now,
    onTrouble: (error) => process.stderr.write(`${error.message}\n`),
  })
  const passwordHash = await hashPassword(password)
  const accounts: ChaosAccount[] = []
  try {
    await store.transaction(async (tx) => {
      for (let at = 1; at <= count; at++) {
        const id = newId(now)
        const email = `rep${at}@firm.example`
        const account = {
          id,
          username: `rep${at}`,
          email,
          phone: null,
          language: null,
          passwordHash,
          version: 1,
        }
        await insertAccount(tx, {
          ...account,
          status: 'active',
          role: 'FIELD',
          createdAt: now.toISOString(),
        })
        await tx
          .insertInto('account_place')
          .values({ account_id: id, level: 'pool', code: pool.code, record_id: pool.id })
          .execute()
        accounts.push({ email, password })
      }
    })
  } finally {
    await store.close()
  }
  return accounts
}
