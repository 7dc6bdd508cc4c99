// `npm run audit:deps [-- --sbom FILE]`: checks that every dependency has an allowed licence, an exact version and a hash in the
// lock file, that only packages in `allowScripts` have install scripts, and that `npm audit` finds no high or critical
// vulnerability. FILE receives a CycloneDX SBOM.
import { execFile } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'

/** Licences that allow use, change and distribution without publishing our own source. */
const ALLOWED = new Set([
  ...['MIT', 'MIT-0', 'ISC', '0BSD', 'BSD-2-Clause', 'BSD-3-Clause', 'Apache-2.0', 'BlueOak-1.0.0', 'Unlicense'],
  ...['MPL-2.0', 'CC0-1.0', 'CC-BY-3.0', 'OFL-1.1', 'Python-2.0', 'PSF-2.0'],
])
/** Shared libraries that a user may replace by another build, as the LGPL requires (docs/decisions/055). */
const isReplaceableLibrary = (name: string, licence: string) =>
  licence === 'LGPL-3.0-or-later' && name.startsWith('@img/sharp-libvips-')
/** Licences read from the files of packages without a licence in package.json. */
const LICENCES_FROM_FILES: Record<string, string> = {
  '@react-aria/optimize-locales-plugin': 'Apache-2.0',
  'png-js': 'MIT',
}

type Manifest = {
  name?: string
  license?: string
  licenses?: { type: string }[]
  scripts?: Record<string, string>
  dependencies?: Record<string, string>
  devDependencies?: Record<string, string>
  optionalDependencies?: Record<string, string>
  allowScripts?: Record<string, boolean>
}
type Locked = {
  version: string
  integrity?: string
  resolved?: string
  name?: string
  hasInstallScript?: boolean
  bundleDependencies?: string[]
}
type Sbom = { bomFormat: string; components: { name: string; version: string }[] }

