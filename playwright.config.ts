import { defineConfig } from '@playwright/test'
import { chromiumArguments, ensureBrowser } from './tools/ensure-browser.ts'

// The workers read the configuration again and find the path here.
process.env.CHROMIUM_PATH ??= await ensureBrowser()

export default defineConfig({
  testDir: 'e2e',
  testMatch: '*.spec.ts',
  globalSetup: './e2e/fixtures/global-setup.ts',
  // Each has a product and data of its own.
  workers: 2,
  retries: 0,
  forbidOnly: Boolean(process.env.CI),
  reporter: 'list',
  outputDir: 'test-results',
  // A machine that does other things too takes its time; what is timed says so itself.
  timeout: 240_000,
  expect: { timeout: 15_000 },
  use: {
    browserName: 'chromium',
    viewport: { width: 1440, height: 900 },
    screenshot: 'only-on-failure',
    trace: 'off',
    launchOptions: { executablePath: process.env.CHROMIUM_PATH, args: chromiumArguments },
  },
  projects: [
    { name: 'swedish', use: { locale: 'sv-SE', timezoneId: 'Europe/Stockholm' } },
    // Stories tagged @abroad run once more here: the product stays Swedish, and in Swedish time.
    { name: 'abroad', grep: /@abroad/, use: { locale: 'en-US', timezoneId: 'America/New_York' } },
  ],
})
