import { createHash } from 'node:crypto'
import { accessSync, constants, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../../..')
const stampFile = join(root, 'dist/built-from')
const source = /(?<!\.test)\.(ts|tsx|css|svg|woff2)$/

/** A hash of all inputs of the build. Every start waits for it; reading the files one at a time is fastest. */
export function sourceHash(): string {
  const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((path) =>
    source.test(path),
  )
  const hash = createHash('sha256')
  for (const path of ['package-lock.json', 'vite.config.ts', ...sources.sort().map((name) => join('src', name))]) {
    const content = readFileSync(join(root, path))
    hash.update(`${path}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export function isBuilt(): boolean {
  return existsSync(stampFile) && readFileSync(stampFile, 'utf8') === sourceHash()
}

/** Whether this account may write the build: for a service, the program belongs to another account. */
export function mayBuild(): boolean {
  try {
    accessSync(existsSync(join(root, 'dist')) ? join(root, 'dist') : root, constants.W_OK)
    return true
  } catch {
    return false
  }
}

/** Stores the hash from before the build, because a file that changed during the build may not be in it. */
export function markBuilt(hash: string) {
  mkdirSync(join(root, 'dist'), { recursive: true })
  writeFileSync(stampFile, hash)
}
