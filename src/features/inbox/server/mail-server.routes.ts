import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { mailServer } from '../mail-server.contract.ts'
import { getMailServer, removeMailServer } from './mail-server.queries.ts'
import { changeMailServer, type MailServerParts, tryMailServer } from './own-mail-server.ts'

export function mailServerRoutes(app: App, parts: MailServerParts) {
  serve(app, mailServer.get, async ({ db }) => ({
    ...(await getMailServer(db)),
    environment: parts.environmentServer ?? null,
  }))
  serve(app, mailServer.change, ({ transaction, actor, body }) => changeMailServer(parts, transaction, actor, body))
  serve(app, mailServer.try, ({ transaction, actor, body }) => tryMailServer(parts, transaction, actor, body))
  serve(app, mailServer.remove, ({ db, actor }) => removeMailServer(db, actor))
}
