import { integer, text } from '../schema/table.ts'
import { nullable, table } from './system-table.ts'

/** The tables of work plans, besides their records. */
export const planningTables = [
  // The last solution of a work plan: whether it is being computed, how far, and what it says.
  table(
    'plan_run',
    ['plan_id'],
    [
      text('plan_id'),
      text('run_id'),
      text('state', { oneOf: ['waiting', 'running', 'done', 'cancelled', 'failed'] }),
      text('started_at'),
      // Updated while it runs: a run of a process that was killed is not alive.
      text('alive_at'),
      integer('progress'),
      integer('is_cancelled'),
      text('report', nullable),
      // The batch that accepted the plan, and the state before.
      text('batch_id', nullable),
      text('former_state', nullable),
    ],
    [['batch_id']],
  ),
  // The due days of customers for which a visit was planned ahead.
  table('recurring_plan', ['customer_id', 'due_on'], [text('customer_id'), text('due_on')], [['due_on']]),
]
