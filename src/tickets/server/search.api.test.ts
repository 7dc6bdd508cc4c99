import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { type Office, openOffice, type Wanted } from '../testing/search-scenario.ts'

let h: Harness
let office: Office

beforeAll(async () => {
  h = await startHarness()
  office = await openOffice(h)
})
afterAll(() => h.stop())

describe('a ticket is found by', () => {
  test('its number, with and without #, and not by a part of it', async () => {
    const { id, number: own } = await office.aTicket()
    expect(await office.search({ search: `#${own}` })).toEqual([id])
    expect(await office.search({ search: ` ${own} ` })).toEqual([id])
    expect(await office.search({ search: String(own).slice(1) })).toEqual([])
    expect(await office.search({ search: `#${own}0` })).toEqual([])
  })

  test('digits of its text, which # leaves out', async () => {
    const { id } = await office.aTicket({ description: 'Utrustningen är märkt NL-77123.' })
    expect(await office.search({ search: '77123' })).toEqual([id])
    expect(await office.search({ search: 'nl-77123' })).toEqual([id])
    expect(await office.search({ search: '7712' })).toEqual([id])
    expect(await office.search({ search: '#77123' })).toEqual([])
  })

  test('title, description, customer, public and internal comments', async () => {
    const { id } = await office.aTicket({
      ...{ title: 'Projektorn brummar', description: 'Lampan flimrar', customer: 'Lönnens Bageri AB' },
      comments: ['Fläkten är rengjord'],
    })
    for (const word of ['projektorn', 'flimrar', 'lönnens', 'fläkten'])
      expect(await office.search({ search: word })).toEqual([id])
    const noted = await office.aTicket({ comments: ['Kunden är sur'], internal: true })
    expect(await office.search({ search: 'sur' })).toEqual([noted.id])
  })

  test('several words in any of these together, and only by all of them', async () => {
    const { id } = await office.aTicket({ title: 'Växeln tiger', customer: 'Ekdahls Optik', comments: ['Omstartad'] })
    expect(await office.search({ search: 'omstartad ekdahls växeln tiger' })).toEqual([id])
    expect(await office.search({ search: 'ekdahls omstartad skrivbord' })).toEqual([])
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
    const elsewhere = await openOffice(h)
    const { id } = await elsewhere.aTicket({ title })
    await elsewhere.aTicket({ title: 'Beskrivning av annat i epcskåpet' })
    expect(await elsewhere.search({ search: word })).toEqual([id])
  })
})

describe('what is typed is words', () => {
  let elsewhere: Office
  let both: string[]

  beforeAll(async () => {
    elsewhere = await openOffice(h)
    const wifi = await elsewhere.aTicket({ title: 'WiFi nere', description: 'åäö it', at: new Date('2026-11-20') })
    const door = await elsewhere.aTicket({ title: '100 % "låst" dörr', at: new Date('2026-11-19') })
    both = [wifi.id, door.id]
  })

  test('without a letter or digit it is no search', async () => {
    for (const nothing of ['', '  ', '#', '!!!', `' & | ! :* %_\\`, '<->', '😀', '*', '@', "''", '\\', '()'])
      expect(await elsewhere.search({ search: nothing })).toEqual(both)
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
  ])('%s is wifi', async (typed) => {
    expect(await elsewhere.search({ search: typed })).toEqual([both[0]])
  })

  test.each(['w_fi', 'w%i', 'wi*', 'wif:* dörr', 'wifi | dörr', '@open', '@2026-11', '@nobody', 'ifi & !nere & låst'])(
    '%s finds nothing',
    async (typed) => {
      expect(await elsewhere.search({ search: typed })).toEqual([])
    },
  )

  test('one letter or two are a whole word', async () => {
    expect(await elsewhere.search({ search: 'it' })).toEqual([both[0]])
    expect(await elsewhere.search({ search: 'wi' })).toEqual([])
    expect(await elsewhere.search({ search: 'wif' })).toEqual([both[0]])
  })
})

describe('the list', () => {
  test('holds one tab, and of it what the filters let through', async () => {
    const elsewhere = await openOffice(h)
    const at = (day: number) => new Date(Date.UTC(2026, 10, day))
    const make = (given: object, day: number) => elsewhere.aTicket({ title: 'Samma', at: at(day), ...given })
    const open = await make({}, 1)
    const mine = await make({ status: 'in_progress', assignedTo: elsewhere.technician.userId }, 2)
    const urgent = await make({ priority: 'urgent' }, 3)
    const closed = await make({ status: 'closed', priority: 'urgent', assignedTo: elsewhere.technician.userId }, 4)
    const find = (wanted: Wanted) => elsewhere.search({ search: 'samma', ...wanted })
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
    expect(await find({ assignedTo: office.technician.userId })).toEqual([])
  })

  test('goes on, newest first, through all the years, for common words and for rare ones', async () => {
    const elsewhere = await openOffice(h)
    const customer = await h.aCustomer({ orgId: elsewhere.orgId })
    // Every day for 200 days one; the words 'udda' and 'gammal' stand in the older half of them.
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
      let after: Wanted['after']
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
    expect(await numbers('!')).toEqual(down(200))
  })
})
