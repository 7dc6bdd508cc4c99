import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { settings } from '../settings.contract.ts'
import { listKeptMail, makeLinkOfMail } from './settings.queries.ts'

export type SettingsParts = { appUrl: string; isSendingMail: boolean }

export function settingsRoutes(app: App, { appUrl, isSendingMail }: SettingsParts) {
  serve(app, settings.mail, async ({ db, query }) => ({
    ...(await listKeptMail(db, query.after)),
    isSending: isSendingMail,
  }))
  serve(app, settings.makeMailLink, ({ db, actor, params }) => makeLinkOfMail(db, actor, { ...params, appUrl }))
}
