// How much a server may send before it answers. Whoever sets a mailbox may name any server, and one that never stops would
// fill the memory with a line without an end, or keep the process at work with lines that say nothing.
import type { ImapFlow } from 'imapflow'

const MB = 1024 * 1024
/** Greeting, capabilities and sign-in, and what is told while nothing is asked. */
export const UNASKED_BYTES = MB
/** The largest line: the UIDs of a search in a million mails. */
const LINE_BYTES = 8 * MB
/** The most that a server may send in one literal: the largest mail that is read, and a little. */
const LITERAL_BYTES = 64 * MB
/** A search and what it found. */
export const SEARCH_BYTES = 2 * LINE_BYTES
/** One mail, with the move that follows. */
export const MAIL_BYTES = LITERAL_BYTES + MB

/** Of one response, for the parser: a response of small tokens takes fifty times its size while it is parsed. */
export const responseLimits = {
  maxLineLength: LINE_BYTES,
  maxLiteralSize: LITERAL_BYTES,
  maxResponseSize: MAIL_BYTES,
  maxResponseTokens: 10_000,
}

const LOOK_MS = 100

export type ByteLimit = {
  /** Starts the count again, with another limit. */
  allow: (bytes: number) => void
}

/** Ends the connection once its server has sent more than `UNASKED_BYTES`, or what is allowed later. */
export function limitBytes(client: ImapFlow): ByteLimit {
  let most = UNASKED_BYTES
  const timer = setInterval(() => {
    if (client.stats().received > most) client.close()
  }, LOOK_MS).unref()
  client.once('close', () => clearInterval(timer))
  return {
    allow: (bytes) => {
      client.stats(true)
      most = bytes
    },
  }
}
