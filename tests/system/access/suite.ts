// Asks every endpoint as every actor with every form of id, and compares with expectations.ts. A library: the access test and
// `npm run guards` both run it. Each question is rolled back before the next is put, so that each finds everything in its place.
import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { isProtocolAddress } from '#auth/server/protocol-errors.ts'
import type { TestDatabase } from '#db/testing/database.ts'
import { uuidv7 } from '#db/uuid.ts'
import type { Endpoint } from '#lib/contract.ts'
import { aMailServer } from '#lib/server/testing/mail-server.ts'
import { startHarness } from '#tests/harness/harness.ts'
import { endpoints } from './contracts.ts'
import { expectations, type IdForm, idForms, type Line } from './expectations.ts'
import { rolledBackDatabase } from './rolled-back-database.ts'
import { type ActorName, type Belongings, fillWorld, type Member, mayRead } from './world.ts'

export type AccessSuite = Awaited<ReturnType<typeof openAccessSuite>>
type Answer = { status: number; headers: LightMyRequestResponse['headers']; body: string }
type Cell = { name: string; endpoint: Endpoint; line: Line; member: Member; form: IdForm }

/** `on` is an empty migrated database; without it, one of the test's own. */
export async function openAccessSuite({ on }: { on?: TestDatabase } = {}) {
  const mail = await aMailServer()
  const connection = rolledBackDatabase()
  const h = await startHarness({ pool: connection.settings, smtpUrl: mail.url, ...(on && { on }) })
  const { members, canaries, organizations } = await fillWorld(h)
  connection.start()
  const digestOfAll = digestStatement(
    (
      await h.test.superuser.query<{ table: string }>(
        `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname in ('stodpunkt', 'auth') order by 1`,
      )
    ).rows.map(({ table }) => table),
  )
  const digest = async () => JSON.stringify(await connection.ask(digestOfAll))
  const before = await digest()
  await connection.undo()

  const secrets = new Map(members.map((member) => [member.name, secretsOf(member)]))
  const unseen = new Map(
    members.flatMap((member) =>
      canaries
        .filter((canary) => mayRead(member, canary))
        .map(({ text }) => [`${member.name} ${text}`, { actor: member.name, text }] as const),
    ),
  )

  function secretsOf(member: Member) {
    const foreign = organizations.filter(({ orgId }) => orgId !== member.person?.orgId)
    const ids = foreign.flatMap(({ orgId, customers }) => [orgId, ...customers.flatMap((all) => Object.values(all))])
    return [...canaries.filter((canary) => !mayRead(member, canary)).map(({ text }) => text), ...ids]
  }

  /** The answer, and what is wrong with it. */
  async function ask(cell: Cell) {
    const answer = await send(cell)
    const problems = [...judge(cell, answer)]
    const seen = answer.body + JSON.stringify(answer.headers)
    for (const secret of secrets.get(cell.member.name) ?? [])
      if (seen.includes(secret)) problems.push(`was shown ${secret}`)
    for (const [key, { actor, text }] of unseen)
      if (actor === cell.member.name && seen.includes(text)) unseen.delete(key)
    if (answer.status >= 400 && connection.hasKept() && (await digest()) !== before) problems.push('left a trace')
    if (answer.status === 403 && cell.line.for === 'admin' && cell.member.name === 'technician')
      if ((await connection.ask(deniedDeeds)).length !== 1) problems.push('what was denied is not written down')
    await connection.undo()
    return { answer, problems }
  }

  async function send({ endpoint, line, member, form }: Cell): Promise<Answer> {
    const { path, body } = requestOf(line, member, form)
    const answer = await h.app.inject({
      method: endpoint.method,
      url: path(endpoint.path) + (line.query ?? ''),
      headers: { ...(member.person && { authorization: `Bearer ${member.person.token}` }) },
      ...(body && { payload: body }),
      payloadAsStream: true,
    })
    const { statusCode: status, headers } = answer
    const isEndless = headers['content-type'] === 'text/event-stream'
    if (isEndless) answer.stream().destroy()
    return { status, headers, body: isEndless ? '' : await text(answer.stream()) }
  }

  return {
    /** What no line expects, and what no endpoint answers. */
    missing: () => {
      const registered = new Set(h.routes.map(({ method, url }) => `${method} ${url}`))
      const lines = new Set(Object.keys(expectations))
      return {
        withoutLine: [...registered].filter((name) => !lines.has(name)),
        withoutEndpoint: [...lines].filter((name) => !registered.has(name) || !endpoints.has(name)),
      }
    },
    /** One after the other, everything that is not as expected; of the named endpoints, or all. */
    async *surprises(names: Iterable<string> = Object.keys(expectations)) {
      for (const name of names)
        for (const row of rowsOf(name, members)) {
          const unlike = new Set<string>()
          for (const cell of row) {
            const { answer, problems } = await ask(cell)
            for (const problem of problems) yield `${name} as ${cell.member.name}, ${cell.form}: ${problem}`
            if (answer.status === 404 && isAnothers(cell)) unlike.add(withoutNumber(answer))
          }
          if (unlike.size > 1) yield `${name} as ${row[0]?.member.name}: can tell one 404 from another`
        }
    },
    /** After all: what somebody should have been able to read and was never shown. */
    unseen: () => [...unseen.keys()],
    stop: async () => {
      await connection.undo()
      await h.stop()
      await mail.stop()
    },
  }
}

