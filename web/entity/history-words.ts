import type { HistoryEntry } from '../api/records.ts'

export const historyWords: Record<HistoryEntry['action'], string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'brought back',
}
