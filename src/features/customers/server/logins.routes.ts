import type { LinkSettings } from '#features/auth/server/links.queries.ts'
import type { ChoosePassword } from '#features/auth/server/logins.queries.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { isSendingMail } from '#platform/mail/is-sending-mail.ts'
import { logins } from '../logins.contract.ts'
import {
  changeLoginRights,
  inviteLogin,
  listLoginsOf,
  reopenLogin,
  resetLoginFactors,
  revokeLogin,
  sendNewLink,
  setLoginPassword,
} from './portal-logins.queries.ts'

export function loginRoutes(app: App, choosePassword: ChoosePassword, links: LinkSettings) {
  serve(app, logins.list, ({ db, params }) => listLoginsOf(db, params.id))
  serve(app, logins.invite, async ({ db, actor, params, body }) => ({
    ...(await inviteLogin(db, actor, choosePassword, { ...params, ...body })),
    isMailed: await isSendingMail(db, links.hasMailServer),
  }))
  serve(app, logins.changeRights, ({ db, actor, params, body }) => changeLoginRights(db, actor, params, body))
  serve(app, logins.revoke, ({ db, actor, params }) => revokeLogin(db, actor, params))
  serve(app, logins.reopen, ({ db, actor, params }) => reopenLogin(db, actor, params))
  serve(app, logins.newLink, ({ db, actor, params }) => sendNewLink(db, actor, links, params))
  serve(app, logins.resetFactors, ({ db, actor, params }) => resetLoginFactors(db, actor, params))
  serve(app, logins.setPassword, ({ db, actor, params, body }) =>
    setLoginPassword(db, actor, choosePassword, { ...params, ...body }),
  )
}
