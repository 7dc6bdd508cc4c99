// The site behind Caddy, as a browser reaches it: by HTTPS, with a certificate of Caddy's own authority.
import { setTimeout as wait } from 'node:timers/promises'
import tls from 'node:tls'
import { auth } from '#features/auth/auth.contract.ts'
import { customers } from '#features/customers/customers.contract.ts'
import { tickets } from '#features/tickets/tickets.contract.ts'
import type { Call } from '#shared/web/call.ts'
import { admin, isReady } from '../../support/product.ts'
import { accessToken, callWith } from '../support/drill-client.ts'
import type { Host } from './host.ts'

const START_SECONDS = 120

export function openSite(host: Host) {
  const url = `https://localhost:${host.ports.https}`
  const signedIn = async () => callWith(url, await accessToken(callWith(url)))
  return {
    url,
    /** Trusts the certificate authority that Caddy created in its volume. */
    async trust() {
      const certificate = await until('Caddy has made its authority', () =>
        host.podman('exec', 'stodpunkt_caddy_1', 'cat', '/data/caddy/pki/authorities/local/root.crt').catch(() => ''),
      )
      tls.setDefaultCACertificates([...tls.rootCertificates, certificate])
    },
    untilReady: () => until(`${url} is ready`, () => isReady(url)),
    /** Whether HTTP redirects to HTTPS. */
    async redirects() {
      const { status, headers } = await fetch(`http://localhost:${host.ports.http}/`, { redirect: 'manual' })
      return status === 308 && headers.get('location')?.startsWith('https://localhost') === true
    },
    /** Creates the first administrator with the link in the printed text. */
    async becomeAdministrator(printed: string) {
      const token = /\/nytt-losenord#token=([\w-]+)&type=first_admin/.exec(printed)?.[1]
      if (!token) throw new Error(`No link for the first administrator:\n${printed}`)
      await callWith(url)(auth.firstAdmin, { body: { token, fullName: 'Anna Admin', ...admin } })
    },
    async openTicket(title: string) {
      const call = await signedIn()
      const customer = await call(customers.create, { body: { name: `${title} AB` } })
      await call(tickets.create, { body: { title, description: 'x', customerId: customer.id } })
    },
    titles: async () => titlesOf(await signedIn()),
  }
}

export type Site = ReturnType<typeof openSite>

async function titlesOf(call: Call) {
  const { rows } = await call(tickets.list, { query: {} })
  return rows.map(({ title }) => title).sort()
}

/** The first truthy result within two minutes. */
async function until<T>(what: string, look: () => Promise<T>): Promise<T> {
  for (const deadline = Date.now() + START_SECONDS * 1000; ; await wait(200)) {
    const found = await look()
    if (found) return found
    if (Date.now() > deadline) throw new Error(`Not within ${START_SECONDS} seconds: ${what}`)
  }
}
