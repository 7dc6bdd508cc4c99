import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { forms } from '../forms.contract.ts'
import { formsKeyFrom, makeFormToken } from './forms-token.ts'

/** Issues form tokens. The forms are posted to their pages, in `screens/site/server/forms.routes.ts`. */
export function formTokenRoute(app: App, secret: Buffer) {
  const key = formsKeyFrom(secret)
  serve(app, forms.token, async () => ({ token: makeFormToken(key, new Date()) }))
}
