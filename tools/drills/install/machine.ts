// An empty Debian in a folder, with systemd as its init: the machine with which an operator begins.
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const SUITE = 'bookworm'
const PACKAGES = ['systemd', 'systemd-sysv', 'dbus', 'ca-certificates']
const BOOT_SECONDS = 60

/** All input at once, or one line for each prompt (printed text that ends in ': '). */
export type Input = string | string[]
type Outcome = { code: number | null; output: string }
export type Machine = {
  /** Runs a shell script as root in the machine, as in a login of an operator. */
  run: (script: string, input?: Input) => Promise<Outcome>
  stop: () => Promise<void>
}

/** The reason why such a machine cannot be made here; undefined if it can. */
export function whyNoMachine(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root'
  const missing = { debootstrap: 'debootstrap', 'systemd-nspawn': 'systemd-container', nsenter: 'util-linux' }
  for (const [program, debian] of Object.entries(missing))
    if (spawnSync(program, ['--version']).error) return `${program} is not installed (apt-get install ${debian})`
  return mirrorOfThisMachine() ? undefined : `apt of this machine knows no mirror of Debian ${SUITE}`
}

function mirrorOfThisMachine() {
  const filters = ['Created-By: Packages', 'Origin: Debian', `Codename: ${SUITE}`]
  const { stdout } = spawnSync('apt-get', ['indextargets', '--format', '$(REPO_URI)', ...filters], {
    encoding: 'utf8',
  })
  return stdout?.split('\n')[0] || undefined
}

/** Installs Debian into the folder, with this machine's settings for the package registry. */
export function makeRoot(root: string) {
  const mirror = mirrorOfThisMachine() ?? ''
  execFileSync('debootstrap', ['--variant=minbase', `--include=${PACKAGES.join()}`, SUITE, root, mirror], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const files = ['globalconfig', 'userconfig'].map((name) =>
    execFileSync('npm', ['config', 'get', name], { encoding: 'utf8', cwd: '/' }).trim(),
  )
  const settings = files.filter((path) => existsSync(path)).map((path) => readFileSync(path, 'utf8'))
  // Node from the registry does not read Debian's certificates, unlike Debian's own Node.
  const ofNpm = [...settings, 'cafile=/etc/ssl/certs/ca-certificates.crt']
  writeFileSync(join(root, 'root/.npmrc'), ofNpm.join('\n'), { mode: 0o600 })
  copyFileSync('/etc/ssl/certs/ca-certificates.crt', join(root, 'etc/ssl/certs/ca-certificates.crt'))
}

/** Starts the machine's systemd, in the network of this machine. */
export async function boot(root: string): Promise<Machine> {
  mkdirSync(join(root, 'var/log/journal'), { recursive: true })
  const child = spawn('systemd-nspawn', ['--register=no', '--keep-unit', '--boot', '--console=pipe', '-D', root], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  const init = await findInit(child)
  const run = (script: string, input?: Input) => runIn(init, script, input)
  for (let second = 0; ; second++) {
    const { output } = await run('systemctl is-system-running')
    if (/^(running|degraded)$/.test(output.trim())) break
    if (second > BOOT_SECONDS) throw new Error(`The machine did not start: ${output}`)
    await wait(1000)
  }
  const stop = async () => {
    child.kill('SIGTERM') // an orderly power-off
    if (!(await Promise.race([ended.then(() => true), wait(BOOT_SECONDS * 1000, false, { ref: false })])))
      child.kill('SIGKILL')
    await ended
  }
  return { run, stop }
}

/** The process 1 of the machine: a grandchild of systemd-nspawn. */
async function findInit({ pid = 0, exitCode }: ChildProcess): Promise<number> {
  for (let tries = 0; tries < BOOT_SECONDS * 10; tries++) {
    if (exitCode !== null) break
    const found = readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .find((name) => isInit(name, pid))
    if (found) return Number(found)
    await wait(100)
  }
  throw new Error('systemd-nspawn does not start systemd here')
}

function isInit(name: string, nspawn: number) {
  try {
    const status = readFileSync(`/proc/${name}/status`, 'utf8')
    return /^NSpid:\s+\d+\s+1$/m.test(status) && Number(/^PPid:\s+(\d+)/m.exec(status)?.[1]) === nspawn
  } catch {
    return false // It has exited.
  }
}

function runIn(init: number, script: string, input?: Input): Promise<Outcome> {
  const environment = [
    'HOME=/root',
    'TERM=dumb',
    'LANG=C.UTF-8',
    'PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin',
  ]
  const shell = ['env', '-i', ...environment, 'bash', '--norc', '-eo', 'pipefail', '-c', `cd /root\n${script}`]
  const child = spawn('nsenter', ['--all', '--target', String(init), '--', ...shell], {
    stdio: [input === undefined ? 'ignore' : 'pipe', 'pipe', 'pipe'],
  })
  if (typeof input === 'string') child.stdin?.end(input)
  const answers = Array.isArray(input) ? [...input] : []
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text
      if (output.endsWith(': ') && answers.length > 0) child.stdin?.write(`${answers.shift()}\n`)
    })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) => resolve({ code, output }))
  })
}
