import type { ChoosePassword } from '#auth/server/logins.queries.ts'
import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { logins } from '../logins.contract.ts'
import { inviteLogin, listLoginsOf, reopenLogin, revokeLogin, sendNewLink, setLoginPassword } from './logins.queries.ts'

export function loginRoutes(app: App, choosePassword: ChoosePassword) {
  serve(app, logins.list, ({ db, params }) => listLoginsOf(db, params.id))
  serve(app, logins.invite, ({ db, actor, params, body }) =>
    inviteLogin(db, actor, choosePassword, { ...params, ...body }),
  )
  serve(app, logins.revoke, ({ db, actor, params }) => revokeLogin(db, actor, params))
  serve(app, logins.reopen, ({ db, actor, params }) => reopenLogin(db, actor, params))
  serve(app, logins.newLink, ({ db, actor, params }) => sendNewLink(db, actor, params))
  serve(app, logins.setPassword, ({ db, actor, params, body }) =>
    setLoginPassword(db, actor, choosePassword, { ...params, ...body }),
  )
}
