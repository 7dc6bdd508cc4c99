// What the drill starts beside the product: Debian's programs, each ended again by its own handle.
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { type Account, commandAs } from '#db/embedded/account.ts'
import { findExternalBindir } from '#db/testing/cluster.ts'

const ops = join(import.meta.dirname, '../../../ops')

export type Programs = { bindir: string; haproxy: string; nginx: string; activate: string }

/** The programs the drill needs, or how to get those that are missing. */
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

/** A file of `ops/` with this machine's addresses in place of the documented ones. Throws when one does not occur. */
export function adapted(file: string, replacements: [documented: string, here: string][]) {
  let text = readFileSync(join(ops, file), 'utf8')
  for (const [documented, here] of replacements) {
    if (!text.includes(documented)) throw new Error(`ops/${file} does not say '${documented}' any more`)
    text = text.replaceAll(documented, here)
  }
  return text
}

const running = new Set<ChildProcess>()

/** Ends what `complete` is still waiting for. */
export function endRunning() {
  for (const child of running) child.kill('SIGKILL')
}

type Command = { account?: Account; program: string; args: string[]; environment?: Record<string, string> }

/** Starts a program that goes on; what it says is in `output`. */
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

/** Runs a program to its end and returns what it printed. Rejects with its words when it ends with another code than 0. */
export function complete(command: Command): Promise<string> {
  const { child, output } = launch(command)
  running.add(child)
  return new Promise<string>((resolve, reject) => {
    child.on('error', reject)
    // Not 'close': a server that was started keeps the pipe.
    child.on('exit', (code) =>
      code === 0 ? resolve(output()) : reject(new Error(`${command.args.at(-1)} ended with ${code}: ${output()}`)),
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
