import { isObject } from '#domain/input.ts'
import { parseJson } from '#domain/parse-json.ts'
import { textAt } from '#domain/catalogue/values.ts'
import { dynamic } from '../dialect.ts'
import type { TransactionStep } from './data-steps.ts'

const batchSize = 1000

/**
 * The data step for a renamed field: records in the bin are stored by the names of their fields, and would be restored without
 * the value. The history keeps the name of its time, because it is append-only.
 */
export const renameInBin = (entity: string, from: string, to: string): TransactionStep => ({
  runs: 'in transaction',
  run: async (tx) => {
    const bin = dynamic(tx)
    for (let after = ''; ;) {
      const rows = await bin
        .selectFrom('bin')
        .select(['record_id', 'cells'])
        .where('entity', '=', entity)
        .where('record_id', '>', after)
        .orderBy('record_id')
        .limit(batchSize)
        .execute()
      for (const { record_id, cells } of rows) {
        const { [from]: value, ...others } = parseJson(String(cells), isObject)
        if (value === undefined) continue
        await bin
          .updateTable('bin')
          .set({ cells: JSON.stringify({ ...others, [to]: value }) })
          .where('entity', '=', entity)
          .where('record_id', '=', record_id!)
          .execute()
      }
      if (rows.length < batchSize) break
      after = textAt(rows.at(-1)!, 'record_id')
    }
  },
})
