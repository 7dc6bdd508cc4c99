import type { App } from '#lib/server/app.ts'
import { serve } from '#lib/server/serve.ts'
import { type Ended, live, type PortalEvent } from '../live.contract.ts'
import type { Broker } from './broker.ts'

export function liveRoutes(app: App, broker: Broker) {
  serve(app, live.staff, async ({ actor, signal, request: { tokenExpiresAt } }) =>
    broker.open({ actor, signal, tokenExpiresAt }),
  )
  // A customer is told of tickets and comments alone (isVisibleTo).
  serve(
    app,
    live.customer,
    async ({ actor, signal, request: { tokenExpiresAt } }) =>
      broker.open({ actor, signal, tokenExpiresAt }) as AsyncIterable<PortalEvent | Ended>,
  )
  // Streams never end by themselves: a server that closes would wait for them.
  app.addHook('preClose', () => broker.close())
}
