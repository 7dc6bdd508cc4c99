// Requests over plain sockets: a client that uses little processor time beside the server under test.
import { connect, type Socket } from 'node:net'

type Request = { method: string; path: string; headers: Record<string, string>; body?: string }
type Answer = { status: number; bytes: number }
type Connection = { send(request: Request): Promise<Answer>; close: () => void }

/** A connection that sends one request after the other. Rejects when it breaks. */
export function openConnection(port: number): Connection {
  const socket = connect(port, '127.0.0.1').setNoDelay(true)
  return {
    send: (request) => {
      const answer = receive(socket)
      socket.write(bytesOf(request))
      return answer
    },
    close: () => socket.destroy(),
  }
}

function bytesOf({ method, path, headers, body = '' }: Request) {
  const lines = Object.entries({ host: 'localhost', 'content-length': String(Buffer.byteLength(body)), ...headers })
  return `${method} ${path} HTTP/1.1\r\n${lines.map(([name, value]) => `${name}: ${value}\r\n`).join('')}\r\n${body}`
}

function receive(socket: Socket): Promise<Answer> {
  return new Promise((resolve, reject) => {
    let received: Buffer = Buffer.alloc(0)
    const onData = (chunk: Buffer) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk])
      const answer = completeAnswer(received)
      if (!answer) return
      socket.off('data', onData).off('error', reject).off('close', onClose)
      resolve(answer)
    }
    const onClose = () => reject(new Error('The connection was closed'))
    socket.on('data', onData).once('error', reject).once('close', onClose)
  })
}

const NO_CONTENT = 204

/** Undefined until the response is complete. */
function completeAnswer(received: Buffer): Answer | undefined {
  const headerEnd = received.indexOf('\r\n\r\n')
  if (headerEnd < 0) return
  const head = received.toString('latin1', 0, headerEnd)
  const status = Number(head.slice(9, 12))
  const length = /\r\ncontent-length: (\d+)/i.exec(head)?.[1]
  const isComplete =
    status === NO_CONTENT ||
    (length === undefined
      ? received.toString('latin1', received.length - 5) === '0\r\n\r\n'
      : received.length === headerEnd + 4 + Number(length))
  return isComplete ? { status, bytes: received.length } : undefined
}
