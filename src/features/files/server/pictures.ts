// Re-encodes pictures in a separate process, so that the bytes that somebody sent are never shown.
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import type { Readable, Writable } from 'node:stream'
import { z } from 'zod'
import { AppError, invalidField } from '#platform/http/app-error.ts'
import { ANONYMOUS_PIXELS_MAX } from '../files.contract.ts'
import type { EncodedFormat, PictureDecoder } from '../picture-types.rules.ts'
import { openPictureTurns, type PictureSender } from './picture-turns.ts'

/** How to process a picture; picture-process.js reads it. */
export type PicturePlan = {
  /** The decoders that may be used. */
  decoders: readonly PictureDecoder[]
  /** The picture is scaled down to these sides, never up. */
  maxWidth: number
  maxHeight: number
  /** Each format is made in these widths and in the picture's own. */
  formats: readonly EncodedFormat[]
  widths: readonly number[]
  /** Sides of the icons that are made of an almost square picture. */
  squares: readonly number[]
  /** The maximum ratio of the longer to the shorter side of an almost square picture. */
  iconRatioMax: number
}
export type Pictures = { width: number; height: number; made: { variant: string; content: Buffer }[] }

const TIME_LIMIT_MS = 15_000
/** In KiB, of private memory that the process can write to. */
const MEMORY_LIMIT_KB = 512 * 1024
const OUTPUT_MAX_BYTES = 32 * 1024 * 1024
/** A larger anonymous picture is stored without a preview. */
const pixelsMax: Record<PictureSender, number> = {
  staff: 100_000_000,
  customer: 100_000_000,
  anonymous: ANONYMOUS_PIXELS_MAX,
}

const Header = z.union([
  z.object({
    width: z.int(),
    height: z.int(),
    parts: z.array(z.object({ variant: z.string(), bytes: z.int() })),
  }),
  z.object({ problem: z.enum(['too_many_pixels', 'unreadable']) }),
])

const refusal = (message: string) => invalidField('file', message)
const unreadable = () => refusal('Bilden går inte att läsa. Öppna den, spara den på nytt och försök igen.')
const tooManyPixels = () => refusal('Bilden har för många bildpunkter. Spara den i mindre storlek och försök igen.')
const tooHeavy = () =>
  refusal('Bilden tog för lång tid eller för mycket minne. Spara den i mindre storlek och försök igen.')

const tooManyPictures = () =>
  new AppError(503, 'busy', 'Många bilder bearbetas just nu. Försök igen om en liten stund.', {
    retryAfterSeconds: 15,
    isExpected: true,
  })

const turns = openPictureTurns()

/** The sender of the picture, the time limit, and whether it waits however long the queue is. */
export type PictureWork = { sender: PictureSender; limitMs?: number | undefined; isPatient?: boolean }

/**
 * Re-encodes the picture that `content` yields. Throws 422 for the field `file` when that is impossible within the limits, and 503
 * when the sender's queue is full.
 */
export async function makePictures(
  content: AsyncIterable<Buffer>,
  plan: PicturePlan,
  { sender, limitMs = TIME_LIMIT_MS, isPatient = false }: PictureWork,
): Promise<Pictures> {
  const end = await turns.take(sender, isPatient)
  if (!end) throw tooManyPictures()
  try {
    const output = await run(content, { ...plan, pixelsMax: pixelsMax[sender] }, limitMs)
    return picturesIn(output)
  } finally {
    end()
  }
}

type ProcessPlan = PicturePlan & { pixelsMax: number }

async function run(content: AsyncIterable<Buffer>, plan: ProcessPlan, limitMs: number): Promise<Buffer> {
  const script = join(import.meta.dirname, 'picture-process.js')
  // Without a compiler (--jitless) the process needs no memory that is both writable and executable.
  const node = [process.execPath, '--jitless', '--max-old-space-size=96', '--v8-pool-size=1', script]
  const child = spawn(
    '/bin/sh',
    ['-c', `ulimit -d ${MEMORY_LIMIT_KB}; exec "$@"`, 'sh', ...node, JSON.stringify(plan)],
    {
      stdio: ['pipe', 'pipe', 'ignore'],
      // Passes none of the program's secrets.
      env: { UV_THREADPOOL_SIZE: '2', MALLOC_ARENA_MAX: '2' },
      timeout: limitMs,
      killSignal: 'SIGKILL',
    },
  )
  const ended = new Promise<boolean>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => resolve(code === 0))
  })
  const [output, isDone] = await Promise.all([read(child.stdout), ended, write(child.stdin, content)])
  if (!isDone || output.length > OUTPUT_MAX_BYTES) throw tooHeavy()
  return output
}

/** Stops silently when the process ends before it has read everything. */
async function write(stdin: Writable, content: AsyncIterable<Buffer>) {
  let isOpen = true
  stdin.on('error', () => undefined)
  const closed = new Promise<void>((resolve) => {
    stdin.once('close', () => {
      isOpen = false
      resolve()
    })
  })
  try {
    for await (const part of content) {
      if (!isOpen) return
      if (!stdin.write(part)) await Promise.race([closed, new Promise<void>((resolve) => stdin.once('drain', resolve))])
    }
  } finally {
    stdin.end()
  }
}

async function read(stdout: Readable): Promise<Buffer> {
  const parts: Buffer[] = []
  let length = 0
  for await (const part of stdout as AsyncIterable<Buffer>) {
    length += part.length
    if (length <= OUTPUT_MAX_BYTES) parts.push(part)
  }
  return length <= OUTPUT_MAX_BYTES ? Buffer.concat(parts) : Buffer.alloc(OUTPUT_MAX_BYTES + 1)
}

function picturesIn(output: Buffer): Pictures {
  const end = output.indexOf('\n')
  const header = Header.safeParse(JSON.parse(output.toString('utf8', 0, Math.max(end, 0)) || 'null'))
  if (!header.success) throw unreadable()
  if ('problem' in header.data) throw problems[header.data.problem]()
  const { width, height, parts } = header.data
  let start = end + 1
  const made = parts.map(({ variant, bytes }) => {
    const content = output.subarray(start, start + bytes)
    start += bytes
    return { variant, content }
  })
  if (start !== output.length) throw unreadable()
  return { width, height, made }
}

const problems: Record<'too_many_pixels' | 'unreadable', () => AppError> = {
  too_many_pixels: tooManyPixels,
  unreadable,
}
