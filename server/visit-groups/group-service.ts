import {
  groupFields,
  type GroupVisit,
  type GroupVisitInput,
  type RecordedGroup,
} from '#domain/api/visit-plans/group-visits.ts'
import type { VisitInput } from '#domain/api/visits/visits.ts'
import { referenceOf } from '#domain/field/reference.ts'
import { invalid, notFound } from '#domain/problem.ts'
import { groupProblems } from '#domain/visit-plans/groups.ts'
import { namesOfEmployees } from '../assignments/assignment-names.ts'
import { namesOfCustomers } from '../assignments/handover-store.ts'
import type { Context } from '../core/context.ts'
import { keyOfCustomer, lockCustomers } from '../core/customer-locks.ts'
import { gate, requireRight } from '../core/gate.ts'
import { once, type Answer } from '../core/idempotency.ts'
import { newId } from '../store/new-id.ts'
import { undoRecording } from '../visits/undo-visit.ts'
import { savePayload } from '../visits/visit-service.ts'
import { toVisitPayload } from '../visits/visit-payload.ts'
import type { Visit } from '../visits/visit-store.ts'
import { t } from '#domain/messages/t.ts'

/** Records a meeting as a visit of each customer, in one transaction: the rules of a visit apply to every one of them. */
export async function recordGroupVisit(ctx: Context, input: GroupVisitInput): Promise<Answer<RecordedGroup>> {
  const visits = gate(ctx, 'create', 'visit')
  requireRight(ctx, 'read', 'customer')
  const { customers: codes, Group_Title, Keeps_Plan } = input
  const problems = groupProblems(codes)
  if (problems.length > 0) throw invalid(problems)
  const shared = Object.fromEntries(
    groupFields.flatMap((name) => (input[name] === undefined ? [] : [[name, input[name]]])),
  )
  return once(ctx, ['group visit', input], (saveAnswer) =>
    visits.transaction(async (writer) => {
      // All of them first, in the order of their keys.
      const locked = await lockCustomers(
        ctx,
        writer.tx,
        codes.map((code) => code.trim()),
      )
      const missing = codes.filter((code) => !locked.has(keyOfCustomer(code.trim())))
      if (missing.length > 0)
        throw invalid(
          missing.map((code) => ({
            field: 'customers',
            message: t('There is no customer {code}', { code: code.trim() }),
          })),
        )
      const Group_ID = referenceOf(newId(ctx.now()))
      const saved: Visit[] = []
      for (const { Customer_Code } of locked.values()) {
        const visit: VisitInput = {
          ...shared,
          Customer_Code,
          Group_ID,
          Group_Title,
          ...(Keeps_Plan && { Keeps_Plan }),
        }
        saved.push((await savePayload(ctx, writer, toVisitPayload(visit, ctx.config.timeZone))).body)
      }
      return saveAnswer(writer.tx, { status: 201, body: { Group_ID, Group_Title, visits: saved } })
    }),
  )
}

const membersOf = async (ctx: Context, groupId: string): Promise<Visit[]> => {
  const { items } = await gate(ctx, 'read', 'visit').list({
    filters: [{ field: 'Group_ID', test: 'is', values: [groupId] }],
    sort: { field: 'Visit_ID', descending: false },
    limit: 500,
    total: false,
  })
  if (items.length === 0) throw notFound(t('There is no group visit {group}', { group: groupId }))
  return items
}

export async function readGroupVisit(ctx: Context, groupId: string): Promise<GroupVisit> {
  const visits = await membersOf(ctx, groupId)
  for (const subject of ['customer', 'employee', 'city']) requireRight(ctx, 'read', subject)
  const joined = [...new Set(visits.flatMap(({ Joined_By }) => Joined_By ?? []))]
  const names = await namesOfEmployees(ctx.store.read, joined)
  const rows = await namesOfCustomers(
    ctx.store.read,
    visits.flatMap(({ Customer_Code }) => Customer_Code ?? []),
  )
  const byCode = new Map(rows.map((row) => [row.customer_code, row]))
  const [first] = visits
  return {
    Group_ID: first!.Group_ID!,
    Group_Title: first!.Group_Title,
    Group_Kind: first!.Group_Kind,
    Visited_On: first!.Visited_On,
    Attendees: first!.Attendees,
    joinedBy: joined.map((number) => ({ employeeNumber: number, name: names.get(number) ?? number })),
    customers: visits.flatMap(({ Visit_ID, Customer_Code }) => {
      const row = byCode.get(Customer_Code ?? '')
      return row
        ? [
            {
              Visit_ID,
              Customer_Code: row.customer_code,
              Customer_Name: row.customer_name,
              Local_Name: row.local_name,
            },
          ]
        : []
    }),
  }
}

/** Undoes the visits of all customers, or none: a visit that was changed since stops it. */
export async function undoGroupVisit(ctx: Context, groupId: string): Promise<Answer<{ undone: number }>> {
  const visits = gate(ctx, 'create', 'visit')
  return once(ctx, ['undo group visit', groupId], async (saveAnswer) => {
    const members = await membersOf(ctx, groupId)
    return visits.transaction(async (writer) => {
      await lockCustomers(
        ctx,
        writer.tx,
        members.flatMap(({ Customer_Code }) => Customer_Code ?? []),
      )
      for (const { id } of members) await undoRecording(ctx, writer, id)
      return saveAnswer(writer.tx, { status: 200, body: { undone: members.length } })
    })
  })
}
