import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import type { Product } from '../../support/product.ts'

export type Outcomes = { answered: number; closed: number; reset: number }

/**
 * Sends SIGTERM while connections with one request each wait in the listener's accept queue: they are opened while the
 * process is stopped. Resolves with their outcomes.
 */
export async function stopWithWaiting(product: Product, howMany: number): Promise<Outcomes> {
  product.process.kill('SIGSTOP')
  const sockets = Array.from({ length: howMany }, () => connect(product.port, '127.0.0.1'))
  const ends = Promise.all(sockets.map(endOf))
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))
  for (const socket of sockets) socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n')
  product.process.kill('SIGTERM')
  product.process.kill('SIGCONT')
  const outcomes: Outcomes = { answered: 0, closed: 0, reset: 0 }
  for (const end of await ends) outcomes[end]++
  return outcomes
}

function endOf(socket: Socket): Promise<keyof Outcomes> {
  let received = ''
  socket.setEncoding('utf8').on('data', (text: string) => {
    received += text
  })
  return new Promise((resolve) => {
    socket.on('error', () => resolve('reset'))
    socket.on('close', () => resolve(received.startsWith('HTTP/1.1 200') ? 'answered' : 'closed'))
  })
}
