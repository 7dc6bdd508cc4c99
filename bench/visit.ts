// A visit of a ticket: everything that the browser sends from opening it until it leaves. The build's own browser code is
// watched once, so the list is that of the build, and then repeated for other tickets.
import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { type Asked, type Askers, type Client, pick } from './client.ts'
import { openDesk, withBrowser } from './device.ts'
import { signInOn } from './screens.ts'
import type { Build } from './stage.ts'

/** By build. In a path, `:ticket` stands for the ticket. */
export type Visits = Map<Build, Asked[]>

const SCREEN = /^\/api\/tickets\/[^/]+\/screen$/
const TEXT = 'Vi byter kabeln i eftermiddag.'

export async function recordVisits(builds: readonly Build[]): Promise<Visits> {
  const visits: Visits = new Map()
  await withBrowser(async (chromium) => {
    for (const build of builds) {
      const device = await openDesk(chromium, build.product.url)
      await signInOn(device, build)
      const visit = await recordVisit(device)
      await device.close()
      console.log(`visit of ${build.name}: ${visit.map(({ method, path }) => `${method} ${path}`).join(', ')}`)
      visits.set(build, visit)
    }
  })
  return visits
}

/** From the list, opens a ticket, writes a draft and goes back. */
async function recordVisit({ page, tap, settle }: Awaited<ReturnType<typeof openDesk>>): Promise<Asked[]> {
  await page.goto('/backoffice/tickets')
  const row = page.locator('[data-row-link]').first()
  const ticketId = (await row.getAttribute('href'))?.split('/').at(-1) ?? ''
  await settle()
  const recording = record(page, ticketId)
  await tap(row)
  const field = page.getByRole('textbox', { name: 'Kommentar' })
  await field.waitFor()
  await settle()
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/draft') && response.request().method() === 'PUT',
  )
  await field.pressSequentially(TEXT)
  await saved
  await settle()
  recording.leave()
  await tap(page.getByRole('link', { name: 'Tillbaka till listan' }))
  await settle()
  return recording.asked
}

/**
 * Records the requests about data, except of another ticket that is loaded in advance because the pointer happens to lie
 * on it; after `leave` only changes, as the next screen reads.
 */
function record(page: Page, ticketId: string) {
  const asked: Asked[] = []
  let isLeaving = false
  page.on('request', (request) => {
    const { pathname, search } = new URL(request.url())
    const method = request.method()
    const isAhead = SCREEN.test(pathname) && !pathname.includes(ticketId)
    if (!pathname.startsWith('/api/') || pathname.endsWith('/live') || isAhead || (isLeaving && method === 'GET'))
      return
    const path = `${pathname}${search}`.replaceAll(ticketId, ':ticket')
    asked.push({ method, path, body: (request.postDataJSON() as object | null) ?? undefined })
  })
  const leave = () => {
    isLeaving = true
  }
  return { asked, leave }
}

/** One person's visit of another ticket, one request after the other. */
export async function visit(client: Client, build: Build, visits: Visits, { staff }: Askers, random: () => number) {
  const [asker, ticketId] = [pick(staff, random), pick(build.data.tickets, random)]
  for (const { method, path, body } of visits.get(build) ?? []) {
    const ofTicket = path.replaceAll(':ticket', ticketId)
    await client.ask(asker, { method, path: ofTicket, body: body && ownVersion(body) })
  }
}

/** A draft of its own that replaces whichever there is. */
function ownVersion(body: object): object {
  if (!('version' in body)) return body
  const { basedOn: _, ...rest } = body as { basedOn?: unknown }
  return { ...rest, version: randomUUID() }
}
