// Submits forms as browsers do, and renders pages as the JSON of their props.
import type { Frontend } from '#app/browser/built-assets.ts'
import { deleteQueuedJobs, queuedJobs } from '#platform/jobs/testing/queued-jobs.ts'
import { captureLog } from '#tests/harness/captured-log.ts'
import { aFrontend } from '#tests/harness/frontend.ts'
import { type Harness, startHarness } from '#tests/harness/harness.ts'
import { PICTURES } from '../forms.contract.ts'
import { formsKeyFrom, makeFormToken } from '../server/forms-token.ts'

/** The key of every harness. */
const formsKey = formsKeyFrom(Buffer.alloc(32, 7))
export const tokenFrom = (secondsAgo: number) => makeFormToken(formsKey, new Date(Date.now() - secondsAgo * 1000))

/** A page is its path and the state of its form, as JSON. */
export const jsonPages = (): Frontend => {
  const frontend = aFrontend()()
  const sitePage: Frontend['render']['sitePage'] = (path, { form, facts }) =>
    JSON.stringify({ path, form, company: facts?.name })
  return { ...frontend, render: { ...frontend.render, sitePage } }
}

export const contact = { name: 'Anna Berg', email: 'anna@example.se', phone: '', message: 'Hej! Kan ni hjälpa oss?' }
export const fault = { name: 'Bo Ek', email: 'bo@example.se', phone: '0701234567', issue: 'Inget nät i huset.' }

type Extra = { script?: boolean; ip?: string; headers?: Record<string, string> }
type Fields = Record<string, string> | [string, string][] | string | Buffer

/** The address that an accepted form leads to, without the token of its receipt. */
export const sentTo = ({ headers }: { headers: { location?: unknown } }) =>
  String(headers.location).replace(/&kvitto=[\w.-]+$/, '')

let lastAddress = 0
/** A new network per call, so that tests do not share a rate limit. */
export const aNetwork = () => `10.${lastAddress >> 16}.${(lastAddress >> 8) & 255}.${lastAddress++ & 255}`

/** Submits a form as a browser does, with or without JavaScript. */
export async function sendForm(h: Harness, path: string, fields: Fields, extra: Extra = {}) {
  const { script = false, ip = aNetwork(), headers = {} } = extra
  return h.app.inject({
    method: 'POST',
    url: path,
    remoteAddress: ip,
    payload: typeof fields === 'string' || Buffer.isBuffer(fields) ? fields : new URLSearchParams(fields).toString(),
    headers: {
      'content-type': 'application/x-www-form-urlencoded',
      accept: script ? 'application/json' : 'text/html,application/xhtml+xml,*/*;q=0.8',
      ...headers,
    },
  })
}

export type FormSite = Awaited<ReturnType<typeof startFormSite>>

type SiteOptions = { receiptsPerDay?: number; clamdUrl?: string; pool?: { waitTimeoutMs: number } }

/** Two processes on one database with a company that can be called, behind a proxy at 10.9.9.9. */
export async function startFormSite({ receiptsPerDay = 200, ...more }: SiteOptions = {}) {
  const log = captureLog('trace')
  const parts = { frontend: jsonPages, logger: log.logger }
  const h = await startHarness({ ...parts, ...more, receiptsPerDay, trustProxy: ['10.9.9.9'] })
  const other = await startHarness({ ...parts, on: h.test, tokens: h.tokens })
  const { id: orgId } = await h.anOrganization('Nordnät AB')
  await h.anOrganization('Den andra AB')
  const q = (query: string, ...values: unknown[][]) => h.test.superuser.query(query, ...values)
  await q(`update company_facts set phone = '0812345678', emergency_phone = '0701112233' where org_id = $1`, [orgId])
  return {
    h,
    other,
    orgId,
    q,
    send: (path: string, fields: Fields, extra?: Extra) => sendForm(h, path, fields, extra),
    logged: log.text,
    stored: async () =>
      (
        await q(
          'select org_id, kind, name, email, phone, message, is_urgent, is_suspect from enquiries order by created_at, id',
        )
      ).rows,
    count: async (table: string) => (await q(`select from ${table}`)).rowCount ?? 0,
    /** The names of the queued jobs. */
    jobs: async () => (await q(`select task from ${queuedJobs} order by id`)).rows.map(({ task }) => task),
    empty: async () => {
      log.clear()
      await q(`delete from enquiries; delete from form_counters; ${deleteQueuedJobs}`)
    },
    stop: async () => {
      await other.stop()
      await h.stop()
    },
  }
}

/** A form as a browser sends it, with pictures after the text. */
export function aFormWithPictures(
  fields: Record<string, string>,
  pictures: [name: string, content: Buffer | string][],
) {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.append(name, value)
  for (const [name, content] of pictures) form.append(PICTURES, new File([new Uint8Array(Buffer.from(content))], name))
  return form
}
