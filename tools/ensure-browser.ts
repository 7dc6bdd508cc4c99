import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chromium } from '@playwright/test'
import { runTool } from './support/run-tool.ts'

const isRoot = process.getuid?.() === 0

/** No background network traffic. Chromium's sandbox does not work as root. */
export const chromiumArguments = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--disable-quic',
  '--disable-gpu',
  '--no-first-run',
  ...(isRoot ? ['--no-sandbox'] : []),
]

/** Stories need no window, and Debian's headless shell starts and renders them in about half of the processor time. */
const HEADLESS_SHELL = 'chromium-headless-shell'
type Needs = { isShellEnough?: boolean }

/**
 * The path of a working Chromium: CHROMIUM_PATH, one on the PATH, or Playwright's own; otherwise installs one, with apt
 * on Debian as root and with Playwright elsewhere. There the shell is installed beside a Chromium too, when it is
 * enough. Throws when that fails.
 */
export async function ensureBrowser(needs: Needs = {}): Promise<string> {
  const found = findBrowser(needs)
  const hasApt = isRoot && existsSync('/etc/debian_version')
  const lacksShell = hasApt && needs.isShellEnough && !process.env.CHROMIUM_PATH && !found?.endsWith(HEADLESS_SHELL)
  if (found && !lacksShell) return found
  if (hasApt) {
    console.log(`Installing ${needs.isShellEnough ? HEADLESS_SHELL : 'chromium'}.`)
    await apt('update')
    const isInstalled = needs.isShellEnough && (await apt('install', '-y', HEADLESS_SHELL))
    if (!isInstalled && !found) await apt('install', '-y', 'chromium')
  } else {
    console.log('No Chromium was found: letting Playwright download its own.')
    await runTool('playwright', ['install', 'chromium'])
  }
  const installed = findBrowser(needs)
  if (installed) return installed
  throw new Error('No Chromium could be installed. Install one, or name it with CHROMIUM_PATH.')
}

const apt = (...args: string[]) =>
  runTool('apt-get', ['-o', 'Acquire::http::Timeout=10', ...args], {
    environment: { DEBIAN_FRONTEND: 'noninteractive' },
  })

/** Undefined if there is none; throws if the Chromium of CHROMIUM_PATH does not run. */
export function findBrowser({ isShellEnough = false }: Needs = {}): string | undefined {
  const configured = process.env.CHROMIUM_PATH
  if (configured) {
    if (isWorking(configured)) return configured
    throw new Error(`CHROMIUM_PATH is ${configured}, which does not run.`)
  }
  return candidates(isShellEnough).find(isWorking)
}

/** A Chromium with a window, which has features that the shell lacks; CHROMIUM_PATH may name the shell. */
export const findCompleteBrowser = () => candidates(false).find(isWorking)

function candidates(isShellEnough: boolean): string[] {
  const complete = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome', 'chrome']
  const names = isShellEnough ? [HEADLESS_SHELL, ...complete] : complete
  const folders = (process.env.PATH ?? '').split(':').filter((folder) => folder.startsWith('/'))
  return [
    ...names.flatMap((name) => folders.map((folder) => `${folder}/${name}`)),
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    chromium.executablePath(),
  ].filter((path) => existsSync(path))
}

/** Some distributions install a stub script that only prints how to install Chromium. */
const isWorking = (path: string) => spawnSync(path, ['--version'], { stdio: 'ignore', timeout: 20_000 }).status === 0

if (import.meta.main) console.log(await ensureBrowser())
