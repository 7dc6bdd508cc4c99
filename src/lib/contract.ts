// What an endpoint is: one value that the server registers, the browser calls, the access test and OpenAPI list.
import { z } from 'zod'
import { FIRST_DAY, isInRange, lastDay, monthOf, OUT_OF_RANGE } from './dates.rules.ts'
import { EMAIL_MAX, SEARCH_MAX } from './limits.rules.ts'
import { shownLine, shownText } from './text.rules.ts'

// No library text reaches a person: what a schema does not say itself is said here.
z.config({
  customError: ({ code, input }) => {
    if (code === 'unrecognized_keys') return 'Okänt fält'
    return input === undefined || input === null || input === '' ? 'Obligatoriskt fält' : 'Ogiltigt värde'
  },
})

/** Who may call: everyone, any login, a portal user, staff (technician or admin), or administrators alone. */
export type Audience = 'anyone' | 'signedIn' | 'customer' | 'staff' | 'admin'

/** An answer that is downloaded: streamed inside the request's transaction, so that it shows one moment. */
export type FileAnswer = { answer: 'file'; contentType: string }
/** An answer that goes on: server-sent events until either side ends it. */
export type EventsAnswer<S extends z.ZodType = z.ZodType> = { answer: 'events'; event: S }
/** How often the server writes to an event stream. HEARTBEAT_TIMEOUT_MS and LEADER_TIMEOUT_MS in the browser follow from it. */
export const EVENTS_HEARTBEAT_SECONDS = 2
/** 204: done, and nothing to say. */
export type NoAnswer = { answer: 'nothing' }

export const file = (contentType: string): FileAnswer => ({ answer: 'file', contentType })
export const events = <S extends z.ZodType>(event: S): EventsAnswer<S> => ({ answer: 'events', event })
export const nothing: NoAnswer = { answer: 'nothing' }

type Shape = {
  allow: Audience
  summary: string
  params?: z.ZodType
  query?: z.ZodType
  body?: z.ZodType
  returns: z.ZodType | FileAnswer | EventsAnswer | NoAnswer
  /** 200 unless said otherwise. */
  status?: number
  /** Takes an Idempotency-Key: the same key and body are answered alike for 24 hours and done once. */
  creates?: true
  /** A GET whose reading is written to the audit log; the database refuses what any other GET would write. */
  isAudited?: true
  /** How much a body may hold; 256 KB unless said otherwise. */
  bodyLimitBytes?: number
  /** Also allowed while a password change is due. */
  duringPasswordChange?: true
}
export type Endpoint = Shape & { method: 'GET' | 'POST' | 'PUT' | 'DELETE'; path: string }

const endpoint =
  <const Method extends Endpoint['method']>(method: Method) =>
  <const Path extends string, const S extends Shape>(path: Path, shape: S) => ({ method, path, ...shape })

export const get = endpoint('GET')
export const post = endpoint('POST')
export const put = endpoint('PUT')
export const del = endpoint('DELETE')

type Parsed<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.output<S>> : unknown
type Typed<E, Part extends string> =
  E extends Record<Part, infer S extends z.ZodType> ? Record<Part, z.input<S>> : unknown

/** What a handler is given, already validated. */
export type HandlerInput<E> = Parsed<E, 'params'> & Parsed<E, 'query'> & Parsed<E, 'body'>
/** What a caller sends. */
export type ClientInput<E> = Typed<E, 'params'> & Typed<E, 'query'> & Typed<E, 'body'>
/** What a caller is answered. */
export type Result<E extends Endpoint> = E['returns'] extends z.ZodType
  ? z.output<E['returns']>
  : E['returns'] extends FileAnswer
    ? Blob
    : undefined

/** The body of every refusal outside `/auth/v1`. `fields` names the inputs at fault; `current` is the row as it stands after a conflict. */
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
export const PAGE_SIZE = 50
/** Where a page begins: what the one before it gave out as `next`. */
export const Cursor = z.string().max(1000)

/** For staff without an organization who log time or add a customer. */
export const NO_ORGANIZATION = 'Du måste vara kopplad till en organisation'

/** A text that must show something; `missing` is said when it does not. */
export const requiredText = (missing: string) => z.string(missing).overwrite(shownText).min(1, missing)
/** The same of a name, a title or a subject. */
export const requiredLine = (missing: string) => z.string(missing).overwrite(shownLine).min(1, missing)

const optional = (shown: (text: string) => string) => (max: number) =>
  z
    .string('Ogiltigt värde')
    .overwrite(shown)
    .max(max, `Får max vara ${max} tecken`)
    .nullish()
    .transform((text) => text || null)
/** An optional text: one that shows nothing is the same as none. */
export const optionalText = optional(shownText)
/** The same of a name, an address or a number. */
export const optionalLine = optional(shownLine)
/** An optional e-mail address. */
export const optionalEmail = optionalLine(EMAIL_MAX).pipe(z.email('Ange en giltig e-postadress').nullable())

/** The words of a search. */
export const SearchText = z.string().trim().max(SEARCH_MAX)

/** A day that a person enters, between `FIRST_DAY` and a year ahead; `missing` is the message when it is empty. */
export const requiredDay = (missing: string) =>
  z
    .string(missing)
    .min(1, missing)
    .pipe(z.iso.date('Ange ett datum som 2026-11-21'))
    .refine((date) => isInRange(date), OUT_OF_RANGE)

/** 'YYYY-MM' in the same range. */
export const Month = z
  .string()
  .regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Ogiltig månad')
  .refine((month) => monthOf(FIRST_DAY) <= month && month <= monthOf(lastDay()), 'Ogiltig månad')

/** 'YYYY' in the same range. */
export const Year = z
  .string()
  .regex(/^20\d\d$/, 'Ogiltigt år')
  .refine((year) => year <= lastDay().slice(0, 4), 'Ogiltigt år')

/** Which saving of a row somebody saw, as it is stored: one more must fit as well. */
export const Version = z
  .int()
  .min(0)
  .max(2 ** 31 - 2)

/**
 * The id of a row, in the letters that the database writes it in: ids are compared, and bound into what is encrypted, as
 * texts. The only schema of an id there is. `z.uuid` knows the highest id in small letters alone.
 */
export const requiredId = (missing?: string) => z.guid(missing).toLowerCase()
export const Id = requiredId()
export const IdParams = z.strictObject({ id: Id })
