import { createHash } from 'node:crypto'
import { glob, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

const root = join(import.meta.dirname, '../..')
const stampFile = join(root, 'dist/built-from')

/** A hash of all that the build reads: sources, configuration and lock file. */
async function sourceHash(): Promise<string> {
  const sources = await Array.fromAsync(glob('src/**/*.{ts,tsx,css,svg,woff2}', { cwd: root }))
  const files = ['package-lock.json', 'vite.config.ts', ...sources.filter((path) => !path.includes('.test.')).sort()]
  const hash = createHash('sha256')
  for (const [index, content] of (await Promise.all(files.map((path) => readFile(join(root, path))))).entries()) {
    hash.update(`${files[index]}\0${content.length}\0`).update(content)
  }
  return hash.digest('hex')
}

export async function isBuilt(): Promise<boolean> {
  const stamp = await readFile(stampFile, 'utf8').catch(() => undefined)
  return stamp !== undefined && stamp === (await sourceHash())
}

export async function markBuilt() {
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(stampFile, await sourceHash())
}
