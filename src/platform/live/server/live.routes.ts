import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { type Ended, live, type PortalEvent } from '../live.contract.ts'
import type { Broker } from './broker.ts'

export function liveRoutes(app: App, broker: Broker) {
  serve(app, live.staff, async ({ actor, signal, request: { tokenExpiresAt } }) =>
    broker.open({ actor, signal, tokenExpiresAt }),
  )
  // isVisibleTo lets only the events of PortalEvent through to a customer.
  serve(
    app,
    live.customer,
    async ({ actor, signal, request: { tokenExpiresAt } }) =>
      broker.open({ actor, signal, tokenExpiresAt }) as AsyncIterable<PortalEvent | Ended>,
  )
  // Streams never end by themselves: without this, closing the server would wait for them.
  app.addHook('preClose', async () => broker.close())
}
