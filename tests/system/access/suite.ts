// Calls every endpoint as every actor with every form of id, and compares the responses with expectations.ts; run by
// the access test and by `npm run guards`. Each request is rolled back before the next, so that all find the same rows.
import { text } from 'node:stream/consumers'
import type { LightMyRequestResponse } from 'fastify'
import { isProtocolAddress } from '#features/auth/server/protocol-errors.ts'
import type { TestDatabase } from '#platform/database/testing/database.ts'
import { aMailServer } from '#platform/mail/testing/mail-server.ts'
import type { Endpoint } from '#shared/contract.ts'
import { startHarness } from '#tests/harness/harness.ts'
import { endpoints } from './contracts.ts'
import { expectations } from './expectations.ts'
import { type IdForm, idForms, type Level, type Line } from './expected-line.ts'
import { keyEndpoints } from './key-endpoints.ts'
import { expectedAtLevel, setLevel } from './levels.ts'
import { requestOf } from './request-of.ts'
import { rolledBackDatabase } from './rolled-back-database.ts'
import { type ActorName, fillWorld, type Member, mayRead } from './world.ts'

export type AccessSuite = Awaited<ReturnType<typeof openAccessSuite>>
type Answer = { status: number; headers: LightMyRequestResponse['headers']; body: string }
/** Which actors send the requests. */
type Include = (member: Member) => boolean
type Cell = { name: string; endpoint: Endpoint; line: Line; member: Member; form: IdForm; level?: Level }

/** Pass an empty migrated database as `on`; without it a test database is created. */
export async function openAccessSuite({ on }: { on?: TestDatabase } = {}) {
  const mail = await aMailServer()
  const connection = rolledBackDatabase()
  const h = await startHarness({ pool: connection.settings, smtpUrl: mail.url, ...(on && { on }) })
  const { members, canaries, organizations } = await fillWorld(h)
  // A refused call may have checked a basis first, which is no change that it was asked for.
  await h.test.superuser.query('update invoice_bases set check_at = null')
  // What asks for a recent proof has one, however long the suite runs.
  await h.test.superuser.query(`update auth.sessions set authenticated_at = now() + interval '1 hour'`)
  connection.start()
  const digests = async (tables: string[]) =>
    new Map((await connection.query(digestStatement(tables))).map(({ name, digest }) => [name, digest]))
  const { rows } = await h.test.superuser.query<{ table: string }>(
    `select format('%I.%I', schemaname, tablename) as table from pg_tables where schemaname in ('stodpunkt', 'auth')`,
  )
  const tables = rows.map(({ table }) => table)
  let before = await digests(tables)
  await connection.query('update organizations set name = name')
  if ((await connection.query(writtenTables)).length === 0)
    throw new Error('The server counts no writes (track_counts).')
  /** Only tables that were written to are read: reading all of them took half of the suite's time. */
  const hasChangedDatabase = async () => {
    const written = (await connection.query(writtenTables)).map(({ table }) => String(table))
    return [...(await digests(written))].some(([table, digest]) => digest !== before.get(table))
  }
  await connection.rollBack()

  const secrets = new Map(members.map((member) => [member.name, secretsOf(member)]))
  const unseen = new Map(
    members
      .filter(isPerson)
      .flatMap((member) =>
        canaries
          .filter((canary) => mayRead(member, canary))
          .map(({ text }) => [`${member.name} ${text}`, { actor: member.name, text }] as const),
      ),
  )

  /** Endpoints whose denial is in the audit log, where it is recorded once for each login. */
  const denied = new Set<string>()

  function secretsOf(member: Member) {
    const foreign = organizations.filter(({ orgId }) => orgId !== member.person?.orgId)
    const ids = foreign.flatMap(({ orgId, customers }) => [orgId, ...customers.flatMap((all) => Object.values(all))])
    return [...canaries.filter((canary) => !mayRead(member, canary)).map(({ text }) => text), ...ids]
  }

  /** The response, with its deviations from the expectation. */
  async function check(cell: Cell) {
    const answer = await send(cell)
    const problems = [...problemsOf(cell, answer)]
    const seen = answer.body + JSON.stringify(answer.headers)
    for (const secret of secrets.get(cell.member.name) ?? [])
      if (seen.includes(secret)) problems.push(`contains ${secret}`)
    for (const [key, { actor, text }] of unseen)
      if (actor === cell.member.name && seen.includes(text)) unseen.delete(key)
    if (answer.status >= 400 && connection.hasCommitted() && (await hasChangedDatabase()))
      problems.push('was refused but changed the database')
    if (answer.status === 403 && cell.line.for === 'admin' && cell.member.name === 'technician') {
      const entries = (await connection.query(deniedEntries)).length
      if (entries !== (denied.has(cell.name) ? 0 : 1)) problems.push(`has ${entries} audit entries of the denial`)
      if (entries > 0) denied.add(cell.name)
    }
    await connection.rollBack()
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
    /** Endpoints without an expectation, and expectations without an endpoint. */
    missing: () => {
      const registered = new Set(h.routes.map(({ method, url }) => `${method} ${url}`))
      const expected = new Set(Object.keys(expectations))
      return {
        withoutExpectation: [...registered].filter((name) => !expected.has(name)),
        withoutEndpoint: [...expected].filter((name) => !registered.has(name) || !endpoints.has(name)),
      }
    },
    /** Yields every deviation from the expectations, of the named endpoints or of all, and of these actors or all. */
    async *surprises(names: Iterable<string> = Object.keys(expectations), include: Include = () => true) {
      for (const name of names)
        for (const row of rowsOf(name, members.filter(include))) {
          const distinct404s = new Set<string>()
          for (const cell of row) {
            const { answer, problems } = await check(cell)
            for (const problem of problems) yield `${name} as ${cell.member.name}, ${cell.form}: ${problem}`
            if (answer.status === 404 && mayNotRevealExistence(cell)) distinct404s.add(withoutRequestId(answer))
          }
          if (distinct404s.size > 1) yield `${name} as ${row[0]?.member.name}: gets different 404 responses`
        }
    },
    /** The same with a second factor of every login, proved in its session (aal2) or not (aal1), for own rows only. */
    async *surprisesAt(level: Level, names: Iterable<string> = Object.keys(expectations)) {
      await setLevel(h, members, level)
      before = await digests(tables)
      await connection.rollBack()
      for (const name of names)
        for (const [cell] of rowsOf(name, members.filter(isPerson))) {
          if (!cell) continue
          const { problems } = await check({ ...cell, level })
          for (const problem of problems) yield `${name} as ${cell.member.name} at ${level}: ${problem}`
        }
    },
    /** After `surprises`: texts that an actor may read but has not received. */
    unseen: () => [...unseen.keys()],
    stop: async () => {
      await connection.rollBack()
      await h.stop()
      await mail.stop()
    },
  }
}

