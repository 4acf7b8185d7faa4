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
): Promise<{ customers: ChaosCustomer[]; pool: { code: string } }> {
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
  return { customers, pool: { code: String(pool['Pool_Code']) } }
}

/** Adds representatives of a pool through the API. */
export async function addRepresentatives(
  url: string,
  headers: Record<string, string>,
  pool: { code: string },
  count: number,
): Promise<ChaosAccount[]> {
  const accounts: ChaosAccount[] = []
  for (let at = 1; at <= count; at++) {
    const email = `rep${at}@firm.example`
    const registered = await ask(`${url}/api/auth/register`, {
      method: 'POST',
      body: { username: `rep${at}`, email, password },
    })
    if (registered.status !== 201) throw new Error(`Registering: ${registered.status} ${registered.text}`)
    const { id, version } = (JSON.parse(registered.text) as { account: { id: string; version: number } })
      .account
    const places = [{ level: 'pool', code: pool.code }]
    const approved = await ask(`${url}/api/admin/users/${id}`, {
      method: 'PATCH',
      headers,
      body: { status: 'active', role: 'FIELD', places, version },
    })
    if (approved.status !== 200) throw new Error(`Approving: ${approved.status} ${approved.text}`)
    accounts.push({ email, password })
  }
  return accounts
}
