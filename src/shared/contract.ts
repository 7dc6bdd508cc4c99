// Endpoint definitions: the server registers them, the browser calls them, and the access test and OpenAPI list them.
import { z } from 'zod'
import type { KeyScope } from './api-key.rules.ts'
import { FIRST_DAY, isInRange, lastDay, monthOf, OUT_OF_RANGE } from './dates.rules.ts'
import { asciiDomain } from './email.rules.ts'
import { EMAIL_MAX, SEARCH_MAX } from './limits.rules.ts'
import type { Ore } from './money.rules.ts'
import type { StaffAudience } from './roles.rules.ts'
import { composed, sanitizedLine, visibleText } from './text.rules.ts'

// Replaces Zod's English default messages where a schema has none of its own.
z.config({
  customError: ({ code, input }) => {
    if (code === 'unrecognized_keys') return 'Okänt fält'
    return input === undefined || input === null || input === '' ? 'Obligatoriskt fält' : 'Ogiltigt värde'
  },
})

/** Who may call: everyone, any login, a portal user, or staff whose role is of that audience (roles.rules.ts). */
export type Audience = 'anyone' | 'signedIn' | 'customer' | StaffAudience

/** A download, which is sent at the client's pace, outside any transaction. */
export type FileAnswer = { answer: 'file'; contentType: string }
/** Server-sent events until either side closes the stream. */
export type EventsAnswer<S extends z.ZodType = z.ZodType> = {
  answer: 'events'
  event: S
}
/** 204 without a body. */
export type NoAnswer = { answer: 'nothing' }

/** Response header with the build of the browser app that the server has; a document carries its own. */
export const BUILD_HEADER = 'x-build'
/**
 * Interval of the heartbeats of an event stream; the browser derives HEARTBEAT_TIMEOUT_MS and LEADER_TIMEOUT_MS from it. A proxy's
 * timeout must be longer (docs/operations.md).
 */
export const EVENTS_HEARTBEAT_SECONDS = 2

export const file = (contentType: string): FileAnswer => ({ answer: 'file', contentType })
export const events = <S extends z.ZodType>(event: S): EventsAnswer<S> => ({ answer: 'events', event })
export const nothing: NoAnswer = { answer: 'nothing' }

/** The code of a refusal until a second factor is proved, or the first one added. */
export const FACTOR_NEEDED = 'factor_needed'
/** The code of a refusal until the person proves once more who they are; the protocol's name. */
export const PROOF_NEEDED = 'reauthentication_needed'
/** The code of a refusal of a session in which a second factor is not proved yet; the protocol's name. */
export const LEVEL_NEEDED = 'insufficient_aal'
/** How long a proof, or a password just entered, allows what asks for a recent one. */
export const FRESH_PROOF_MINUTES = 10

