import type { Trigger } from '../trigger.ts'

/**
 * The owners of a customer are denormalised into two columns, so that "my customers" is an index scan like a place is:
 *
 * - `assigned_employee`: the owner on the day in `ownersDay`
 * - `other_owner`: another owner: the employee of an open plan, or the account that made a plan without an employee
 *
 * Triggers compute both whenever an assignment or an open plan changes, and `applyDay` whenever the day does.
 */
export const ownersDay = 'owners.day'

/** Stored in `other_owner` if there are several: the assignments and visits have to be read then. */
export const severalOwners = '*'

const day = `(select value from setting where name = '${ownersDay}')`

const isActive = (assignment: string): string =>
  `${assignment}.from_day <= ${day} and (${assignment}.until_day is null or ${assignment}.until_day >= ${day})`

/** Written so that no index on the status is used: a customer has few visits, and the firm has many open plans. */
const isPlan = `v.status || '' = 'planned'`

/** Without a limit SQLite inlines the subqueries wherever their columns are used, and runs them as many times. */
const materialized = 'limit 1000000000'

/** The owners of the customers `c` that match a condition, computed from the assignments and visits. */
const selectOwners = (condition: string): string => `
  select main.id, main.assigned, (
    select case count(distinct owner) when 0 then null when 1 then min(owner) else '${severalOwners}' end from (
      select a.employee_number as owner from assignment as a
        where a.customer_code = main.customer_code and ${isActive('a')}
      union all
      select coalesce(v.assigned_to, v.planned_by) from visit as v
        where v.customer_code = main.customer_code and ${isPlan}
    ) as owners where owner <> coalesce(main.assigned, '')
  ) as other
  from (
    select c.id, c.customer_code, (
      select a.employee_number from assignment as a
        where a.customer_code = c.customer_code and ${isActive('a')}
        order by a.from_day desc limit 1
    ) as assigned
    from customer as c where ${condition} ${materialized}
  ) as main ${materialized}`

const isDifferent = `(customer.assigned_employee is distinct from owned.assigned
    or customer.other_owner is distinct from owned.other)`

/** Recomputes the owners of these customers, and updates those that differ. */
export const updateOwners = (condition: string): string =>
  `update customer set assigned_employee = owned.assigned, other_owner = owned.other
  from (${selectOwners(condition)}) as owned where owned.id = customer.id and ${isDifferent}`

/** The ids of the customers whose stored owners differ from the assignments and visits. */
export const wrongOwners = (condition: string): string =>
  `select customer.id from customer join (${selectOwners(condition)}) as owned on owned.id = customer.id where ${isDifferent}`

/** The customers with an assignment that begins or ends between two days, the earlier one first. */
export const changedBetween = (first: string, last: string): string =>
  `c.customer_code in (
    select customer_code from assignment where from_day > ${first} and from_day <= ${last}
    union select customer_code from assignment where until_day >= ${first} and until_day < ${last})`

const changedCodes = {
  insert: 'new.customer_code',
  delete: 'old.customer_code',
  update: 'old.customer_code, new.customer_code',
}

function triggerOn(
  table: 'assignment' | 'visit',
  event: Trigger['event'],
  options: Pick<Trigger, 'of' | 'when' | 'waitsForDay'>,
): Trigger {
  const codes = changedCodes[event]
  return {
    name: `customer_owners_${table}_${event}`,
    table,
    event,
    ...options,
    locks: `customer where customer_code in (${codes}) order by natural_key`,
    statement: updateOwners(`c.customer_code in (${codes})`),
  }
}

const [isPlanned, wasPlanned] = [`new.status = 'planned'`, `old.status = 'planned'`]

/** Every write of an assignment or a visit updates the owners of the customer. */
export const ownerTriggers: readonly Trigger[] = [
  triggerOn('assignment', 'insert', { waitsForDay: true }),
  triggerOn('assignment', 'delete', { waitsForDay: true }),
  triggerOn('assignment', 'update', {
    of: ['customer_code', 'employee_number', 'from_day', 'until_day'],
    waitsForDay: true,
  }),
  triggerOn('visit', 'insert', { when: isPlanned }),
  triggerOn('visit', 'delete', { when: wasPlanned }),
  triggerOn('visit', 'update', {
    of: ['customer_code', 'status', 'assigned_to', 'planned_by'],
    when: `${wasPlanned} or ${isPlanned}`,
  }),
]
