import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { aSearchScenario, type SearchCriteria, type SearchScenario } from '../testing/search-scenario.ts'

let h: Harness
let scenario: SearchScenario

beforeAll(async () => {
  h = await startHarness()
  scenario = await aSearchScenario(h)
})
afterAll(() => h.stop())

describe('a ticket is found by', () => {
  test('its whole number, with and without #', async () => {
    const { id, number: own } = await scenario.aTicket()
    expect(await scenario.search({ search: `#${own}` })).toEqual([id])
    expect(await scenario.search({ search: ` ${own} ` })).toEqual([id])
    expect(await scenario.search({ search: String(own).slice(1) })).toEqual([])
    expect(await scenario.search({ search: `#${own}0` })).toEqual([])
  })

  test('digits in its text, but not with #', async () => {
    const { id } = await scenario.aTicket({ description: 'Utrustningen är märkt NL-77123.' })
    expect(await scenario.search({ search: '77123' })).toEqual([id])
    expect(await scenario.search({ search: 'nl-77123' })).toEqual([id])
    expect(await scenario.search({ search: '7712' })).toEqual([id])
    expect(await scenario.search({ search: '#77123' })).toEqual([])
  })

  test('title, description, customer, and public and internal comments', async () => {
    const { id } = await scenario.aTicket({
      title: 'Projektorn brummar',
      description: 'Lampan flimrar',
      customer: 'Lönnens Bageri AB',
      comments: ['Fläkten är rengjord'],
    })
    for (const word of ['projektorn', 'flimrar', 'lönnens', 'fläkten'])
      expect(await scenario.search({ search: word })).toEqual([id])
    const noted = await scenario.aTicket({ comments: ['Kunden är sur'], internal: true })
    expect(await scenario.search({ search: 'sur' })).toEqual([noted.id])
  })

  test('several words across these fields, if all match', async () => {
    const { id } = await scenario.aTicket({ title: 'Växeln tiger', customer: 'Ekdahls Optik', comments: ['Omstartad'] })
    expect(await scenario.search({ search: 'omstartad ekdahls växeln tiger' })).toEqual([id])
    expect(await scenario.search({ search: 'ekdahls omstartad skrivbord' })).toEqual([])
  })

  test.each([
    ['nätverk', 'Ett nätverksproblem'],
    ['nätverk', 'Gästnätverket är nere'],
    ['NÄTVERKET', 'Hela nätverkskabeln'],
    ['nätverk'.normalize('NFD'), 'Trådlöst nätverk'],
    ['nätverk', 'Fast nätverk'.normalize('NFD')],
    ['skrivaren', 'Vår skrivare'],
    ['skrivare', 'Kontorsskrivaren'],
    ['skrivarna', 'En etikettskrivare'],
    ['datorn', 'Två datorer'],
    ['datorerna', 'En bärbar dator'],
    ['kameran', 'Alla kameror'],
    ['kontot', 'Nytt användarkonto'],
    ['lösenordet', 'Lösenordsbyte'],
    ['kabeln', 'Lös kabel'],
    ['mejlen', 'Ett bluffmejl'],
    ['ÅKERI', 'åkeriets växel'],
    ['åkeri', 'ÅKERIET'],
    ['pc', 'En ny PC'],
  ])('%s: %s', async (word, title) => {
    const elsewhere = await aSearchScenario(h)
    const { id } = await elsewhere.aTicket({ title })
    await elsewhere.aTicket({ title: 'Beskrivning av annat i epcskåpet' })
    expect(await elsewhere.search({ search: word })).toEqual([id])
  })
})

