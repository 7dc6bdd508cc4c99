// Time until a screen is painted, for the first time and again, and what is fetched until the sign-in can be used.
import type { Browser } from '@playwright/test'
import { formatSpread, spreadOf } from './part.ts'
import { type Device, openDesk, openPhone, type Target, timesTo, timeTo } from './phone.ts'
import type { Stage } from './stage.ts'

/** Common in tickets, so that the search fills the list. */
const WORD = 'skrivare'
/** Somebody looks at the dashboard for a moment; the code of the other screens is fetched meanwhile. */
const READING_MS = 2000

type Measured = Record<string, number>

/** Each run is a device with an empty cache. */
export async function measureScreens(chromium: Browser, stage: Stage, password: string, runs: number) {
  const expected = await expectedOf(stage)
  const { url } = stage.product
  const devices = { phone: () => openPhone(chromium, url, { isSlow: true }), desk: () => openDesk(chromium, url) }
  const results = new Map<string, Record<keyof typeof devices, number[]>>()
  for (let run = 0; run < runs; run++) {
    for (const [name, open] of Object.entries(devices) as [keyof typeof devices, () => Promise<Device>][]) {
      const device = await open()
      try {
        for (const [label, value] of Object.entries(await screensOf(device, stage, expected, password))) {
          const values = results.get(label) ?? { phone: [], desk: [] }
          values[name].push(value)
          results.set(label, values)
        }
      } finally {
        await device.close()
      }
    }
  }
  console.table(
    [...results].map(([label, { phone, desk }]) => ({
      'median (min–max)': label,
      'throttled phone': formatSpread(spreadOf(phone)),
      desk: formatSpread(spreadOf(desk)),
    })),
  )
}

type Row = { id: string; ticketNumber: number }
type Expected = { listed: string[]; lastFound: string; first: Opened; second: Opened }
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
  const { rows } = await fetchJson<{ rows: Row[] }>('')
  const found = await fetchJson<{ rows: Row[] }>(`?search=${WORD}`)
  const opened: Opened[] = []
  for (const { id } of rows) {
    const entries = await fetchJson<({ kind: 'comment'; comment: string } | { kind: 'change' })[]>(`/${id}/thread`)
    const last = entries.findLast((entry) => entry.kind === 'comment')
    if (last) opened.push({ id, lastComment: patternFor(last.comment.split('\n')[0] ?? '') })
    if (opened.length === 2) break
  }
  const [first, second] = opened
  const listed = rows.map(({ ticketNumber }) => `#${ticketNumber}`)
  const lastFound = `#${found.rows.at(-1)?.ticketNumber}`
  if (!first || !second || lastFound === listed.at(-1)) throw new Error('The demo has too few tickets with comments')
  return { listed, lastFound, first, second }
}

async function screensOf(device: Device, stage: Stage, expected: Expected, password: string): Promise<Measured> {
  const opening = await signIn(device, stage, password)
  const list = await lists(device, expected)
  const ticket = await tickets(device, expected)
  return { ...opening, ...list, ...ticket, ...(await search(device, expected)) }
}

async function signIn({ page, tap, settle, received }: Device, { viewer }: Stage, password: string): Promise<Measured> {
  const form = { selector: 'button[type=submit]:not([disabled])', text: /Logga in/ }
  const figures = { selector: 'main a[href="/backoffice/time"]', text: /Orapporterade timmar.*\d.*tim/ }
  const ms = await timeTo(page, form, 'opening', () => page.goto('/auth', { waitUntil: 'commit' }))
  const { bytes, requests } = await received()
  await page.getByLabel('E-post').fill(viewer.email)
  await page.getByLabel('Lösenord', { exact: true }).fill(password)
  const signedIn = await timeTo(page, figures, 'click', () => tap(page.getByRole('button', { name: 'Logga in' })))
  await settle(READING_MS)
  return {
    'sign-in opened, nothing cached: ms until it can be typed in': ms,
    'the same: kB': bytes / 1000,
    'the same: requests': requests,
    "'Logga in' to the figures of the dashboard, ms": signedIn,
  }
}

const row = (number: string, selector = 'tbody tr'): Target => ({ selector, text: new RegExp(`${number}(?!\\d)`) })
const lastRow = (number: string) => row(number, 'tbody tr:last-child')

async function lists({ page, tap, settle, visibleRows }: Device, { listed }: Expected): Promise<Measured> {
  const menu = (name: RegExp) => page.getByRole('navigation').getByRole('link', { name }).filter({ visible: true })
  const targets = [row(listed[visibleRows - 1] ?? ''), lastRow(listed.at(-1) ?? '')]
  const open = () => timesTo(page, targets, 'click', () => tap(menu(/ärenden/i).first()))
  const [first = Number.NaN, allFirst = Number.NaN] = await open()
  await settle()
  await tap(menu(/Kunder/).first())
  await settle(READING_MS)
  const [again = Number.NaN, allAgain = Number.NaN] = await open()
  await settle()
  return {
    'menu to the list, all that the window shows is painted, first, ms': first,
    'again, ms': again,
    'menu to all 50 rows painted, first, ms': allFirst,
    'all 50 rows again, ms': allAgain,
  }
}

async function tickets({ page, tap, settle }: Device, { first, second }: Expected): Promise<Measured> {
  const open = ({ id, lastComment }: Opened) =>
    timeTo(page, { selector: '[role=log] article', text: lastComment }, 'click', () =>
      tap(page.locator(`[data-row-link][href$="${id}"]`)),
    )
  const ms = await open(first)
  await tap(page.getByRole('link', { name: 'Tillbaka till listan' }))
  await settle()
  const another = await open(second)
  await tap(page.getByRole('link', { name: 'Tillbaka till listan' }))
  await settle()
  return { 'list to a ticket with all its comments, first, ms': ms, 'another, ms': another }
}

async function search({ page, tap }: Device, { lastFound }: Expected): Promise<Measured> {
  await tap(page.getByLabel('Sök ärende'))
  await page.keyboard.type(WORD.slice(0, -1), { delay: 30 })
  const press = () => page.keyboard.press(WORD.slice(-1))
  return { 'last key of a search to its rows, ms': await timeTo(page, lastRow(lastFound), 'input', press) }
}
