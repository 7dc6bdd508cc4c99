// A minimal Fastify server that sends the same bytes for every request. `node bench/bare-server.ts <file>` prints its port.
import { readFileSync } from 'node:fs'
import fastify from 'fastify'

const bytes = readFileSync(process.argv[2] ?? '')
const app = fastify()
app.addContentTypeParser('*', (_request, payload, done) => {
  payload.resume().on('end', () => done(null))
})
app.all('*', (_request, reply) => reply.type('application/json; charset=utf-8').send(bytes))
await app.listen({ port: 0, host: '127.0.0.1' })
const address = app.server.address()
process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`)
