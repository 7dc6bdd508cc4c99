// What one address, and one client that does not read, may hold of this process's connections.
import type { Socket } from 'node:net'
import { compile } from '@fastify/proxy-addr'
import type { App } from '#lib/server/app.ts'
import { AppError } from '#lib/server/app-error.ts'
import { networkOf } from '#lib/server/network.ts'
import { closeGently, unansweredOn } from './pipelining.ts'
import { rawRefusal } from './raw-response.ts'

/** How long what is written may wait without any of it being taken. */
export const UNREAD_MS = 30_000
const WARN_EVERY_MS = 60_000
const tooMany = new AppError(
  429,
  'too_many',
  'För många anslutningar från din adress. Vänta en stund och försök igen.',
  { retryAfterSeconds: 5 },
)

type Parts = {
  /** Connections at once on which nobody has proved a login; 0 is off. */
  perAddress: number
  /** The connections of a trusted proxy are everybody's: they are not counted. */
  trustProxy: boolean | string[]
  headers: Record<string, string>
}

/** Closes an anonymous connection of an address for every one that it opens beyond its limit. */
export function limitConnections(app: App, { perAddress, trustProxy, headers }: Parts) {
  if (perAddress === 0) return
  const isProxy = isTrusted(trustProxy)
  const anonymous = new Map<string, Set<Socket>>()
  const forget = new WeakMap<Socket, () => void>()
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
    forget.set(socket, remove)
    socket.once('close', remove)
    if (sockets.size > perAddress) makeRoom(sockets, socket)
  })
  app.addHook('onSend', (request, { statusCode }, payload, next) => {
    if (hasProvedLogin(request.sessionId, statusCode)) forget.get(request.raw.socket)?.()
    next(null, payload)
  })

  function makeRoom(sockets: Set<Socket>, newest: Socket) {
    const socket = mostDispensable(sockets, newest)
    if (!socket) return
    forget.get(socket)?.()
    end(socket, headers)
    if (performance.now() - warnedAt < WARN_EVERY_MS) return
    warnedAt = performance.now()
    app.log.warn({ limit: perAddress }, 'an address has too many connections')
  }
}

/** Cuts off who takes nothing of an answer. However slowly it is read, that is progress; a slow handler is waited for. */
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

const hasProvedLogin = (sessionId: string, status: number) => sessionId !== '' && status !== 401 && status < 500

/** The oldest that waits for nothing; else the oldest that still sends its request; else the oldest. */
function mostDispensable(sockets: Set<Socket>, newest: Socket): Socket | undefined {
  let sending: Socket | undefined
  for (const socket of sockets) {
    if (socket === newest) break
    const [current] = unansweredOn(socket)
    if (!current) return socket
    if (!current.req.complete) sending ??= socket
  }
  return sending ?? sockets.values().next().value
}

function end(socket: Socket, headers: Record<string, string>) {
  const [current] = unansweredOn(socket)
  if (!current) return socket.destroySoon()
  if (current.headersSent) return void socket.destroy()
  socket.write(rawRefusal(tooMany, headers))
  closeGently(socket)
}
