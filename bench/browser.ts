// Screens in Chromium, on a throttled phone and on one as fast as this machine, and every tap and key of a working day.
// BENCH_STAGE=hundredth uses less data.
import type { Browser } from '@playwright/test'
import { hash } from '#auth/server/argon2.ts'
import { findBrowser } from '../tools/ensure-browser.ts'
import { measureInteractions } from './interactions.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'
import { launchBrowser, openPhone, type Phone, timeTo } from './phone.ts'
import { openStage, type Stage } from './stage.ts'

const RUNS = Number(process.env.BENCH_RUNS ?? 5)
const STAGE = process.env.BENCH_STAGE === 'hundredth' ? 'hundredth' : 'full'
const PASSWORD = 'en lang mening om regn'
/** Common in tickets, so that the search fills the list. */
const WORD = 'skrivare'

export const browser = onPhone('browser', 'screens', measureScreens)
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

async function measureScreens(chromium: Browser, stage: Stage) {
  const expected = await expectedOf(stage)
  const times = { slow: new Map<string, number[]>(), fast: new Map<string, number[]>() }
  for (let run = 0; run < RUNS; run++) {
    for (const pace of ['slow', 'fast'] as const) {
      const phone = await openPhone(chromium, stage.product.url, { isSlow: pace === 'slow' })
      try {
        for (const [label, ms] of Object.entries(await screensOf(phone, stage, expected)))
          times[pace].set(label, [...(times[pace].get(label) ?? []), ms])
      } finally {
        await phone.close()
      }
    }
  }
  console.table(
    [...times.slow].map(([label, ms]) => ({
      'ms, median (min–max)': label,
      ...{ throttled: formatSpread(spreadOf(ms)), unthrottled: formatSpread(spreadOf(times.fast.get(label) ?? [])) },
    })),
  )
}

type Row = { id: string; ticketNumber: number }
type Expected = { lastFound: string; first: Opened; second: Opened }
/** A ticket of the list, and a pattern for its last comment. */
type Opened = { id: string; lastComment: RegExp }

const patternFor = (text: string) => new RegExp(text.replaceAll(/[^\p{L}\p{N} ]/gu, '\\$&'))

/** What the screens must show, read from the API. */
async function expectedOf(stage: Stage): Promise<Expected> {
  const headers = { authorization: `Bearer ${await stage.token()}` }
  const fetchJson = async <Answer>(path: string) => {
    const answer = await fetch(`${stage.product.url}/api/tickets${path}`, { headers })
    if (!answer.ok) throw new Error(`${path}: ${answer.status}`)
    return (await answer.json()) as Answer
  }
  const { rows } = await fetchJson<{ rows: Row[] }>(`?search=${WORD}`)
  const all = await fetchJson<{ rows: Row[] }>('')
  const opened: Opened[] = []
  for (const { id } of rows) {
    const entries = await fetchJson<({ kind: 'comment'; comment: string } | { kind: 'change' })[]>(`/${id}/thread`)
    const last = entries.findLast((entry) => entry.kind === 'comment')
    if (last) opened.push({ id, lastComment: patternFor(last.comment.split('\n')[0] ?? '') })
    if (opened.length === 2) break
  }
  const [first, second] = opened
  const lastFound = `#${rows.at(-1)?.ticketNumber}`
  if (!first || !second || lastFound === `#${all.rows.at(-1)?.ticketNumber}`)
    throw new Error(`The search for ${WORD} finds too few tickets, or the whole list`)
  return { lastFound, first, second }
}

async function screensOf(phone: Phone, { viewer }: Stage, { lastFound, first, second }: Expected) {
  const { page, tap, settle } = phone
  const form = { selector: 'button[type=submit]:not([disabled])', text: /Logga in/ }
  const figures = { selector: 'main a[href="/backoffice/time"]', text: /Orapporterade timmar.*\d.*tim/ }
  const found = { selector: 'tbody tr:last-child', text: new RegExp(`${lastFound}(?!\\d)`) }
  const openForm = await timeTo(page, form, 'opening', () => page.goto('/auth', { waitUntil: 'commit' }))
  await page.getByLabel('E-post').fill(viewer.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(PASSWORD)
  const signIn = await timeTo(page, figures, 'click', () => tap(page.getByRole('button', { name: 'Logga in' })))
  await tap(page.getByRole('link', { name: 'Ärenden' }))
  await tap(page.getByLabel('Sök ärende'))
  await page.keyboard.type(WORD.slice(0, -1), { delay: 30 })
  const search = await timeTo(page, found, 'input', () => page.keyboard.press(WORD.slice(-1)))
  await settle()
  const openTicket = ({ id, lastComment }: Opened) =>
    timeTo(page, { selector: '[role=log] article', text: lastComment }, 'click', () =>
      tap(page.locator(`[data-row-link][href$="${id}"]`)),
    )
  const ticket = await openTicket(first)
  await tap(page.getByRole('link', { name: 'Tillbaka till listan' }))
  await settle()
  const another = await openTicket(second)
  return {
    'opening /auth to the form, nothing cached': openForm,
    "'Logga in' to the figures of the dashboard": signIn,
    'last key of a search to its rows': search,
    'a ticket to its last comment, first time': ticket,
    'another ticket to its last comment, script loaded': another,
  }
}
