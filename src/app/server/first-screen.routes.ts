import type { FastifyRequest } from 'fastify'
import { firstScreen } from '#app/browser/first-screen.contract.ts'
import type { App } from '#platform/http/app.ts'
import { serve } from '#platform/http/serve.ts'
import { atMost } from './at-most.ts'

/** Resolves with the code that draws (app/browser/draw-screen.tsx), read when it is first needed. */
export type ReadDrawing = () => Promise<typeof import('#app/browser/draw-screen.tsx')>

/** Rendering keeps the processor from other requests: what comes meanwhile is not drawn, and the app opens its screen itself. */
const DRAWN_AT_ONCE = 8

/** The first screen of a document, with the responses to its requests: one round trip before it is painted. */
export function firstScreenRoutes(app: App, readDrawing: ReadDrawing) {
  const limited = atMost(DRAWN_AT_ONCE)
  serve(app, firstScreen, async ({ query, request }) => {
    const { path, theme, phone, wide, height, choices } = query
    const responses: Record<string, string> = {}
    const get = async (url: string) => {
      const { statusCode, body } = await requestAs(app, request, url)
      if (statusCode === 200) responses[url] = body
      return new Response(body, { status: statusCode })
    }
    const device = { theme, isPhone: phone, isWide: wide, height, choices: choices.split(',') }
    const html = await limited(async () => (await readDrawing()).drawScreen(path, { device, get })).catch(
      (err: unknown) => request.log.error({ err }, 'a first screen could not be drawn'),
    )
    return { html: html ?? null, responses }
  })
}

const copied = ['authorization', 'host', 'user-agent', 'x-forwarded-for', 'x-forwarded-proto']

/** Another request of the same client, with its own authorization and transaction. */
const requestAs = (app: App, { headers, raw }: FastifyRequest, url: string) =>
  app.inject({
    url,
    headers: Object.fromEntries(copied.flatMap((name) => (headers[name] === undefined ? [] : [[name, headers[name]]]))),
    ...(raw.socket.remoteAddress && { remoteAddress: raw.socket.remoteAddress }),
  })
