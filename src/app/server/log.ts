// Structured JSON log without personal data: it never contains headers, query strings, URLs with ids, or values quoted
// in an error message.
import pino, { type DestinationStream, type Logger, type LoggerOptions } from 'pino'
import { StartError } from '#platform/database/start-error.ts'
import { MailRefused } from '#platform/mail/mail-refused.ts'
import { isJournal, withPriorities } from './journal.ts'

/**
 * A full disk below standard output loses the lines that do not fit, but stops neither the program nor the lines after
 * them.
 */
function standardOutput(): DestinationStream {
  const open = () => {
    // Asynchronous writes are flushed at exit, which never ends on a full disk.
    const opened = pino.destination({ fd: 1, sync: true })
    // A new destination, since the old one would hold every further line in memory.
    opened.on('error', () => {
      current = open()
    })
    return opened
  }
  let current = open()
  const output = { write: (line: string) => void current.write(line) }
  return isJournal(process.stdout.fd) ? withPriorities(output) : output
}

/** The log of this process, written to standard output; tests pass a `destination`. */
export function openLog(level: string, destination: DestinationStream = standardOutput()): Logger {
  const options: LoggerOptions = {
    level,
    timestamp: pino.stdTimeFunctions.isoTime,
    serializers: { req: describeRequest, res: describeResponse, err: serializeError },
    hooks: {
      // Without a message pino uses the error's message, which may quote user input.
      logMethod([first, ...rest], method) {
        if (first instanceof Error) method.apply(this, [{ err: first }, 'unexpected error'])
        else if (hasError(first)) method.apply(this, [first, isMessage(rest[0]) ? rest[0] : 'unexpected error'])
        else if (isMessage(first)) method.apply(this, [withoutPaths(first), ...rest])
        else method.apply(this, [first, ...rest])
      },
    },
  }
  return pino(options, destination)
}

const hasError = (fields: unknown): fields is { err: Error } =>
  typeof fields === 'object' && fields !== null && 'err' in fields
/** A message of Fastify may quote the URL of the request; our own messages do not. */
const withoutPaths = (text: string) => text.replace(/(?<![/\w])\/(?!\/)[^\s"')]*|(?<=:\/\/[^\s"'/]+)\/[^\s"')]*/g, '…')
const isMessage = (text: unknown): text is string => typeof text === 'string'

const describeRequest = ({ method, routeOptions }: { method?: string; routeOptions?: { url?: string } }) => ({
  method,
  route: routeOptions?.url,
})
const describeResponse = ({ statusCode }: { statusCode?: number }) => ({ statusCode })

type SerializedError = {
  type: string
  code?: string
  table?: string
  constraint?: string
  message?: string
  stack?: string[]
  cause?: SerializedError
}

/**
 * Type, code and stack of an error. Includes its message only if that cannot contain user input: a database quotes the
 * values that it rejects, a parser the text that it cannot parse.
 */
function serializeError(error: unknown): SerializedError {
  if (!(error instanceof Error)) return { type: typeof error }
  const { code, table, constraint } = error as { code?: unknown; table?: unknown; constraint?: unknown }
  const stack = framesOf(error)
  return {
    type: error.constructor.name,
    ...identifierField('code', code),
    ...identifierField('table', table),
    ...identifierField('constraint', constraint),
    ...(isMessageSafe(error) && { message: error.message }),
    ...(stack.length > 0 && { stack }),
    ...(error.cause !== undefined && { cause: serializeError(error.cause) }),
  }
}

const isMessageSafe = (error: Error) =>
  error instanceof StartError ||
  error instanceof MailRefused ||
  error.constructor === ReferenceError ||
  (error.constructor === TypeError && namesOnly.test(error.message))

/** Messages of a TypeError that name something in the code; others quote the value that has the wrong type. */
const namesOnly =
  /^(?:Cannot (?:read|set) properties of (?:undefined|null)(?: \((?:reading|setting) '[\w$]+'\))?|[\w$.()[\] ]+ is not (?:a function|a constructor|iterable)[\w$.()[\] ]*)$/

const identifierField = (key: string, value: unknown) =>
  typeof value === 'string' && /^\w{1,63}$/.test(value) ? { [key]: value } : {}

/** The stack frames, without the message above them. */
function framesOf({ stack = '', message }: Error): string[] {
  const framesStart = message === '' ? 0 : stack.indexOf(message) + message.length
  return stack
    .slice(framesStart)
    .split('\n')
    .filter((line) => /^ {4}at .*(:\d+:\d+|<anonymous>|native|index \d+)\)?$/.test(line))
    .map((line) => line.trim())
}
