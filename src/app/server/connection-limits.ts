// Limits the connections of one address, and closes those of clients that do not read their responses.
import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { Credential } from '#platform/database/actor.ts'
import type { App } from '#platform/http/app.ts'
import { AppError } from '#platform/http/app-error.ts'
import { networkOf } from '#platform/http/network.ts'
import { endGently, unansweredOn } from './open-requests.ts'
import { rawRefusal } from './raw-response.ts'

/** How long written data may remain in the send buffer without any of it being read; Node notices it within twice the time. */
export const UNREAD_MS = 30_000
const WARNING_INTERVAL_MS = 60_000
const tooMany = new AppError(
  429,
  'too_many',
  'För många anslutningar från din adress. Vänta en stund och försök igen.',
  { retryAfterSeconds: 5 },
)

type Options = {
  /** Concurrent connections without a completed authenticated request; 0 turns the limit off. */
  perAddress: number
  /** Connections from a trusted proxy carry many clients, so they are not counted. */
  trustProxy: boolean | string[]
  headers: Record<string, string>
}

/** Closes an anonymous connection of an address for each new one above the limit. */
export function limitConnections(app: App, { perAddress, trustProxy, headers }: Options) {
  if (perAddress === 0) return
  const isProxy = isTrusted(trustProxy)
  const anonymous = new Map<string, Set<Socket>>()
  const stopCounting = new WeakMap<Socket, () => void>()
  let warnedAt = Number.NEGATIVE_INFINITY

  app.server.on('connection', (socket) => {
    const { remoteAddress } = socket
    if (remoteAddress === undefined || isProxy(remoteAddress)) return
    const network = networkOf(remoteAddress)
    const sockets = anonymous.get(network) ?? new Set()
    anonymous.set(network, sockets.add(socket))
    const remove = () => {
      sockets.delete(socket)
      if (sockets.size === 0 && anonymous.get(network) === sockets) anonymous.delete(network)
    }
    stopCounting.set(socket, remove)
    socket.once('close', remove)
    if (sockets.size > perAddress) closeOne(sockets, socket)
  })
  // Live streams end late, and have their own limit per login.
  app.addHook('onSend', (request, reply, payload, next) => {
    const isStream = String(reply.getHeader('content-type')).startsWith('text/event-stream')
    if (isStream && isAuthenticated(request.credential, reply.statusCode)) stopCounting.get(request.raw.socket)?.()
    next(null, payload)
  })
  app.addHook('onResponse', ({ raw, credential }, { statusCode }, next) => {
    if (raw.complete && isAuthenticated(credential, statusCode)) stopCounting.get(raw.socket)?.()
    next()
  })

  function closeOne(sockets: Set<Socket>, newest: Socket) {
    const socket = selectConnectionToClose(sockets, newest)
    if (!socket) return
    stopCounting.get(socket)?.()
    refuseAndClose(socket, headers)
    if (performance.now() - warnedAt < WARNING_INTERVAL_MS) return
    warnedAt = performance.now()
    app.log.warn({ limit: perAddress }, 'an address has too many connections')
  }
}

/**
 * Closes a connection whose client reads nothing of its response. A slow reader makes progress, and a slow handler is
 * not timed out.
 */
export function closeUnreadConnections({ server }: App) {
  server.on('timeout', (socket) => {
    if (unansweredOn(socket).length === 0 || socket.writableLength > 0) socket.destroy()
  })
}

function isTrusted(trustProxy: boolean | string[]): (address: string) => boolean {
  if (typeof trustProxy === 'boolean') return () => trustProxy
  const trusts = compile(trustProxy)
  return (address) => trusts(address, 0)
}

const isAuthenticated = (credential: Credential, status: number) => credential !== '' && status !== 401 && status < 500

/** The oldest idle connection, otherwise the oldest whose request is incomplete, otherwise the oldest. */
function selectConnectionToClose(sockets: Set<Socket>, newest: Socket): Socket | undefined {
  let receiving: Socket | undefined
  for (const socket of sockets) {
    if (socket === newest) break
    const [current] = unansweredOn(socket)
    if (!current) return socket
    if (!current.req.complete) receiving ??= socket
  }
  return receiving ?? sockets.values().next().value
}

function refuseAndClose(socket: Socket, headers: Record<string, string>) {
  const [current] = unansweredOn(socket)
  if (!current) return socket.destroySoon()
  if (current.headersSent) return void socket.destroy()
  endGently(socket, rawRefusal(tooMany, headers))
}
