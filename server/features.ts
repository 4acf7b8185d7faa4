import type { FastifyInstance } from 'fastify'
import { addAccessRoutes } from './access/access-routes.ts'
import { addAccountRoutes } from './accounts/account-routes.ts'
import { addApiTokenRoutes } from './accounts/tokens/api-token-routes.ts'
import { addUserRoutes } from './accounts/user-routes.ts'
import { addAdviceRoutes } from './advice/advice-routes.ts'
import { addHandoverRoutes } from './assignments/handover-routes.ts'
import { addAuditRoutes } from './audit/audit-routes.ts'
import { addBalanceRoutes } from './balances/balance-routes.ts'
import { addCalendarRoutes } from './calendar/calendar-routes.ts'
import { addBatchRoutes } from './changes/batch-routes.ts'
import { addBulkRoutes } from './changes/bulk-routes.ts'
import { addChangeFeedRoutes } from './change-feed/change-feed-routes.ts'
import { addCollectionRoutes } from './collections/collection-routes.ts'
import { addCustomerPageRoutes } from './customers/customer-page-routes.ts'
import { addDashboardRoutes } from './dashboard/dashboard-routes.ts'
import { addDataQualityRoutes } from './data-quality/data-quality-routes.ts'
import { addDayRouteRoutes } from './day-route/day-route-routes.ts'
import { addDocumentRoutes } from './documents/document-routes.ts'
import { addDuplicateRoutes } from './duplicates/duplicate-routes.ts'
import { addExportRoutes } from './export/export-routes.ts'
import { addTotalsRoutes } from './export/totals-routes.ts'
import { addArrivalRoutes } from './field/arrivals/arrival-routes.ts'
import { addPhoneRoutes } from './field/phones/phone-routes.ts'
import { addProposalRoutes } from './field/proposals/proposal-routes.ts'
import { addDeviceRoutes } from './field/devices/device-routes.ts'
import { addEventRoutes } from './field/events/event-routes.ts'
import { addSyncRoutes } from './field/sync/sync-routes.ts'
import { addSeriesRoutes } from './number-series/series-routes.ts'
import { addPlanningRoutes } from './planning/planning-routes.ts'
import { addBulkPlanRoutes } from './planner/bulk-plan-routes.ts'
import { addPlannerRoutes } from './planner/planner-routes.ts'
import { addPlanApprovalRoutes } from './plan-approvals/approval-routes.ts'
import { addPlanResultRoutes } from './plan-results/result-routes.ts'
import { addPersonalDataRoutes } from './personal-data/personal-data-routes.ts'
import { addBinRoutes } from './record-page/bin-routes.ts'
import { addCommentRoutes } from './record-page/comment-routes.ts'
import { addRecordPageRoutes } from './record-page/record-page-routes.ts'
import { addReceivableRoutes } from './receivables/receivable-routes.ts'
import { addReminderRoutes } from './reminders/reminder-routes.ts'
import { addContractRoutes } from './records/contract-routes.ts'
import { addResourceRoutes } from './records/record-routes.ts'
import { addReferenceDataRoutes } from './reference-data/reference-data-routes.ts'
import { addRenameMergeRoutes } from './rename-merge/rename-merge-routes.ts'
import { addRetirementRoutes } from './retirement/retirement-routes.ts'
import { addSavedViewRoutes } from './saved-views/saved-view-routes.ts'
import { addSearchRoutes } from './search/search-routes.ts'
import { addTreeRoutes } from './trees/tree-routes.ts'
import { addGroupVisitRoutes } from './visit-groups/group-routes.ts'
import { addPhotoRoutes } from './visits/photos/photo-routes.ts'
import { addVisitRoutes } from './visits/visit-routes.ts'
import { addWebhookRoutes } from './webhooks/webhook-routes.ts'

/** The routes of each feature, in the order of the API description. */
export const features: readonly ((app: FastifyInstance) => void)[] = [
  addResourceRoutes,
  addContractRoutes,
  addVisitRoutes,
  addPlannerRoutes,
  addBulkPlanRoutes,
  (app) => addPlanningRoutes(app),
  addSavedViewRoutes,
  addBatchRoutes,
  addBulkRoutes,
  addExportRoutes,
  addTotalsRoutes,
  addSearchRoutes,
  addAccessRoutes,
  addAuditRoutes,
  addPersonalDataRoutes,
  addApiTokenRoutes,
  addSeriesRoutes,
  addDataQualityRoutes,
  addReferenceDataRoutes,
  addDuplicateRoutes,
  addCommentRoutes,
  addDocumentRoutes,
  addRecordPageRoutes,
  addBinRoutes,
  addRenameMergeRoutes,
  addRetirementRoutes,
  addTreeRoutes,
  addAdviceRoutes,
  addPhotoRoutes,
  addCalendarRoutes,
  addDayRouteRoutes,
  addBalanceRoutes,
  addReceivableRoutes,
  addCollectionRoutes,
  addPlanResultRoutes,
  addGroupVisitRoutes,
  addPlanApprovalRoutes,
  addCustomerPageRoutes,
  addHandoverRoutes,
  addProposalRoutes,
  addArrivalRoutes,
  addPhoneRoutes,
  addDashboardRoutes,
  addEventRoutes,
  addDeviceRoutes,
  addSyncRoutes,
  addReminderRoutes,
  addChangeFeedRoutes,
  addWebhookRoutes,
  addAccountRoutes,
  addUserRoutes,
]
