import { availableParallelism } from 'node:os'
import { defineConfig } from '@playwright/test'
import { chromiumArguments, ensureBrowser } from './tools/ensure-browser.ts'

const SLOW = '*.slow.spec.ts'
const sweden = { locale: 'sv-SE', timezoneId: 'Europe/Stockholm' }

// The workers load this configuration again and inherit the variable.
process.env.CHROMIUM_PATH ??= await ensureBrowser({ isShellEnough: true })

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/fixtures/global-setup.ts',
  // Each worker has its own product, data and browser: about a gigabyte. One more than processors, as a story also waits.
  workers: Math.min(availableParallelism() + 1, 8),
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  outputDir: 'test-results',
  // Generous, as the machine may be loaded; no story asserts a duration.
  timeout: 600_000,
  expect: { timeout: 60_000 },
  use: {
    // Without it, an element that never comes keeps its story waiting until the story itself is cut.
    actionTimeout: 60_000,
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: {
      executablePath: process.env.CHROMIUM_PATH,
      args: chromiumArguments,
      // In the locale C a browser saves every file whose name has å, ä or ö as 'download'.
      env: { ...process.env, LC_ALL: 'C.UTF-8' },
    },
  },
  projects: [
    { name: 'swedish', testIgnore: SLOW, use: sweden },
    // Opens every screen or dialog in many ways: `npm run test:full` alone runs it.
    { name: 'slow', testMatch: SLOW, use: sweden },
    // Runs stories tagged @abroad a second time: the product must stay Swedish, in Swedish time.
    { name: 'abroad', testIgnore: SLOW, grep: /@abroad/, use: { locale: 'en-US', timezoneId: 'America/New_York' } },
  ],
})
