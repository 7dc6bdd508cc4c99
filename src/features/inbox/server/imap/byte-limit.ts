// Limits how much an IMAP server may send. An administrator may enter any server, and an endless line would fill the memory,
// endless responses would occupy the process.
import type { ImapFlow } from 'imapflow'

const MB = 1024 * 1024
/** Greeting, capabilities and sign-in, and unsolicited responses between commands. */
export const UNSOLICITED_BYTES = MB
/** The largest line: the UIDs of a search in a million mails. */
const LINE_BYTES = 8 * MB
/** The largest literal: the largest mail that is read, and a margin. */
const LITERAL_BYTES = 64 * MB
/** A search and its result. */
export const SEARCH_BYTES = 2 * LINE_BYTES
/** One mail, and the move that follows. */
export const MAIL_BYTES = LITERAL_BYTES + MB

/** The parser's limits of one response; while parsed, a response of small tokens takes fifty times its size in memory. */
export const responseLimits = {
  maxLineLength: LINE_BYTES,
  maxLiteralSize: LITERAL_BYTES,
  maxResponseSize: MAIL_BYTES,
  maxResponseTokens: 10_000,
}

const LOOK_MS = 100

export type ByteLimit = {
  /** Resets the count and sets another limit. */
  allow: (bytes: number) => void
}

/** Closes the connection once its server has sent more than `UNSOLICITED_BYTES`, or the limit set by `allow`. */
export function limitBytes(client: ImapFlow): ByteLimit {
  let most = UNSOLICITED_BYTES
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
