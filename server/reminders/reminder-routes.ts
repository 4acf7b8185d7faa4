import type { FastifyInstance } from 'fastify'
import * as api from '#domain/api/reminders/notifications.ts'
import * as push from '#domain/api/reminders/push.ts'
import { serve } from '../core/serve.ts'
import {
  listNotifications,
  readAllNotifications,
  readNotification,
  unreadNotifications,
} from './notification-service.ts'
import { addPushDevice, ownPushSettings, removePushDevice } from './push/push-service.ts'
import { changeReminderSettings, ownReminderSettings } from './reminder-settings.ts'

export function addReminderRoutes(app: FastifyInstance): void {
  serve(app, api.listNotifications, (ctx, { query }) => listNotifications(ctx, query.after))
  serve(app, api.countUnread, unreadNotifications)
  serve(app, api.readNotification, (ctx, { params }) => readNotification(ctx, params.id))
  serve(app, api.readAllNotifications, readAllNotifications)
  serve(app, api.readReminderSettings, ownReminderSettings)
  serve(app, api.changeReminderSettings, (ctx, { body }) => changeReminderSettings(ctx, body))
  serve(app, push.readPushSettings, ownPushSettings)
  serve(app, push.addPushDevice, (ctx, { body, request }) =>
    addPushDevice(ctx, body, (request.headers['user-agent'] ?? '').slice(0, 200)),
  )
  serve(app, push.removePushDevice, (ctx, { params }) => removePushDevice(ctx, params.id))
}
