// Screens in Chromium, on a throttled phone and at a desk, and every tap and key of a working day.
// BENCH_STAGE=hundredth uses less data.
import type { Browser } from '@playwright/test'
import { hash } from '#auth/server/argon2.ts'
import { findBrowser } from '../tools/ensure-browser.ts'
import { measureInteractions } from './interactions.ts'
import type { Part } from './part.ts'
import { launchBrowser } from './phone.ts'
import { measureScreens } from './screens.ts'
import { openStage, type Stage } from './stage.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const STAGE = process.env.BENCH_STAGE === 'hundredth' ? 'hundredth' : 'full'
const PASSWORD = 'en lang mening om regn'

export const browser = onPhone('browser', 'screens', (chromium, stage) =>
  measureScreens(chromium, stage, PASSWORD, RUNS),
)
export const interactions = onPhone('interactions', 'every tap and key of a working day', (chromium, stage) =>
  measureInteractions(chromium, stage, PASSWORD, RUNS),
)

function onPhone(name: string, subject: string, measure: (chromium: Browser, stage: Stage) => Promise<void>): Part {
  return {
    name,
    title: `${subject} on a throttled phone, the '${STAGE}' demo, ${RUNS} runs each`,
    missing: () => (findBrowser() ? undefined : 'chromium not installed'),
    run: async () => {
      const stage = await openStage(STAGE, {
        passwordHash: await hash(PASSWORD),
        environment: { TRUST_PROXY: '127.0.0.1' },
      })
      const chromium = await launchBrowser()
      try {
        await measure(chromium, stage)
      } finally {
        await chromium.close()
        await stage.stop()
      }
    },
  }
}