describe('the search text is split into words', () => {
  let elsewhere: SearchScenario
  let both: string[]

  beforeAll(async () => {
    elsewhere = await aSearchScenario(h)
    const wifi = await elsewhere.aTicket({ title: 'WiFi nere', description: 'åäö it', at: new Date('2026-11-20') })
    const door = await elsewhere.aTicket({ title: '100 % "låst" dörr', at: new Date('2026-11-19') })
    both = [wifi.id, door.id]
  })

  test('a search without a letter or digit finds nothing', async () => {
    for (const search of ['', '  ', '#', '!!!', '%', '"', `' & | ! :* %_\\`, '<->', '😀', '*', '@', "''", '\\', '()'])
      expect(await elsewhere.search({ search })).toEqual([])
  })

  test.each([
    `wifi'`,
    `'wifi`,
    'wifi & nere',
    'wifi | | nere',
    '!wifi',
    'wifi:*',
    '%wifi%',
    '\\wifi',
    '"wifi" <-> nere',
    '(wifi)',
    '#wifi',
    '_wifi_',
    '@wifi',
  ])('%s is searched as wifi', async (typed) => {
    expect(await elsewhere.search({ search: typed })).toEqual([both[0]])
  })

  test.each(['w_fi', 'w%i', 'wi*', 'wif:* dörr', 'wifi | dörr', '@open', '@2026-11', '@nobody', 'ifi & !nere & låst'])(
    '%s finds nothing',
    async (typed) => {
      expect(await elsewhere.search({ search: typed })).toEqual([])
    },
  )

  test('one or two letters match whole words only', async () => {
    expect(await elsewhere.search({ search: 'it' })).toEqual([both[0]])
    expect(await elsewhere.search({ search: 'wi' })).toEqual([])
    expect(await elsewhere.search({ search: 'wif' })).toEqual([both[0]])
  })
})

describe('the list', () => {
  test('contains one tab, narrowed by the filters', async () => {
    const elsewhere = await aSearchScenario(h)
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    const make = (overrides: object, day: number) => elsewhere.aTicket({ title: 'Samma', at: at(day), ...overrides })
    const open = await make({}, 1)
    const mine = await make({ status: 'in_progress', assignedTo: elsewhere.technician.userId }, 2)
    const urgent = await make({ priority: 'urgent' }, 3)
    const closed = await make({ status: 'closed', priority: 'urgent', assignedTo: elsewhere.technician.userId }, 4)
    const find = (criteria: SearchCriteria) => elsewhere.search({ search: 'samma', ...criteria })
    expect(await find({})).toEqual([urgent.id, mine.id, open.id])
    expect(await find({ tab: 'archived' })).toEqual([closed.id])
    expect(await find({ status: 'in_progress' })).toEqual([mine.id])
    expect(await find({ priority: 'urgent' })).toEqual([urgent.id])
    expect(await find({ assignedTo: elsewhere.technician.userId })).toEqual([mine.id])
    expect(await find({ assignedTo: 'nobody' })).toEqual([urgent.id, open.id])
    expect(await find({ assignedTo: 'nobody', priority: 'urgent', status: 'open' })).toEqual([urgent.id])
    expect(await find({ tab: 'archived', priority: 'urgent', assignedTo: elsewhere.technician.userId })).toEqual([
      closed.id,
    ])
    expect(await find({ tab: 'archived', status: 'open' })).toEqual([])
    expect(await find({ assignedTo: scenario.technician.userId })).toEqual([])
  })

  test('is paged newest first over a long time, for common and rare words', async () => {
    const elsewhere = await aSearchScenario(h)
    const customer = await h.aCustomer({ orgId: elsewhere.orgId })
    // One ticket a day for 200 days; the words 'udda' and 'gammal' are in the older half only.
    await h.test.superuser.query(
      `insert into tickets (org_id, id, ticket_number, customer_id, title, description, created_at)
       select $1, gen_random_uuid(), n, $2, 'Varje dag', case when n <= 100 and n % 2 = 1 then 'udda gammal' when n <= 100 then 'gammal' else '-' end,
         timestamptz '2026-03-01' + n * interval '1 day' from generate_series(1, 200) n`,
      [elsewhere.orgId, customer.id],
    )
    const rows = await h.test.superuser.query<{ id: string; ticket_number: number; created_at: string }>(
      `select id, ticket_number, created_at::text from tickets where org_id = $1`,
      [elsewhere.orgId],
    )
    const byId = new Map(rows.rows.map((row) => [row.id, row]))
    const numbers = async (word: string) => {
      const found: number[] = []
      let after: SearchCriteria['after']
      for (let full = true; full; ) {
        const ids = await elsewhere.search({ search: word, after })
        full = ids.length === 51
        for (const id of ids.slice(0, 50)) found.push(byId.get(id)?.ticket_number ?? 0)
        const last = byId.get(ids[49] ?? '')
        if (last) after = { createdAt: last.created_at, id: last.id }
      }
      return found
    }
    const down = (from: number, step = 1) => Array.from({ length: Math.ceil(from / step) }, (_, n) => from - n * step)
    expect(await numbers('varje')).toEqual(down(200))
    expect(await numbers('gammal')).toEqual(down(100))
    expect(await numbers('udda dag')).toEqual(down(99, 2))
  })
})
