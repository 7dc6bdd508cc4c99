import type { ChoosePassword } from '#auth/server/logins.queries.ts'
import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { users } from '../users.contract.ts'
import {
  changeRole,
  changeUser,
  createUser,
  deactivateUser,
  listStaffNames,
  listUsers,
  reactivateUser,
  setUserPassword,
} from './users.queries.ts'

export function userRoutes(app: App, choosePassword: ChoosePassword) {
  serve(app, users.list, ({ db }) => listUsers(db))
  serve(app, users.names, ({ db }) => listStaffNames(db))
  serve(app, users.create, ({ db, actor, body }) => createUser(db, actor, choosePassword, body))
  serve(app, users.change, ({ db, actor, params, body }) => changeUser(db, actor, { ...params, ...body }))
  serve(app, users.changeRole, ({ db, actor, params, body }) => changeRole(db, actor, { ...params, ...body }))
  serve(app, users.setPassword, ({ db, actor, params, body }) =>
    setUserPassword(db, actor, choosePassword, { ...params, ...body }),
  )
  serve(app, users.deactivate, ({ db, actor, params }) => deactivateUser(db, actor, params.id))
  serve(app, users.reactivate, ({ db, actor, params }) => reactivateUser(db, actor, params.id))
}
