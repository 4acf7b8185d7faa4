import type { HistoryEntry } from '../api/records.ts'

export const actionLabels: Record<HistoryEntry['action'], string> = {
  create: 'created',
  update: 'changed',
  delete: 'deleted',
  restore: 'restored',
}
