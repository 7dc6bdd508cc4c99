// Makes PDFs in threads, so that no request waits while a long one is drawn.
import { Worker } from 'node:worker_threads'
import { AppError } from '#platform/http/app-error.ts'
import type { PdfDocument } from './pdf-document.ts'

const THREADS_MAX = 2
const WAITING_MAX = 40
const LIMIT_MS = 60_000
const LIMIT_MB = 512

const tooMany = () =>
  new AppError(503, 'busy', 'Många PDF-filer skapas just nu. Försök igen om en liten stund.', {
    retryAfterSeconds: 10,
    isExpected: true,
  })
const tooLarge = () =>
  new AppError(422, 'invalid', 'Det är för mycket för en PDF-fil. Välj Skriv ut och spara som PDF därifrån.')

type Options = {
  /** The client, which may go before the PDF is drawn. */
  signal?: AbortSignal
  /** Nobody waits for a response: waits for its turn however many are before it. */
  isPatient?: boolean
  limitMs?: number
}

/**
 * The document as a PDF. Throws 503 when too many are waiting, 422 for one that is not drawn within the limits of time and memory,
 * and the reason of the signal when that ends it.
 */
export async function makePdf(document: PdfDocument, { signal, isPatient = false, limitMs = LIMIT_MS }: Options = {}) {
  const end = await turn(isPatient, signal)
  try {
    return await drawInThread(document, limitMs, signal)
  } finally {
    end()
  }
}

let running = 0
const waiting = new Set<() => void>()

/** Waits for one of the threads; the returned function leaves it to the next. */
async function turn(isPatient: boolean, signal: AbortSignal | undefined): Promise<() => void> {
  signal?.throwIfAborted()
  if (running < THREADS_MAX) running++
  else {
    if (!isPatient && waiting.size >= WAITING_MAX) throw tooMany()
    await new Promise<void>((resolve, reject) => {
      const begin = () => {
        signal?.removeEventListener('abort', leave)
        resolve()
      }
      const leave = () => {
        waiting.delete(begin)
        reject(signal?.reason)
      }
      signal?.addEventListener('abort', leave, { once: true })
      waiting.add(begin)
    })
  }
  return endTurn
}

/** Passes the place on without freeing it, or a newcomer could take it first. */
function endTurn() {
  const [next] = waiting
  if (!next) {
    running--
    return
  }
  waiting.delete(next)
  next()
}

function drawInThread(document: PdfDocument, limitMs: number, signal: AbortSignal | undefined): Promise<Buffer> {
  const worker = new Worker(new URL('./pdf-thread.ts', import.meta.url), {
    workerData: document,
    resourceLimits: { maxOldGenerationSizeMb: LIMIT_MB },
    // None of the program's secrets.
    env: {},
  })
  return new Promise<Buffer>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooLarge()), limitMs)
    const leave = () => reject(signal?.reason)
    if (signal?.aborted) leave()
    signal?.addEventListener('abort', leave, { once: true })
    worker.once('message', (content: Uint8Array) =>
      resolve(Buffer.from(content.buffer, content.byteOffset, content.length)),
    )
    worker.once('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooLarge() : error),
    )
    worker.once('exit', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', leave)
      reject(new Error('The thread ended before the PDF was drawn'))
    })
  }).finally(() => void worker.terminate())
}
