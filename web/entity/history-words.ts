import type { HistoryEntry } from '../api/resources.ts'

export const historyWords: Record<HistoryEntry['action'], string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'brought back',
}
