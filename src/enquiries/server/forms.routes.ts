import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { forms } from '../forms.contract.ts'
import { formsKeyFrom, makeFormToken } from './forms-token.ts'

/** The forms themselves stand with the pages they are on, in `site/server/forms.routes.ts`. */
export function formTokenRoute(app: App, secret: Buffer) {
  const key = formsKeyFrom(secret)
  serve(app, forms.token, async () => ({ token: makeFormToken(key, new Date()) }))
}