/** For each line and actor the forms of id, in one row. */
function rowsOf(name: string, members: Member[]): Cell[][] {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  return [expectations[name] ?? []]
    .flat()
    .flatMap((line) => members.map((member) => formsOf(line).map((form) => ({ name, endpoint, line, member, form }))))
}

function formsOf({ ids = [], names }: Line): readonly IdForm[] {
  if (names) return idForms.filter((form) => form !== 'mixed')
  if (ids.length === 0) return ['own']
  return idForms.filter((form) => form !== 'mixed' || ids.length > 1)
}

function requestOf({ ids = [], names, sends }: Line, member: Member, form: IdForm) {
  const idOf = (kind: keyof Belongings, index = 0) => {
    switch (form) {
      case 'own':
      case 'sibling':
      case 'foreign':
        return member[form][kind]
      case 'mixed':
        return member[index === 0 ? 'own' : 'sibling'][kind]
      case 'random':
        return uuidv7()
      case 'malformed':
        return 'x'
    }
  }
  const inPath = ids.map((kind, index) => (names ? member.own[kind] : idOf(kind, index)))
  const own = sends && 'customerId' in sends && sends.customerId === 'own' && { customerId: member.own.customer }
  const named = names && { [names[0]]: idOf(names[1]) }
  return {
    path: (path: string) => inPath.reduce((rest: string, id) => rest.replace(/:\w+/, id), path),
    body: sends && { ...sends, ...own, ...named },
  }
}

const audiences: Record<Line['for'], readonly ActorName[]> = {
  anyone: ['nobody', 'unlinked', 'customer', 'otherCustomer', 'technician', 'admin', 'otherAdmin'],
  signedIn: ['unlinked', 'customer', 'otherCustomer', 'technician', 'admin', 'otherAdmin'],
  customer: ['customer', 'otherCustomer'],
  staff: ['technician', 'admin', 'otherAdmin'],
  admin: ['admin', 'otherAdmin'],
}

function expectedStatus({ line, member, form }: Cell): number {
  const { for: audience, names, done = 200, but } = line
  const other = but?.[member.name]
  const exception = typeof other === 'object' ? other[form] : other
  if (exception !== undefined) return exception
  if (!audiences[audience].includes(member.name)) return member.name === 'nobody' ? 401 : 403
  if (form === 'own') return done
  if (form === 'sibling') return audience === 'customer' ? 404 : done
  return form === 'malformed' && names ? 422 : 404
}

const codes = new Map([
  [401, 'signed_out'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [422, 'invalid'],
])

const protocolCodes = new Map([
  [401, 'no_authorization'],
  [403, 'session_not_found'],
  [404, 'not_found'],
  [422, 'validation_failed'],
])

function* judge(cell: Cell, answer: Answer): Generator<string, void> {
  const expected = expectedStatus(cell)
  const { status, body } = answer
  if (status !== expected) return yield `expected ${expected}, got ${status} ${body.slice(0, 200)}`
  if (status < 400) return yield* judgeSuccess(cell.endpoint, answer)
  if (cell.line.for === 'anyone') return
  // Under /auth/v1 a refusal has the form and the codes of the protocol.
  const { error = JSON.parse(body) } = JSON.parse(body)
  const code = (isProtocolAddress(cell.endpoint.path) ? protocolCodes : codes).get(expected)
  if (error.code !== code) yield `expected the code ${code}, got ${error.code}`
  const said = Object.keys(error).filter((key) => key !== 'fields' || expected !== 422)
  const keys = said.sort().join()
  if (keys !== 'code,message,requestId') yield `says too much: ${keys}`
}

function* judgeSuccess({ returns }: Endpoint, { body, headers }: Answer): Generator<string, void> {
  if (!('answer' in returns)) {
    const answered: unknown = JSON.parse(body)
    const parsed = returns.safeParse(answered)
    if (!parsed.success) yield `is not what the contract says: ${parsed.error.message}`
    else if (JSON.stringify(parsed.data) !== JSON.stringify(answered)) yield 'holds more than the contract says'
  } else if (returns.answer === 'nothing') {
    if (body !== '') yield `says something: ${body}`
  } else {
    const type = returns.answer === 'events' ? 'text/event-stream' : returns.contentType
    if (headers['content-type'] !== type) yield `is of the type ${headers['content-type']}`
  }
}

/** Of these nobody may tell whether they are there. */
const isAnothers = ({ line, form }: Cell) =>
  form === 'foreign' || form === 'random' || (form === 'sibling' && line.for === 'customer')

/** Everything but the request's own number. */
const withoutNumber = ({ status, headers, body }: Answer) =>
  JSON.stringify([status, { ...headers, date: '' }, body.replace(/"requestId":"[^"]+"/, '')])

const deniedDeeds = `select id from audit_log where action = 'denied'`

/** One row a table. Left out is what a refusal may leave: counts of tries, and that an administrator's deed was denied. */
const digestStatement = (tables: string[]) =>
  tables
    .filter((table) => !['auth.attempts', 'stodpunkt.form_counters', 'stodpunkt.migrations'].includes(table))
    .map((table) => {
      const rows = table === 'stodpunkt.audit_log' ? `${table} t where action <> 'denied'` : `${table} t`
      return `select '${table}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from ${rows}`
    })
    .join(' union all ')
