import { checkRole } from './access/role-save-hook.ts'
import { checkAssignment } from './assignments/assignment-save-hook.ts'
import { checkBalance, keepBookBalance } from './balances/balance-save-hook.ts'
import { registerAfterUndo, registerUndo } from './changes/undo-batch.ts'
import { lockCustomersOf } from './core/customer-locks.ts'
import { countAttempt, publicWriteAllowance } from './core/rate-limit.ts'
import { checkLicence } from './customers/licence-save-hook.ts'
import { findAgain } from './data-quality/find-again.ts'
import {
  checkLeave,
  checkWorkingTime,
  checkWorkPlan,
  checkWorkPlanStop,
} from './planning/planning-save-hooks.ts'
import { reopenPlan } from './planning/accept-plan.ts'
import { reopenProposal } from './field/proposals/undo-approval.ts'
import { registerSaveHooks } from './records/save-hooks.ts'
import { prepareUndoOfRewrite } from './rename-merge/undo-rewrite.ts'
import { applyVisitEffects } from './visits/visit-effects.ts'
import { checkVisit, restoreVisit } from './visits/visit-save-hook.ts'

// What features do when records are saved or batches undone. Imported by the server and its import thread, which both
// save.
registerSaveHooks({
  visit: {
    lock: lockCustomersOf,
    check: checkVisit,
    after: applyVisitEffects,
    restoreExactly: restoreVisit,
  },
  assignment: { lock: lockCustomersOf, check: checkAssignment },
  balance: { lock: lockCustomersOf, check: checkBalance, after: keepBookBalance },
  customerPlace: { lock: lockCustomersOf },
  customerLicence: { lock: lockCustomersOf, check: checkLicence },
  workingTime: { check: checkWorkingTime },
  leave: { check: checkLeave },
  workPlan: { check: checkWorkPlan },
  workPlanStop: { lock: lockCustomersOf, check: checkWorkPlanStop },
  role: { check: checkRole },
  contactMessage: {
    beforeAnonymousCreate: (ctx) => countAttempt(ctx, ['contact', ctx.address], publicWriteAllowance),
  },
})
registerUndo(['rename', 'merge', 'move'], prepareUndoOfRewrite)
registerAfterUndo('proposal', reopenProposal)
registerAfterUndo('work plan', reopenPlan)
registerAfterUndo('bulk edit', findAgain)
