import type { RecordNamed } from '#domain/catalogue/catalogue.ts'
import { labelsOf } from '#domain/catalogue/entity-labels.ts'
import { request } from '../../api/client.ts'
import { listRecords, pathOf } from '../../api/resources.ts'

export type WorkingTime = RecordNamed<'workingTime'>
export type Leave = RecordNamed<'leave'>

/** The working time of an employee; null: those of the firm count. */
export async function readWorkingTime(employee: string, signal: AbortSignal): Promise<WorkingTime | null> {
  const { items } = await listRecords(
    labelsOf('workingTime'),
    { filters: { Employee_Number: employee }, limit: 1 },
    signal,
  )
  return items[0] ?? null
}

export type WorkingTimeValues = Pick<
  WorkingTime,
  | 'Start_Time'
  | 'End_Time'
  | 'Stops_Per_Day'
  | 'Visit_Minutes'
  | 'Plan_Ahead_Days'
  | 'Days_Off'
  | 'Start_City'
>

export const saveWorkingTime = (
  employee: string,
  stored: WorkingTime | null,
  values: WorkingTimeValues,
  key: string,
): Promise<WorkingTime> =>
  stored
    ? request('PATCH', pathOf(labelsOf('workingTime'), stored.id), {
        body: { ...values, version: stored.version },
      })
    : request('POST', pathOf(labelsOf('workingTime')), {
        body: { Employee_Number: employee, ...values },
        headers: { 'idempotency-key': key },
      })

export async function listLeaves(employee: string, signal: AbortSignal): Promise<Leave[]> {
  const { items } = await listRecords(
    labelsOf('leave'),
    { filters: { Employee_Number: employee }, sort: '-From_Date', limit: 20 },
    signal,
  )
  return items
}

export const addLeave = (
  values: Pick<Leave, 'Employee_Number' | 'From_Date' | 'To_Date' | 'Reason'>,
  key: string,
): Promise<Leave> =>
  request('POST', pathOf(labelsOf('leave')), { body: values, headers: { 'idempotency-key': key } })

export const removeLeave = ({ id, version }: Leave): Promise<void> =>
  request('DELETE', pathOf(labelsOf('leave'), id), { query: { version: String(version) } })
