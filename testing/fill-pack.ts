import type { PackCustomer, PackProposal } from '#domain/field/pack.ts'
import { announce } from '#web/outbox/store/changes.ts'
import { withDatabase } from '#web/outbox/store/database.ts'

let revision = 0

/** Empties the database of the browser, and stores what the account a1 downloaded. */
export async function fillPack(
  customers: readonly PackCustomer[],
  proposals: readonly PackProposal[] = [],
): Promise<void> {
  await withDatabase(async (database) => {
    for (const store of database.objectStoreNames) await database.clear(store)
    for (const customer of customers) await database.put('customers', customer)
    for (const proposal of proposals) await database.put('proposals', proposal)
    await database.put(
      'masters',
      {
        seasons: ['Winter', 'Summer', 'Monsoon'],
        crops: ['Cotton', 'Cumin', 'Gram', 'Mango'],
        materials: ['DAP', 'NPK', 'Urea'],
        suits: [
          { soil: 'Medium Black', crop: 'Cumin', season: 'Winter', code: 'CR1' },
          { soil: 'Medium Black', crop: 'Gram', season: 'Winter', code: 'CR2' },
          { soil: 'Sandy', crop: 'Mango', season: 'Summer', code: 'CR3' },
        ],
        supplies: [{ crop: 'Cumin', material: 'NPK', code: 'CR1' }],
        soils: [],
        colleagues: [
          { number: 'E7', name: 'Asha Patel' },
          { number: 'E8', name: 'Bina Shah' },
        ],
        cities: [{ code: 'GON', name: 'Gondal' }],
        weeklyOffs: [],
        holidays: [],
      },
      'all',
    )
    await database.put('meta', {
      name: 'pack',
      account: { id: 'a1', username: 'ravi', employee: { number: 'E1', name: 'Ravi' } },
      cursor: '1',
      missing: [],
      dayOff: null,
      tiles: null,
      timeZone: 'Asia/Kolkata',
      syncedAt: new Date().toISOString(),
      revision: ++revision,
    })
  })
  announce('pack')
  announce('outbox')
}
