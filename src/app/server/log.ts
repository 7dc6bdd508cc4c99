// Lines of JSON for the operator's machines. They say what happened and never about whom: no header, query, address of a
// page with its ids, nor what an error quotes.
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { StartError } from '#db/start-error.ts'
import { MailRefused } from '#lib/server/mail-refused.ts'

/** The log of this process. `destination` is for a test; else standard output. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const options: LoggerOptions = {
    level,
    serializers: { req: describeRequest, res: describeAnswer, err: describeError },
    hooks: {
      // pino makes the text of a line from its error when there is none; an error may quote what it was given.
      logMethod([first, ...rest], method) {
        if (first instanceof Error) method.apply(this, [{ err: first }, 'unexpected error'])
        else if (isAboutError(first)) method.apply(this, [first, isOwnWord(rest[0]) ? rest[0] : 'unexpected error'])
        else method.apply(this, [first, ...rest])
      },
    },
  }
  return destination ? pino(options, destination) : pino(options)
}

const isAboutError = (fields: unknown): fields is { err: Error } =>
  typeof fields === 'object' && fields !== null && 'err' in fields
const isOwnWord = (text: unknown): text is string => typeof text === 'string'

const describeRequest = ({ method, routeOptions }: { method?: string; routeOptions?: { url?: string } }) => ({
  method,
  route: routeOptions?.url,
})
const describeAnswer = ({ statusCode }: { statusCode?: number }) => ({ statusCode })

type Described = {
  type: string
  code?: string
  table?: string
  constraint?: string
  message?: string
  stack?: string[]
  cause?: Described
}

/**
 * Kind, code and place of an error. Its words only where they cannot hold what somebody typed: a database quotes the
 * values it refuses, a parser the text it cannot read.
 */
function describeError(error: unknown): Described {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    ...nameIn('code', code),
    ...nameIn('table', table),
    ...nameIn('constraint', constraint),
    ...(isWithoutQuotes(error) && { message: error.message }),
    ...(stack.length > 0 && { stack }),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}

const isWithoutQuotes = (error: Error) =>
  error instanceof StartError ||
  error instanceof MailRefused ||
  error.constructor === TypeError ||
  error.constructor === ReferenceError

const nameIn = (key: string, value: unknown) =>
  typeof value === 'string' && /^\w{1,63}$/.test(value) ? { [key]: value } : {}

/** Where it was thrown, without the words above. */
function framesOf({ stack = '', message }: Error): string[] {
  const after = message === '' ? 0 : stack.indexOf(message) + message.length
  return stack
    .slice(after)
    .split('\n')
    .filter((line) => /^ {4}at .*(:\d+:\d+|<anonymous>|native|index \d+)\)?$/.test(line))
    .map((line) => line.trim())
}
