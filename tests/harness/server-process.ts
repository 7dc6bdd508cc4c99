// The process that separate-server.ts starts.
import type { AddressInfo } from 'node:net'
import { drain, stopOnSignal } from '#app/server/shutdown.ts'
import type { TestDatabase } from '#platform/database/testing/database.ts'
import { aFrontend } from './frontend.ts'
import { startHarness } from './harness.ts'

const connection = JSON.parse(process.env.CONNECTION ?? '') as TestDatabase['connection']
const page = 'x'.repeat(Number(process.env.PAGE_BYTES))
const render = { sitePage: () => page, servicePage: () => page, momentKey: () => '', notFoundPage: () => page }
let answered = 0
const { app, database } = await startHarness({
  on: { connection } as TestDatabase,
  frontend: aFrontend(render),
  onCompleted: ({ route }) => {
    if (route === '/') answered++
  },
})
await app.listen({ port: 0, host: '127.0.0.1' })
stopOnSignal(async () => {
  await drain(app)
  await database.close()
})
process.on('message', () => {
  const peakResident = process.resourceUsage().maxRSS * 1024
  process.send?.({ peakResident, answered, connections: app.lifecycle.connections.size })
})
process.on('disconnect', () => process.exit(1))
process.send?.((app.server.address() as AddressInfo).port)
