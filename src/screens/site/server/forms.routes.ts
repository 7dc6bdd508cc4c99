// The forms of the public site. Without script the response is the form's page, with script JSON.
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { confirmation, type FormPath, formKinds, sentAddress } from '#features/inbox/forms.contract.ts'
import { TooManyForms } from '#features/inbox/server/forms-counters.queries.ts'
import { readForm, type SubmittedForm } from '#features/inbox/server/forms-input.ts'
import { type Admission, type Intake, storeEnquiry } from '#features/inbox/server/forms-intake.ts'
import { notStored, notUtf8, otherSite, tooLarge, tooMany } from '#features/inbox/server/forms-problems.ts'
import { formsKeyFrom, isSuspectForm } from '#features/inbox/server/forms-token.ts'
import { type FormReceipt, makeReceiptToken } from '#features/inbox/server/receipt-token.ts'
import { NOT_UTF8 } from '#platform/database/utf8.ts'
import type { App } from '#platform/http/app.ts'
import { AppError, invalid } from '#platform/http/app-error.ts'
import { isAborted, refusalBody, refusalOf } from '#platform/http/errors.ts'
import { servePublicForm } from '#platform/http/serve-public.ts'
import { formatPhone, phoneHref } from '#shared/phone.rules.ts'
import { adviceOf, answerPromise } from '../answer-promise.rules.ts'
import type { PublicFacts } from '../facts.ts'
import { sentTexts } from '../form-state.ts'
import { momentOf } from '../moment.rules.ts'
import { type CompanyFacts, currentOrCachedFacts } from './company-facts.ts'
import { acceptForms } from './form-body.ts'
import { readFormWithPictures, type StoredPictures } from './form-pictures.ts'
import { isSameOrigin } from './same-origin.ts'
import type { SiteFrontend } from './site-frontend.ts'

const NOT_STORED_RETRY_SECONDS = 60

type Options = {
  frontend: () => SiteFrontend | Promise<SiteFrontend>
  facts: CompanyFacts
  appUrl: string
  /** The key from which those of form tokens and hashed addresses are derived. */
  refreshKey: Buffer
  /** How long a visitor who sends pictures may be idle. */
  stalledMs?: number | undefined
} & Pick<Intake, 'siteOrg' | 'receiptsPerDay' | 'check' | 'receiver' | 'pictureMs'>

type FormParts = Options & { intake: Intake; stalledMs: number | undefined }

/** POST of both forms, from the site's own pages only. Other body types are refused. */
export async function formRoutes(app: App, parts: Options) {
  await app.register(async (plugin) => {
    const scope = plugin as unknown as App
    acceptForms(scope)
    scope.setErrorHandler(async (error, request, reply) => {
      const formRequest = request as FastifyRequest
      if (isAborted(formRequest)) return reply.hijack()
      const refusal = refusalOf(error)
      if (refusal.status >= 500) request.log.error({ err: error }, 'a form request failed')
      return refuse(parts, formRequest, reply as unknown as FastifyReply, withVisitorText(refusal, formRequest))
    })
    const intake = { ...parts, database: app.database, key: formsKeyFrom(parts.refreshKey) }
    for (const path of Object.keys(formKinds) as FormPath[])
      servePublicForm(scope, path, (request, reply) =>
        handleForm(path, { stalledMs: undefined, ...parts, intake }, request, reply),
      )
  })
}

/**
 * A body that was not parsed cannot be rendered into the form again, so without script the visitor is sent back to it.
 */
function withVisitorText(refusal: AppError, request: FastifyRequest) {
  const { status, code, details } = refusal
  const textFor = unparsedTexts.get(code)
  return textFor ? new AppError(status, code, textFor(wantsJson(request)), details) : refusal
}

const unparsedTexts = new Map([
  ['too_large', tooLarge],
  [NOT_UTF8, notUtf8],
])

