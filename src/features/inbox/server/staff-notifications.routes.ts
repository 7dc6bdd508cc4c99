import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { staffNotifications } from '../staff-notifications.contract.ts'
import { listNotifications, readNotifications } from './staff-notifications.queries.ts'

export function staffNotificationRoutes(app: App) {
  serve(app, staffNotifications.list, ({ db }) => listNotifications(db))
  serve(app, staffNotifications.read, ({ db, body }) => readNotifications(db, body))
}
