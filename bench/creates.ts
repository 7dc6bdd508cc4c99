// Two hundred concurrent new tickets of one organization: how many succeed, how many are refused with 503 and Retry-After, and
// the time until the last response. Alternates with the ticket numbers as before docs/decisions/037: one row that each new ticket
// locks until its transaction ends.
import { Agent } from 'node:http'
import { uuidv7 } from '#db/uuid.ts'
import { addLogin } from '../tools/support/logins.ts'
import { formatSpread, type Part, spreadOf } from './part.ts'
import { type Answer, isGood, send } from './send.ts'
import { openStage, type Stage } from './stage.ts'

const CONCURRENCY = 200
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const texts = { title: 'WiFi nere', description: 'Ingen kontakt sedan i morse.' }

type Source = { name: string; path: string; token: () => Promise<string>; body: object }
type Outcome = { opened: number; lockRefusals: number; connectionRefusals: number; others: number; ms: number }

export const creates: Part = {
  name: 'creates',
  title: `${CONCURRENCY} concurrent new tickets, ${ROUNDS} alternating rounds; median (min–max)`,
  missing: () => undefined,
  run: async () => {
    const stage = await openStage('hundredth')
    try {
      const sequences = await currentFunctions(stage)
      for (const source of await sources(stage)) {
        const outcomes: Record<'row' | 'sequence', Outcome[]> = { row: [], sequence: [] }
        for (let round = 0; round <= ROUNDS; round++) {
          for (const kind of ['row', 'sequence'] as const) {
            for (const text of kind === 'row' ? lockedRow : sequences) await stage.query(text)
            const outcome = await burst(stage, source)
            if (round > 0) outcomes[kind].push(outcome) // the first round warms up
          }
        }
        console.log(`\n${source.name}`)
        report('a row, locked', outcomes.row)
        report('a sequence', outcomes.sequence)
      }
    } finally {
      await stage.stop()
    }
  },
}

function report(name: string, outcomes: Outcome[]) {
  const of = (key: keyof Outcome) => formatSpread(spreadOf(outcomes.map((outcome) => outcome[key])))
  console.log(
    `  ${name}: ${of('opened')} opened, 503 for a lock ${of('lockRefusals')}, for a connection ${of('connectionRefusals')}, others ${of('others')}; ${of('ms')} ms`,
  )
}

async function sources(stage: Stage): Promise<Source[]> {
  const { orgId, customerId } = stage.viewer
  const email = 'portal@matning.example'
  // What is measured is the database, not what one login may open.
  await stage.query(
    'create or replace function portal_tickets_per_hour() returns integer language sql as $$ select 1000000 $$',
  )
  const portal = await stage.openSession({ userId: await addLogin(stage, { email, orgId, customerId }), email })
  return [
    { name: 'staff', path: '/api/tickets', token: stage.token, body: { ...texts, customerId } },
    { name: 'the portal', path: '/api/portal/tickets', token: portal, body: texts },
  ]
}

async function burst({ product }: Stage, { path, token, body }: Source): Promise<Outcome> {
  const agent = new Agent({ keepAlive: true })
  const headers = { authorization: `Bearer ${await token()}`, 'content-type': 'application/json' }
  const startedAt = performance.now()
  try {
    const answers = await Promise.all(
      Array.from({ length: CONCURRENCY }, () =>
        send(agent, product.port, {
          ...{ method: 'POST', path, body: JSON.stringify(body) },
          headers: { ...headers, 'idempotency-key': uuidv7() },
        }).then(readAnswer),
      ),
    )
    const ms = performance.now() - startedAt
    const numbers = answers.flatMap(({ number }) => (number === undefined ? [] : [number]))
    if (new Set(numbers).size < numbers.length) throw new Error('Two tickets have the same number')
    const count = (code: string) => answers.filter((answer) => answer.code === code).length
    const opened = numbers.length
    const lockRefusals = count('busy')
    const connectionRefusals = count('database_away')
    return {
      opened,
      lockRefusals,
      connectionRefusals,
      others: CONCURRENCY - opened - lockRefusals - connectionRefusals,
      ms,
    }
  } finally {
    agent.destroy()
  }
}

/** The ticket's number, or the error code of a 503 with Retry-After. */
function readAnswer({ status, headers, body }: Answer): { number?: number; code?: string } {
  const { ticketNumber, error } = JSON.parse(body.toString()) as { ticketNumber?: number; error?: { code: string } }
  if (isGood({ status }) && ticketNumber !== undefined) return { number: ticketNumber }
  return status === 503 && Number(headers['retry-after']) > 0 && error ? { code: error.code } : {}
}

/** What the functions of 0008-tickets.sql say now, to be put back. */
async function currentFunctions(stage: Stage): Promise<string[]> {
  const { rows } = await stage.query<{ text: string }>(
    `select pg_get_functiondef(oid) as text from pg_proc where proname in ('generate_ticket_number', 'add_ticket_counts')`,
  )
  return rows.map(({ text }) => text)
}

/** The same as they were before each organization had a sequence (docs/decisions/037). */
const lockedRow = [
  `create table if not exists reference_numbers as select id as org_id, 500000 as last_number, 0 as active, 0 as archived
   from organizations`,
  'grant all on reference_numbers to stodpunkt_owner, stodpunkt_app',
  `create or replace function generate_ticket_number() returns integer language plpgsql as $$ begin
    update stodpunkt.reference_numbers set last_number = last_number + 1 where org_id = actor.org_id();
    return (select last_number from stodpunkt.reference_numbers where org_id = actor.org_id());
  end $$`,
  `create or replace function add_ticket_counts(org uuid, more_active bigint, more_archived bigint) returns void
   language sql as $$
    update stodpunkt.reference_numbers set active = active + more_active, archived = archived + more_archived
    where org_id = org
  $$`,
]
