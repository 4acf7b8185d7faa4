import { ask } from '../../client.ts'
import type { ChaosCustomer } from './firm.ts'

type Item = Record<string, unknown>

/** What the office holds, as the texts of the ledger. */
export async function textsOfOffice(
  url: string,
  headers: Record<string, string>,
  commented: readonly ChaosCustomer[],
): Promise<string[]> {
  const read = async (path: string): Promise<{ items: Item[]; next?: string | null }> => {
    const { status, text } = await ask(url + path, { headers })
    if (status !== 200) throw new Error(`${path}: ${status} ${text}`)
    return JSON.parse(text) as { items: Item[]; next?: string | null }
  }
  const readAll = async (path: string): Promise<Item[]> => {
    const all: Item[] = []
    for (let after = ''; ;) {
      const { items, next } = await read(`${path}${after}`)
      all.push(...items)
      if (!next) return all
      after = `&after=${encodeURIComponent(next)}`
    }
  }
  const visits = (await readAll('/api/v1/visits?limit=200')).flatMap((visit) => {
    const { Feedback, Photo_ID, Status, Customer_Code, Planned_At } = visit
    if (Status === 'planned') return [planText(String(Customer_Code), String(Planned_At))]
    // Of a visit without a customer, what the phone sent is kept in the remarks.
    const text = firstText(Feedback) ?? firstText(visit['Remarks'])
    if (text === undefined) return []
    return typeof Photo_ID === 'string' ? [text, photoText(text)] : [text]
  })
  const proposals = (await readAll('/api/v1/field/proposals?limit=200')).flatMap(
    (proposal) => allTexts(proposal) ?? [],
  )
  const comments: string[] = []
  for (const { id } of commented)
    for (const { body } of (await read(`/api/v1/comments?entity=customer&record=${id}`)).items)
      comments.push(...allTexts(body))
  return [...visits, ...proposals, ...comments]
}

/** Texts of the ledger: `<kind> <number of phone>-<number>-<random>`. */
const pattern = /\b(?:visit|comment|proposal|correction) \d+-\d+-[a-z0-9]+\b/g

const firstText = (value: unknown): string | undefined =>
  typeof value === 'string' ? value.match(pattern)?.[0] : undefined

const allTexts = (value: unknown): string[] => [...new Set(JSON.stringify(value).match(pattern))]

/** The text of a photo of a visit. */
export const photoText = (visit: string): string => `${visit} with a photo`

/** A plan has no text: its customer has no other plan. */
export const planText = (customer: string, at: string): string =>
  `plan ${customer} ${new Date(at).toISOString()}`