const root = join(import.meta.dirname, '..')
const run = promisify(execFile)
const read = <T>(file: string) => JSON.parse(readFileSync(join(root, file), 'utf8')) as T
const { values: options } = parseArgs({ options: { sbom: { type: 'string' } } })
const ours = read<Manifest>('package.json')
const lock = read<{ packages: Record<string, Locked> }>('package-lock.json')
const locked = Object.entries(lock.packages).filter(([path]) => path !== '')
const nameOf = (path: string, { name }: Locked) => name ?? path.replace(/^.*node_modules\//, '')

const problems = [...inexact(), ...locked.flatMap(problemsOfLocked), ...locked.flatMap(problemsOfInstalled)]
const installed = locked.filter(([path]) => existsSync(join(root, path, 'package.json'))).length
console.log(`${locked.length} packages in the lock file, ${installed} of them installed here`)
const vulnerabilities = await findVulnerabilities()
problems.push(...(await sbomProblems()), ...(vulnerabilities ?? []))
for (const problem of problems) console.log(problem)
console.log(conclusion(problems.length, vulnerabilities !== undefined))
process.exitCode = problems.length === 0 ? 0 : 1

/** Skipped checks are neither problems nor evidence that there are none. */
function conclusion(count: number, isAudited: boolean) {
  const found = count === 0 ? 'No problems' : `${count} problems`
  return isAudited ? `${found}.` : `${found} in what was checked; skipped: known vulnerabilities (npm audit).`
}

/** Direct dependencies without an exact version. */
function inexact() {
  const all = { ...ours.dependencies, ...ours.devDependencies, ...ours.optionalDependencies }
  return Object.entries(all)
    .filter(([, version]) => !/^\d+\.\d+\.\d+(-[\w.]+)?$/.test(version))
    .map(([name, version]) => `${name}: ${version} is not an exact version`)
}

/** The lock file names no registry host, so that any mirror can be used; npm verifies each package by its hash. */
function problemsOfLocked([path, entry]: [string, Locked]) {
  const name = nameOf(path, entry)
  const mayRun = ours.allowScripts?.[name] === true
  return [
    ...(hasHash(path) ? [] : [`${path}: no hash in the lock file`]),
    ...(entry.resolved === undefined ? [] : [`${path}: the lock file names a registry host`]),
    ...(entry.hasInstallScript && !mayRun ? [`${path}: has an install script`] : []),
  ]
}

/** A package that another bundles is in the archive of that one, and covered by its hash. */
function hasHash(path: string): boolean {
  const [outer = '', name = ''] = path.split(/\/node_modules\/(?=(?:@[^/]+\/)?[^/]+$)/)
  const isBundled = lock.packages[outer]?.bundleDependencies?.includes(name) ?? false
  return lock.packages[isBundled ? outer : path]?.integrity?.startsWith('sha512-') ?? false
}

/** Optional packages for other platforms are not installed and cannot be checked. */
function problemsOfInstalled([path, entry]: [string, Locked]) {
  const file = join(path, 'package.json')
  if (!existsSync(join(root, file))) return []
  const { license, licenses, scripts = {} } = read<Manifest>(file)
  const name = nameOf(path, entry)
  const stated = license ?? licenses?.map(({ type }) => type).join(' OR ') ?? LICENCES_FROM_FILES[name] ?? ''
  const runs = ['preinstall', 'install', 'postinstall'].filter((step) => step in scripts)
  return [
    ...(isAllowed(stated) || isReplaceableLibrary(name, stated)
      ? []
      : [`${path}: its licence is ${stated || 'not stated'}`]),
    ...(runs.length > 0 && ours.allowScripts?.[name] !== true
      ? [`${path}: has the install scripts ${runs.join(', ')}`]
      : []),
  ]
}

/** An SPDX expression: one of the licences joined by OR, or all joined by AND, must be allowed. */
function isAllowed(expression: string): boolean {
  const bare = expression.replace(/^\((.*)\)$/, '$1')
  if (bare.includes(' OR ')) return bare.split(' OR ').some(isAllowed)
  return bare.split(' AND ').every((one) => ALLOWED.has(one))
}

async function sbomProblems() {
  const args = ['sbom', '--sbom-format', 'cyclonedx', '--package-lock-only']
  const { stdout } = await run('npm', args, { cwd: root, maxBuffer: 64 * 2 ** 20 })
  const { bomFormat, components } = JSON.parse(stdout) as Sbom
  const listed = new Set(components.map(({ name, version }) => `${name}@${version}`))
  const missing = locked
    .map(([path, entry]) => `${nameOf(path, entry)}@${entry.version}`)
    .filter((one) => !listed.has(one))
  if (options.sbom) writeFileSync(options.sbom, stdout)
  console.log(`${components.length} components in the ${bomFormat} SBOM${options.sbom ? `, in ${options.sbom}` : ''}`)
  return missing.map((one) => `${one}: not in the SBOM`)
}

/** Undefined if the registry does not answer, or has no such endpoint. */
async function findVulnerabilities() {
  const audit = run('npm', ['audit', '--json', '--package-lock-only'], {
    cwd: root,
    timeout: 20_000,
    maxBuffer: 64 * 2 ** 20,
  })
  // Exits with 1 if there are findings, and also if the registry did not answer.
  const text = await audit.then(
    ({ stdout }) => stdout,
    (error: { stdout?: string }) => error.stdout ?? '',
  )
  const found = vulnerabilityCountsIn(text)
  if (!found) {
    console.log('Skipped: npm audit; the registry does not answer.')
    return undefined
  }
  return (['high', 'critical'] as const)
    .filter((level) => (found[level] ?? 0) > 0)
    .map((level) => `npm audit: ${found[level]} ${level}`)
}

function vulnerabilityCountsIn(text: string) {
  try {
    return (JSON.parse(text) as { metadata?: { vulnerabilities?: Record<string, number> } }).metadata?.vulnerabilities
  } catch {
    return undefined
  }
}