/** One row for each line and actor, with a cell for each form of id. */
function rowsOf(name: string, members: Member[]): Cell[][] {
  const endpoint = endpoints.get(name)
  if (!endpoint) throw new Error(`No endpoint ${name}`)
  return [expectations[name] ?? []]
    .flat()
    .flatMap((line) =>
      members.map((member) => formsOf({ name, line, member }).map((form) => ({ name, endpoint, line, member, form }))),
    )
}

export const isPerson = ({ scopes }: Member) => scopes === undefined

type Call = Pick<Cell, 'name' | 'line' | 'member'>

/** Whether it is an API key without the scope of the endpoint: refused before anything is read of the request. */
const isOutOfScope = ({ name, line, member: { scopes } }: Call) =>
  scopes !== undefined && line.for !== 'anyone' && !scopes.some((scope) => keyEndpoints[scope].includes(name))

function formsOf(call: Call): readonly IdForm[] {
  const { ids = [], names } = call.line
  if (isOutOfScope(call)) return ['own']
  if (names) return idForms.filter((form) => form !== 'mixed')
  if (ids.length === 0) return ['own']
  return idForms.filter((form) => form !== 'mixed' || ids.length > 1)
}

const audiences: Record<Line['for'], readonly ActorName[]> = {
  anyone: ['nobody', 'unlinked', 'customer', 'colleague', 'otherCustomer', 'technician', 'admin', 'otherAdmin'],
  signedIn: ['unlinked', 'customer', 'colleague', 'otherCustomer', 'technician', 'admin', 'otherAdmin'],
  customer: ['customer', 'colleague', 'otherCustomer'],
  staff: ['technician', 'admin', 'otherAdmin'],
  admin: ['admin', 'otherAdmin'],
}