async function handleForm(path: FormPath, parts: FormParts, request: FastifyRequest, reply: FastifyReply) {
  const { fields, pictures, hasLeftOut, admission } = await bodyOf(path, parts, request)
  const form = readForm(path, fields)
  const now = new Date()
  const stored = await storeForm({ ...form, pictures, admission, now }, parts, request)
  if (stored instanceof AppError) return refuse(parts, request, reply, stored, form.values)
  const { receipt } = stored
  const sent = { isUrgent: 'urgent' in form.values, hasLeftOut }
  reply.header('cache-control', 'no-store')
  const token = receipt && makeReceiptToken(parts.intake.key, path, { ...receipt, ...sent }, now)
  const address = sentAddress(path, sent, token)
  if (!wantsJson(request)) return reply.redirect(address, 303)
  const facts = await currentOrCachedFacts(parts.facts, request)
  const { text: message, ...told } = sentTexts(path, { ...sent, text: confirmation(path, sent, facts) }, receipt)
  const urgent = sent.isUrgent ? await adviceToCall(parts, facts, now) : undefined
  return reply.send({ message, address, ...told, urgent })
}

/** What the script shows in the receipt of an urgent form, as the page may be older than the end of somebody's jour. */
async function adviceToCall(parts: Options, facts: PublicFacts | undefined, now: Date) {
  const promise = answerPromise('/support', { facts, now, hasJour: await parts.facts.hasJour(now) })
  const { text, number, promise: promised } = adviceOf(momentOf(facts, now), promise)
  return { text, phone: number && { text: formatPhone(number), href: phoneHref(number) }, promise: promised }
}

async function bodyOf(path: FormPath, parts: FormParts, request: FastifyRequest) {
  const { body } = request
  if (!(body instanceof Readable))
    return { fields: body instanceof URLSearchParams ? body : new URLSearchParams(), ...withoutPictures }
  return readFormWithPictures(path, body, request, parts)
}

const withoutPictures = { pictures: undefined, hasLeftOut: false, admission: undefined }

/** Stores the enquiry unless it is a duplicate. Returns its receipt, or the error to answer with. */
async function storeForm(
  sent: SubmittedForm & { pictures: StoredPictures; admission: Admission | undefined; now: Date },
  { intake, facts, appUrl }: Options & { intake: Intake },
  request: FastifyRequest,
): Promise<AppError | { receipt: FormReceipt | undefined }> {
  const { pictures, admission, now } = sent
  if (!isSameOrigin(request, appUrl)) return new AppError(403, 'other_site', otherSite)
  if ('errors' in sent.result) {
    const { errors } = sent.result
    return invalid(Object.values(errors)[0] ?? '', errors)
  }
  const { enquiry } = sent.result
  const isSuspect = isSuspectForm(intake.key, sent, now)
  try {
    return { receipt: await storeEnquiry(intake, { enquiry, isSuspect, pictures, admission, ip: request.ip, now }) }
  } catch (error) {
    const company = await currentOrCachedFacts(facts, request)
    const { answered, urgent } = momentOf(company, now)
    const phone = enquiry.isUrgent ? urgent?.number : answered?.number
    if (error instanceof TooManyForms) {
      const { retryAfterSeconds } = error
      return new AppError(429, 'too_many', tooMany(phone, retryAfterSeconds), { retryAfterSeconds })
    }
    request.log.error({ err: error }, 'a form was not stored')
    return new AppError(503, 'not_stored', notStored(phone), { retryAfterSeconds: NOT_STORED_RETRY_SECONDS })
  }
}

async function refuse(
  parts: Options,
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
  const path = request.routeOptions.url as FormPath
  const [facts, now] = [await currentOrCachedFacts(parts.facts, request), new Date()]
  const promise = answerPromise(path, { facts, now, hasJour: await parts.facts.hasJour(now) })
  const input = { facts, assets, now, appUrl: parts.appUrl, promise, form }
  return reply.type('text/html; charset=utf-8').send(render.sitePage(path, input))
}

/** The script accepts JSON; a form submitted by the browser itself accepts HTML. */
const wantsJson = ({ headers }: FastifyRequest) => headers.accept?.includes('application/json') === true
