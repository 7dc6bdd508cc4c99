import { expect, test } from 'vitest'
import { startHarness } from '#tests/harness/harness.ts'
import { fillDemoInvoiceBases } from './demo-invoice-bases.ts'
import { generateDemo } from './generate-demo.ts'
import { listShown, shownOnAnyDay } from './testing/shown.ts'

test.each(['2026-01-01', '2026-03-31', '2024-02-29', '2026-07-01', '2025-12-31'])(
  'a demo that is made on %s has two billed months and bases in every state',
  async (today) => {
    const h = await startHarness()
    try {
      await generateDemo(h.test.connection, { today, passwordHash: 'x' })
      await fillDemoInvoiceBases(h.database, today)
      expect(await listShown(h, today)).toEqual(shownOnAnyDay)
    } finally {
      await h.stop()
    }
  },
)
