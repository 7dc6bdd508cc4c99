// A connection to a mail server that an administrator has entered, at an address that the guard permits.
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { connect as connectTls } from 'node:tls'
import { isOfCertificate } from '#platform/http/certificate-error.ts'
import type { JudgedAddress, OutgoingGuard } from '#platform/http/outgoing-guard.ts'

/** `tls`: encrypted from the first byte; `starttls`: after the greeting. */
export type SmtpAddress = { host: string; port: number; tls: 'tls' | 'starttls' | 'none' }

/** The server was reached, but does not begin with TLS. */
export const isOfPlainServer = ({ code = '' }: { code?: string }) => code.startsWith('ERR_SSL_')

const isOfReachedServer = (error: unknown) =>
  isOfCertificate(error as { code?: string }) || isOfPlainServer(error as { code?: string })

/**
 * A socket on which the server has sent its greeting, which is still to be read. Throws HostUnreachable, and errors about the
 * certificate or TLS of a server that was reached.
 */
export const openSmtpSocket = (guard: OutgoingGuard, { host, port, tls }: SmtpAddress): Promise<Socket> =>
  guard.reach({ protocol: 'smtp', host, port }, (to) => connectTo(to, { port, tls }), isOfReachedServer)

async function connectTo(
  { address, servername, connectMs, greetingMs }: JudgedAddress,
  { port, tls }: Omit<SmtpAddress, 'host'>,
): Promise<Socket> {
  const to = { host: address, port }
  const socket = tls === 'tls' ? connectTls({ ...to, ...(servername !== undefined && { servername }) }) : connect(to)
  // Without a listener an error between two steps would end the process.
  socket.on('error', () => undefined)
  try {
    await once(socket, tls === 'tls' ? 'secureConnect' : 'connect', { signal: AbortSignal.timeout(connectMs) })
    await once(socket, 'readable', { signal: AbortSignal.timeout(greetingMs) })
    const greeting: Buffer | null = socket.read()
    if (!greeting || !/^[245]\d/.test(greeting.toString('latin1'))) throw new Error('the server is not a mail server')
    socket.unshift(greeting)
    return socket
  } catch (error) {
    socket.destroy()
    throw error
  }
}