type Shape = {
  allow: Audience
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  returns: z.ZodType | FileAnswer | EventsAnswer | NoAnswer
  /** 200 by default. */
  status?: number
  /** Accepts an Idempotency-Key: for 24 hours a request with the same key and body is executed once and gets the same response. */
  creates?: true
  /** Largest body; BODY_BYTES_MAX (limits.rules.ts) by default. */
  bodyLimitBytes?: number
  /** The body is one file's bytes, which the handler reads while they arrive. */
  receives?: 'file'
  /** The handler runs its transactions itself: it waits for another server, and must not hold a database connection meanwhile. */
  ownTransactions?: true
  /** Also allowed while a password change is due. */
  duringPasswordChange?: true
  /** Also allowed while a second factor has to be proved, or the first one added. */
  withoutFactor?: true
  /**
   * What must have been proved in this session before: `recent`, the factor, or the password of a login without one, within
   * FRESH_PROOF_MINUTES; `workday`, the factor within the organization's hours, of logins that have one.
   */
  proof?: 'recent' | 'workday'
  /** The scope with which an API key of a member of staff may call it; without one no key may. */
  keyScope?: KeyScope
}
export type Endpoint = Shape & { method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'; path: string }

const endpoint =
  <const Method extends Endpoint['method']>(method: Method) =>
  <const Path extends string, const S extends Shape>(path: Path, shape: S) => ({ method, path, ...shape })

export const get = endpoint('GET')
export const post = endpoint('POST')
export const put = endpoint('PUT')
/** Only where a protocol of others asks for it; the product's own changes are PUT. */
export const patch = endpoint('PATCH')
export const del = endpoint('DELETE')

type Parsed<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.output<S>> : unknown
type Typed<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.input<S>> : unknown
/** A query whose fields are all optional may be left out. */
type TypedQuery<E> =
  E extends Record<'query', infer S extends z.ZodType>
    ? Record<string, never> extends z.input<S>
      ? Partial<Record<'query', z.input<S>>>
      : Record<'query', z.input<S>>
    : unknown

/** The validated input of a handler. */
export type HandlerInput<E> = Parsed<E, 'params'> & Parsed<E, 'query'> & Parsed<E, 'body'>
/** The input that a client sends. */
export type ClientInput<E> = Typed<E, 'params'> & TypedQuery<E> & Typed<E, 'body'>
/** The response that a client receives. */
export type Result<E extends Endpoint> = E['returns'] extends z.ZodType
  ? z.output<E['returns']>
  : E['returns'] extends FileAnswer
    ? Blob
    : undefined

/** The body of every error response outside `/auth/v1`. `fields` has messages by field; `current` is the current row after a conflict. */
export const Refusal = z.object({
  error: z.object({
    code: z.string(),
    message: z.string(),
    requestId: z.string(),
    fields: z.record(z.string(), z.string()).optional(),
    current: z.unknown().optional(),
  }),
})
export type Refusal = z.infer<typeof Refusal>

/** Rows of a keyset list: `next` is the cursor of the next page, null on the last one. */
export const pageOf = <S extends z.ZodType>(row: S) => z.object({ rows: z.array(row), next: z.string().nullable() })
/** The page size of every list, enforced by `page` (platform/database/keyset.ts). */
export const PAGE_SIZE = 50
/** The start of a page: `next` of the page before. */
export const Cursor = z.string().max(1000)

/** For staff without an organization who log time or add a customer. */
export const NO_ORGANIZATION = 'Du måste vara kopplad till en organisation'

/** A text with at least one visible character; `missing` is the message for one without. */
export const requiredText = (missing: string) => z.string(missing).overwrite(visibleText).min(1, missing)
/** The same for a name, a title or a subject. */
export const requiredLine = (missing: string) => z.string(missing).overwrite(sanitizedLine).min(1, missing)

const optional = (normalize: (text: string) => string) => (max: number) =>
  z
    .string('Ogiltigt värde')
    .overwrite(normalize)
    .max(max, `Får max vara ${max} tecken`)
    .nullish()
    .transform((text) => text || null)
/** An optional text; one without visible characters is null. */
export const optionalText = optional(visibleText)
/** The same for a name, an address or a number. */
export const optionalLine = optional(sanitizedLine)
/** An optional e-mail address; its domain is stored in ASCII. */
export const optionalEmail = optionalLine(EMAIL_MAX)
  .transform((address) => address && asciiDomain(address))
  .pipe(z.email('Ange en giltig e-postadress').max(EMAIL_MAX, `Får max vara ${EMAIL_MAX} tecken`).nullable())

/** The text of a search. */
export const SearchText = z.string().overwrite(composed).trim().max(SEARCH_MAX)

/** A date between `FIRST_DAY` and a year ahead; `missing` is the message when it is empty. */
export const requiredDay = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .pipe(z.iso.date('Ange ett datum som 2026-11-21'))
    .refine((date) => isInRange(date), OUT_OF_RANGE)

/**
 * A day that is looked up, which may be later than a year ahead. What is no date is refused before the rules of the object
 * that it stands in compute with it.
 */
export const lookedUpDay = (message: string) =>
  z.iso.date({ error: message, abort: true }).refine((date) => date >= FIRST_DAY, message)

/**
 * `when` of a rule on several fields of an object: it is checked as soon as those are valid, also while others are wrong, so that
 * a form shows all its messages at once. Without it Zod skips the rule until no field is wrong.
 */
export const whenValid =
  (...fields: string[]) =>
  ({ issues }: { issues: readonly { code?: string; path?: readonly PropertyKey[] | undefined }[] }): boolean =>
    issues.every(({ code, path }) =>
      path === undefined || path.length === 0 ? code === 'unrecognized_keys' : !fields.includes(String(path[0])),
    )

/** 'YYYY-MM' in the same range as `requiredDay`. */
export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Ogiltig månad')
  .refine((month) => monthOf(FIRST_DAY) <= month && month <= monthOf(lastDay()), 'Ogiltig månad')

/** 'YYYY' in the same range. */
export const Year = z
  .string()
  .regex(/^20\d\d$/, 'Ogiltigt år')
  .refine((year) => year <= lastDay().slice(0, 4), 'Ogiltigt år')

/** The version of a row for optimistic locking; version + 1 must fit in an integer column. */
export const Version = z
  .int()
  .min(0)
  .max(2 ** 31 - 2)

/**
 * The id of a row in lower case, as the database formats it: ids are compared, and authenticated with encrypted texts, as
 * strings. Used for all ids. `z.uuid` accepts the maximum UUID only in lower case.
 */
export const requiredId = (missing?: string) => z.guid(missing).toLowerCase()
export const Id = requiredId()
/** A stored amount in whole öre. */
export const Amount = z.int() as unknown as z.ZodType<Ore, number>

export const IdParams = z.strictObject({ id: Id })
