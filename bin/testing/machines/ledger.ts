import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { customers } from '#customers/customers.contract.ts'
import { type Client, startWriters, storedMarks } from '../drill-client.ts'

const WRITERS = 3

/** Rows that were acknowledged while machines died, by a customer of each death's own. */
export function openLedger(client: Client, folder: string) {
  const pages: { customerId: string; file: string }[] = []
  return {
    /** Starts writers; `stop` resolves with how many rows were sent more than once. */
    write: async (name: string) => {
      const { id: customerId } = await client.call(customers.create, { body: { name } })
      const file = join(folder, `acknowledged-${pages.length}`)
      pages.push({ customerId, file })
      return startWriters(client, { count: WRITERS, customerId, file })
    },
    /** Reads all of them back. Throws when one is missing or stands twice. */
    compare: async () => {
      let [acknowledged, missing, twice] = [0, 0, 0]
      for (const { customerId, file } of pages) {
        const marks = readFileSync(file, 'utf8').split('\n').filter(Boolean)
        const stored = await storedMarks(client, customerId)
        const known = new Set(stored)
        acknowledged += marks.length
        missing += marks.filter((mark) => !known.has(mark)).length
        twice += stored.length - known.size
      }
      const told = `${acknowledged} acknowledged, ${missing} missing, ${twice} twice`
      if (missing + twice > 0) throw new Error(told)
      return told
    },
  }
}
