// The forms of the public site: what is sent is taken in, and the page it was sent from is what a browser without script
// is answered with.
import type { FastifyReply, FastifyRequest } from 'fastify'
import { CONTACT_SENT, type FormPath, formKinds, sentAddress, supportSent } from '#enquiries/forms.contract.ts'
import { TooManyForms } from '#enquiries/server/forms-counters.queries.ts'
import { readForm, type SentForm } from '#enquiries/server/forms-input.ts'
import { type Intake, takeIn } from '#enquiries/server/forms-intake.ts'
import { notStored, notUtf8, otherSite, tooLarge, tooMany } from '#enquiries/server/forms-problems.ts'
import { formsKeyFrom, isRobotsToken } from '#enquiries/server/forms-token.ts'
import type { App } from '#lib/server/app.ts'
import { AppError, invalid } from '#lib/server/app-error.ts'
import { isAborted, refusalBody, refusalOf } from '#lib/server/errors.ts'
import { servePublicForm } from '#lib/server/serve-public.ts'
import { NOT_UTF8 } from '#lib/server/utf8.ts'
import { acceptForms } from './form-body.ts'
import { lastKnownFacts } from './last-known-facts.ts'
import type { OpenFacts } from './open-facts.ts'
import { isSameOrigin } from './same-origin.ts'
import type { SiteFrontend } from './site-frontend.ts'

const NOT_STORED_RETRY_SECONDS = 60

type Parts = {
  frontend: () => Promise<SiteFrontend>
  facts: OpenFacts
  appUrl: string
  /** What tokens are signed and addresses hashed with is derived from it. */
  refreshKey: Buffer
} & Pick<Intake, 'siteOrg' | 'receiptsPerDay'>

/** POST of both forms, for browsers with and without script, from their own pages alone. Nothing but a form is read here. */
export async function formRoutes(app: App, parts: Parts) {
  await app.register(async (plugin) => {
    const scope = plugin as unknown as App
    acceptForms(scope)
    scope.setErrorHandler(async (error, request, reply) => {
      const asked = request as FastifyRequest
      if (isAborted(asked)) return reply.hijack()
      const refusal = refusalOf(error)
      if (refusal.status >= 500) request.log.error({ err: error }, 'a form was not answered')
      return refuse(parts, asked, reply as unknown as FastifyReply, toldToVisitors(refusal, asked))
    })
    const intake = { ...parts, database: app.database, key: formsKeyFrom(parts.refreshKey) }
    for (const path of Object.keys(formKinds) as FormPath[])
      servePublicForm(scope, path, (request, reply) => take(path, { ...parts, intake }, request, reply))
  })
}

/** What was not read cannot be shown again: a browser without script has it on the page before. */
function toldToVisitors(refusal: AppError, request: FastifyRequest) {
  const { status, code, details } = refusal
  const tell = unreadTexts.get(code)
  return tell ? new AppError(status, code, tell(wantsJson(request)), details) : refusal
}

const unreadTexts = new Map([
  ['too_large', tooLarge],
  [NOT_UTF8, notUtf8],
])

async function take(path: FormPath, parts: Parts & { intake: Intake }, request: FastifyRequest, reply: FastifyReply) {
  const sent = readForm(path, request.body instanceof URLSearchParams ? request.body : new URLSearchParams())
  const refusal = await refusalTo(sent, parts, request)
  if (refusal) return refuse(parts, request, reply, refusal, sent.values)
  const isUrgent = 'urgent' in sent.values
  reply.header('cache-control', 'no-store')
  if (wantsJson(request)) return reply.send({ message: path === '/kontakt' ? CONTACT_SENT : supportSent(isUrgent) })
  return reply.redirect(sentAddress(path, isUrgent), 303)
}

/** Undefined once it is stored, or when it had been before. */
async function refusalTo(
  sent: SentForm,
  { intake, facts, appUrl }: Parts & { intake: Intake },
  request: FastifyRequest,
) {
  if (!isSameOrigin(request, appUrl)) return new AppError(403, 'other_site', otherSite)
  if ('errors' in sent.judged) {
    const { errors } = sent.judged
    return invalid(Object.values(errors)[0] ?? '', errors)
  }
  const { enquiry } = sent.judged
  const now = new Date()
  const isSuspect = sent.isHoneypotFilled || isRobotsToken(intake.key, sent.token, now)
  try {
    await takeIn(intake, { enquiry, isSuspect, ip: request.ip, now })
    return undefined
  } catch (error) {
    const company = await lastKnownFacts(facts, request)
    const phone = (enquiry.isUrgent ? company?.emergencyPhone : undefined) ?? company?.phone ?? company?.emergencyPhone
    if (error instanceof TooManyForms) {
      const { retryAfterSeconds } = error
      return new AppError(429, 'too_many', tooMany(phone, retryAfterSeconds), { retryAfterSeconds })
    }
    request.log.error({ err: error }, 'a form was not stored')
    return new AppError(503, 'not_stored', notStored(phone), { retryAfterSeconds: NOT_STORED_RETRY_SECONDS })
  }
}

async function refuse(
  parts: Parts,
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: AppError,
  values: Record<string, string> = {},
) {
  const { status, message, details } = refusal
  reply.status(status).header('cache-control', 'no-store')
  if (details.retryAfterSeconds !== undefined) reply.header('retry-after', details.retryAfterSeconds)
  if (wantsJson(request)) return reply.send(refusalBody(refusal, request.id))
  const { render, site: assets } = await parts.frontend()
  const form = { values, errors: details.fields ?? {}, ...(!details.fields && { problem: message }) }
  const given = {
    facts: await lastKnownFacts(parts.facts, request),
    assets,
    now: new Date(),
    appUrl: parts.appUrl,
    form,
  }
  return reply.type('text/html; charset=utf-8').send(render.sitePage(request.routeOptions.url as FormPath, given))
}

/** The script says what it reads; a browser that sends the form itself asks for a page. */
const wantsJson = ({ headers }: FastifyRequest) => headers.accept?.includes('application/json') === true
