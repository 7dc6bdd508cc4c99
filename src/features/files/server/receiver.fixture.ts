// A process that receives a file without ever completing it, for tests that kill it.
import { openDatabase } from '#platform/database/database.ts'
import { uuidv7 } from '#platform/database/uuid.ts'
import { openReceiver, watchReceivers } from './receiver.ts'

const { connection, orgId } = JSON.parse(process.argv[2] ?? '')
const database = openDatabase({ ...connection, max: 1 })
const receiver = openReceiver(database)
const watch = watchReceivers({ connection, receiver, onRemoved: () => undefined })
await watch.check()
const file = { orgId, id: uuidv7(), name: 'x', type: 'image/png', reservedBytes: 5000, receiver: receiver.id }
await database.as('site', (db) => db.insertInto('files').values(file).execute())
process.stdout.write('receiving\n')