function expectedStatus(cell: Cell): number {
  const { line, member, form } = cell
  const { for: audience, names, done = 200, but } = line
  if (isOutOfScope(cell)) return 403
  // Whoever made it, a key is a technician.
  const name = isPerson(member) ? member.name : 'technician'
  const other = but?.[name]
  const exception = typeof other === 'object' ? other[form] : other
  if (exception !== undefined) return exception
  if (!audiences[audience].includes(name)) return name === 'nobody' ? 401 : 403
  if (form === 'own') return done
  if (form === 'sibling') return audience === 'customer' ? 404 : done
  return form === 'malformed' && names ? 422 : 404
}

const codes = new Map([
  [401, 'signed_out'],
  [403, 'forbidden'],
  [404, 'not_found'],
  [409, 'conflict'],
  [422, 'invalid'],
])

const protocolCodes = new Map([
  [401, 'no_authorization'],
  [403, 'session_not_found'],
  [404, 'not_found'],
  [422, 'validation_failed'],
])

const codeOf = ({ endpoint: { path }, line: { code, done }, form }: Cell, status: number) =>
  (status === done && form !== 'malformed' && code) || (isProtocolAddress(path) ? protocolCodes : codes).get(status)

function* problemsOf(cell: Cell, answer: Answer): Generator<string, void> {
  const { level, endpoint, line, member } = cell
  const [expected, expectedCode] =
    (level && member.person && expectedAtLevel(level, endpoint, line)) || ([expectedStatus(cell)] as const)
  const { status, body } = answer
  if (status !== expected) return yield `expected ${expected}, got ${status} ${body.slice(0, 200)}`
  if (status < 400) return yield* problemsOfSuccess(cell.endpoint, answer)
  if (cell.line.for === 'anyone') return
  // Under /auth/v1 errors have the format and codes of auth-js.
  const { error = JSON.parse(body) } = JSON.parse(body)
  const code = isOutOfScope(cell) ? 'key_scope' : (expectedCode ?? codeOf(cell, expected))
  if (error.code !== code) yield `expected the code ${code}, got ${error.code}`
  const allowed = new Map([
    [409, 'current'],
    [422, 'fields'],
  ]).get(expected)
  const fields = Object.keys(error).filter((key) => key !== allowed)
  const keys = fields.sort().join()
  if (keys !== 'code,message,requestId') yield `has other fields: ${keys}`
}

function* problemsOfSuccess({ returns }: Endpoint, { body, headers }: Answer): Generator<string, void> {
  if (!('answer' in returns)) {
    const value: unknown = JSON.parse(body)
    const parsed = returns.safeParse(value)
    if (!parsed.success) yield `does not match the contract: ${parsed.error.message}`
    else if (JSON.stringify(parsed.data) !== JSON.stringify(value)) yield 'has fields that the contract does not have'
  } else if (returns.answer === 'nothing') {
    if (body !== '') yield `has a body: ${body}`
  } else {
    const type = returns.answer === 'events' ? 'text/event-stream' : returns.contentType
    if (headers['content-type'] !== type) yield `is of the type ${headers['content-type']}`
  }
}

/** For these ids the response must not reveal whether the row exists. */
const mayNotRevealExistence = ({ line, form }: Cell) =>
  form === 'foreign' || form === 'random' || (form === 'sibling' && line.for === 'customer')

/** The response without its request id and date. */
const withoutRequestId = ({ status, headers, body }: Answer) =>
  JSON.stringify([status, { ...headers, date: '' }, body.replace(/"requestId":"[^"]+"/, '')])

const deniedEntries = `select id from audit_log where action = 'denied'`

/** The tables that the open transaction has written to, savepoints that were rolled back included. */
const writtenTables = `select format('%I.%I', schemaname, relname) as table from pg_stat_xact_user_tables
  where schemaname in ('stodpunkt', 'auth') and n_tup_ins + n_tup_upd + n_tup_del > 0`

const refusals = `'denied', 'sign_in_refused', 'factor_refused', 'password_proof_refused', 'called'`

/** A hash per table, without what a refused request may write: attempt counters and audit entries of refusals and of keys. */
const digestStatement = (tables: string[]) =>
  tables
    .filter((table) => !['auth.attempts', 'stodpunkt.form_counters', 'stodpunkt.migrations'].includes(table))
    .map((table) => {
      const rows = table === 'stodpunkt.audit_log' ? `${table} t where action not in (${refusals})` : `${table} t`
      return `select '${table}' as name, md5(coalesce(string_agg(t::text, '' order by t::text), '')) as digest from ${rows}`
    })
    .join(' union all ') || 'select where false'
