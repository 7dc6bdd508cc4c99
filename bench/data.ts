// What the requests ask for: ids, words and periods of the largest organization, in a constant order.
import type { Build } from './stage.ts'

export type Data = {
  orgId: string
  /** In a random order. */
  tickets: string[]
  /** Tickets that are not closed. */
  activeTickets: string[]
  customers: string[]
  staff: string[]
  enquiries: string[]
  /** The most frequent words of titles, and two words of the same title. */
  words: string[]
  wordPairs: string[]
  customerWords: string[]
  customerNames: string[]
  phones: string[]
  emails: string[]
  /** Of contacts who reported tickets, and equipment of tickets. */
  contactNames: string[]
  contactPhones: string[]
  serials: string[]
  /** The most frequent words of reported time. */
  archiveWords: string[]
  /** 'YYYY-MM', 'YYYY-MM-DD' and 'YYYY' with time. */
  months: string[]
  days: string[]
  years: string[]
  /** Filled by what needs them (prepared.ts). */
  reports: string[]
  invoiceBases: string[]
}

const WORDS = 60
const MANY = 100_000
const SOME = 5000

export async function readData(query: Build['query']): Promise<Data> {
  const list = async (sql: string) => (await query<{ value: string }>(sql)).rows.map(({ value }) => value)
  const [orgId = ''] = await list('select org_id as value from tickets group by 1 order by count(*) desc limit 1')
  const of = `where org_id = '${orgId}'`
  const random = (count: number) => `order by md5(id::text) limit ${count}`
  const titles = await list(`select title as value from tickets ${of} ${random(SOME)}`)
  const names = await list(`select name as value from customers ${of} and archived_at is null ${random(SOME)}`)
  const time = await list(
    `select description as value from time_entries ${of} and reported order by work_date desc, id limit ${SOME}`,
  )
  const hasReported = 'id in (select reported_by from tickets)'
  const days = await list(
    `select distinct work_date::text as value from time_entries ${of} and deleted_at is null order by 1 desc`,
  )
  return {
    orgId,
    tickets: await list(`select id as value from tickets ${of} ${random(MANY)}`),
    activeTickets: await list(`select id as value from tickets ${of} and status <> 'closed' ${random(MANY)}`),
    customers: await list(`select id as value from customers ${of} and archived_at is null ${random(MANY)}`),
    staff: await list(`select user_id as value from user_roles ${of} order by user_id`),
    enquiries: await list(`select id as value from enquiries ${of} ${random(SOME)}`),
    words: frequent(titles.flatMap(wordsOf)),
    wordPairs: [...new Set(titles.map((title) => wordsOf(title).slice(-2)))]
      .filter(({ length }) => length === 2)
      .map((pair) => pair.join(' ')),
    customerWords: frequent(names.flatMap(wordsOf)),
    customerNames: names,
    phones: await list(`select distinct phone as value from customers ${of} order by 1 limit ${SOME}`),
    emails: await list(`select distinct email as value from customers ${of} order by 1 limit ${SOME}`),
    contactNames: await list(
      `select distinct name as value from contacts ${of} and ${hasReported} order by 1 limit ${SOME}`,
    ),
    contactPhones: await list(
      `select distinct coalesce(mobile, phone) as value from contacts
       ${of} and ${hasReported} and coalesce(mobile, phone) is not null order by 1 limit ${SOME}`,
    ),
    serials: await list(
      `select distinct serial as value from equipment ${of} and serial is not null
       and id in (select equipment_id from ticket_equipment) order by 1 limit ${SOME}`,
    ),
    archiveWords: frequent(time.flatMap((text) => wordsOf(text ?? ''))),
    months: [...new Set(days.map((day) => day.slice(0, 7)))],
    days,
    years: [...new Set(days.map((day) => day.slice(0, 4)))],
    reports: [],
    invoiceBases: [],
  }
}

const wordsOf = (text: string) => text.toLowerCase().match(/\p{L}{4,}/gu) ?? []

function frequent(words: string[]): string[] {
  const counts = new Map<string, number>()
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  return [...counts]
    .toSorted(([a, countA], [b, countB]) => countB - countA || a.localeCompare(b))
    .slice(0, WORDS)
    .map(([word]) => word)
}
