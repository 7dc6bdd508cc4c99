// The file around a backup: a tar of parts, compressed with zstd, between two skippable zstd frames. The first names the
// format, the last is the SHA-256 of everything before it. `zstd -d | tar t` reads it without us.
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm, stat } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { constants, createZstdCompress, createZstdDecompress } from 'node:zlib'
import tar from 'tar-stream'
import { isForbidden, runsAs } from '#platform/database/own-account.ts'
import { StartError } from '#platform/database/start-error.ts'
import { FORMAT } from './manifest.ts'

const SKIPPABLE = 0x184d2a50
const NAME = 'STODPUNKT-BACKUP '
const HEAD_BYTES = 8 + 24
const TAIL_BYTES = 8 + 32
const PART_BYTES_AT_MOST = 64 * 1024 * 1024

/** Adds a part; resolves when there is room for the next. */
export type Put = (name: string, content: Buffer) => Promise<void>

type Names = { path: string; draft: string }

/** Writes a complete file or none: first a draft, which is synced to disk and then renamed. Returns its size in bytes. */
export async function writeContainer({ path, draft }: Names, addParts: (put: Put) => Promise<void>): Promise<number> {
  try {
    await writeDraft(draft, addParts)
    const { size } = await stat(draft)
    await rename(draft, path)
    await syncFolder(dirname(path))
    return size
  } catch (error) {
    await rm(draft, { force: true })
    throw error
  }
}

async function writeDraft(draft: string, addParts: (put: Put) => Promise<void>) {
  const pack = tar.pack()
  const target = createWriteStream(draft, { mode: 0o600, flush: true })
  const compress = createZstdCompress({ params: { [constants.ZSTD_c_compressionLevel]: 3 } })
  const abandoned = new AbortController()
  const written = pipeline(pack, compress, framed, target, { signal: abandoned.signal })
  // On a full disk a pending `put` must reject too.
  const broken = new Promise<never>((_, reject) => {
    written.catch(reject)
  })
  broken.catch(() => undefined)
  const put: Put = (name, content) => {
    const done = new Promise<void>((resolve, reject) => {
      const entry = pack.entry({ name, size: content.length, mtime: new Date(0) }, (error) =>
        error ? reject(error) : resolve(),
      )
      // Destroying the archive destroys the open entry too, which emits the error once more.
      entry.on('error', reject)
      entry.end(content)
    })
    return Promise.race([done, broken])
  }
  try {
    await addParts(put)
    pack.finalize()
  } catch (error) {
    abandoned.abort()
    // A part fails because the file could not be written: throw that error instead.
    await written.catch((reason: unknown) => {
      if (!(reason instanceof Error && reason.name === 'AbortError')) throw reason
    })
    throw error
  }
  await written
}

async function* framed(body: AsyncIterable<Buffer>) {
  const hash = createHash('sha256')
  const head = frame(Buffer.from(`${NAME}${FORMAT}\n`.padEnd(HEAD_BYTES - 8, '\0')))
  hash.update(head)
  yield head
  for await (const chunk of body) {
    hash.update(chunk)
    yield chunk
  }
  yield frame(hash.digest())
}

function frame(content: Buffer): Buffer {
  const start = Buffer.alloc(8)
  start.writeUInt32LE(SKIPPABLE, 0)
  start.writeUInt32LE(content.length, 4)
  return Buffer.concat([start, content])
}

async function syncFolder(path: string) {
  const folder = await open(path, 'r')
  // Windows cannot sync a folder.
  await folder.sync().catch(() => undefined)
  await folder.close()
}

/** Throws StartError unless the file is a backup of ours, of a known format, and undamaged. */
export async function checkContainer(path: string) {
  const file = await open(path, 'r').catch((error: NodeJS.ErrnoException) => {
    const reason = error.code === 'ENOENT' ? 'Filen finns inte' : `Filen går inte att läsa (${error.code})`
    throw new StartError(`${reason}: ${path}${isForbidden(error) ? `. ${runsAs()}` : ''}`)
  })
  try {
    const { size } = await file.stat()
    const head = Buffer.alloc(HEAD_BYTES)
    await file.read(head, 0, HEAD_BYTES, 0)
    const name = head.toString('latin1', 8).replace(/\n?\0*$/, '')
    if (!head.toString('latin1', 8).startsWith(NAME)) {
      throw new StartError(`${path} är ingen säkerhetskopia från Stödpunkt, eller så är den skadad.`)
    }
    if (size < HEAD_BYTES + TAIL_BYTES) throw damaged(path)
    const tail = Buffer.alloc(TAIL_BYTES)
    await file.read(tail, 0, TAIL_BYTES, size - TAIL_BYTES)
    const hash = createHash('sha256')
    for await (const chunk of createReadStream(path, { end: size - TAIL_BYTES - 1 })) hash.update(chunk)
    if (!frame(hash.digest()).equals(tail)) throw damaged(path)
    if (name !== `${NAME}${FORMAT}`) {
      throw new StartError('Säkerhetskopian är gjord av en nyare version av Stödpunkt. Återställ med den versionen.')
    }
  } finally {
    await file.close()
  }
}

/** Passes each part in order to `takePart`. Throws StartError when the content cannot be read. */
export async function readContainer(path: string, takePart: (name: string, content: Buffer) => Promise<void>) {
  const { size } = await stat(path)
  const extract = tar.extract()
  let failure: unknown
  const source = createReadStream(path, { start: HEAD_BYTES, end: size - TAIL_BYTES - 1 })
  const flow = pipeline(source, createZstdDecompress(), extract).catch((error: unknown) => {
    failure ??= error
  })
  extract.on('entry', (headers, stream, next) => {
    const taken = wholeOf(stream, headers.size ?? 0).then((content) => takePart(headers.name, content))
    taken.then(
      () => next(),
      (error: unknown) => {
        failure = error
        extract.destroy()
      },
    )
  })
  const ended = once(extract, 'close').catch(() => undefined)
  await flow
  await ended
  if (failure === undefined) return
  throw isOfTheFile(failure) ? damaged(path) : failure
}

async function wholeOf(stream: AsyncIterable<unknown>, size: number): Promise<Buffer> {
  if (size > PART_BYTES_AT_MOST) throw new Error('Invalid tar header: a part is too large')
  const chunks: Buffer[] = []
  for await (const chunk of stream) if (Buffer.isBuffer(chunk)) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const isOfTheFile = (error: unknown) =>
  error instanceof Error &&
  (/tar header|end of data/i.test(error.message) || ('code' in error && /^(Z_|ZSTD_)/.test(String(error.code))))

export const damaged = (path: string) =>
  new StartError(
    `Säkerhetskopian är skadad eller ofullständig: ${path}. Inget är ändrat. Hämta filen på nytt eller ta en annan.`,
  )
