// The programs that the drill starts in addition to the product; each is stopped by its own handle.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Account, commandAs } from '#platform/database/embedded/account.ts'
import { findExternalBindir } from '#platform/database/testing/cluster.ts'

const ops = join(import.meta.dirname, '../../../ops')

export type Programs = { bindir: string; haproxy: string; nginx: string; activate: string }

/** The programs that the drill needs, or the missing ones with their Debian packages. */
export function findPrograms(): Programs | { missing: string[] } {
  const bindir = findExternalBindir()
  const [haproxy, nginx, activate] = ['haproxy', 'nginx', 'systemd-socket-activate'].map(find)
  const hasClients = bindir && ['pg_basebackup', 'pg_rewind', 'psql'].every((name) => existsSync(join(bindir, name)))
  if (hasClients && haproxy && nginx && activate) return { bindir, haproxy, nginx, activate }
  const missing = [
    ...(hasClients ? [] : ['PostgreSQL 15 or later (apt-get install postgresql)']),
    ...(haproxy ? [] : ['haproxy (apt-get install haproxy)']),
    ...(nginx ? [] : ['nginx (apt-get install nginx)']),
    ...(activate ? [] : ['systemd-socket-activate (apt-get install systemd)']),
  ]
  return { missing }
}

function find(program: string) {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/bin']
  return folders.map((folder) => join(folder, program)).find((path) => existsSync(path))
}

/** A file of `ops/` with the documented addresses replaced by this machine's. Throws if one does not occur. */
export function adapted(file: string, replacements: [documented: string, here: string][]) {
  let text = readFileSync(join(ops, file), 'utf8')
  for (const [documented, here] of replacements) {
    if (!text.includes(documented)) throw new Error(`ops/${file} does not contain '${documented}'`)
    text = text.replaceAll(documented, here)
  }
  return text
}

const running = new Set<ChildProcess>()

/** Kills the programs for which `runToEnd` is waiting. */
export function killRunning() {
  for (const child of running) child.kill('SIGKILL')
}

type Command = { account?: Account; program: string; args: string[]; environment?: Record<string, string> }

/** Starts a program in the background; `output` returns what it has printed. */
export function launch(command: Command) {
  const child = start(command)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000)
    })
  }
  return { child, output: () => output }
}

/** Runs a program to its end and returns its output. Rejects with the output if the exit code is not 0. */
export function runToEnd(command: Command): Promise<string> {
  const { child, output } = launch(command)
  running.add(child)
  return new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    // Not 'close': a server started by a script keeps the pipe open.
    child.on('exit', (code) =>
      code === 0 ? resolve(output()) : reject(new Error(`${command.args.at(-1)} exited with ${code}: ${output()}`)),
    )
  }).finally(() => running.delete(child))
}

function start({ account, program, args, environment = {} }: Command): ChildProcess {
  const {
    file,
    args: all,
    options,
  } = account ? commandAs(account, program, args) : { file: program, args, options: { cwd: '/', env: process.env } }
  return spawn(file, all, { ...options, env: { ...options.env, ...environment }, stdio: ['ignore', 'pipe', 'pipe'] })
}
