import type { LinkSettings } from '#features/auth/server/links.queries.ts'
import type { ChoosePassword } from '#features/auth/server/logins.queries.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { isSendingMail } from '#platform/mail/is-sending-mail.ts'
import { ownSettings } from '../own-settings.contract.ts'
import { users } from '../users.contract.ts'
import { changeOwnSettings, getOwnSettings } from './own-settings.queries.ts'
import {
  changeRole,
  changeUser,
  createUser,
  deactivateUser,
  listStaffNames,
  listUsers,
  reactivateUser,
  resetUserFactors,
  sendUserLink,
  setUserPassword,
} from './users.queries.ts'

export function userRoutes(app: App, choosePassword: ChoosePassword, links: LinkSettings) {
  serve(app, users.list, ({ db, actor }) => listUsers(db, actor))
  serve(app, users.names, ({ db }) => listStaffNames(db))
  serve(app, users.create, async ({ db, actor, body }) => ({
    ...(await createUser(db, actor, choosePassword, body)),
    isMailed: await isSendingMail(db, links.hasMailServer),
  }))
  serve(app, users.newLink, ({ db, actor, params }) => sendUserLink(db, actor, links, params.id))
  serve(app, users.change, ({ db, actor, params, body }) => changeUser(db, actor, { ...params, ...body }))
  serve(app, users.changeRole, ({ db, actor, params, body }) => changeRole(db, actor, { ...params, ...body }))
  serve(app, users.setPassword, ({ db, actor, params, body }) =>
    setUserPassword(db, actor, choosePassword, { ...params, ...body }),
  )
  serve(app, users.resetFactors, ({ db, actor, params }) => resetUserFactors(db, actor, params.id))
  serve(app, users.deactivate, ({ db, actor, params }) => deactivateUser(db, actor, params.id))
  serve(app, ownSettings.read, ({ db }) => getOwnSettings(db))
  serve(app, ownSettings.change, ({ db, actor, body }) => changeOwnSettings(db, actor, body))
  serve(app, users.reactivate, ({ db, actor, params }) => reactivateUser(db, actor, params.id))
}
