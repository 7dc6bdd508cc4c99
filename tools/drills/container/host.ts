// Podman with its own storage, networks and settings in one folder, and the tree that an operator would check out.
import { execFileSync, spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { freePort } from '../../support/product.ts'

const root = join(import.meta.dirname, '../../..')
/** Not /tmp, which is in memory on some machines: images take several gigabytes. */
const PLACE = '/var/tmp'

/** The Debian packages of the programs that the drill needs. */
const needed = {
  podman: 'podman',
  'podman-compose': 'podman-compose',
  runc: 'runc',
  debootstrap: 'debootstrap',
  catatonit: 'catatonit',
  netavark: 'netavark',
  'aardvark-dns': 'aardvark-dns',
  iptables: 'iptables',
}

export function missingPrograms(): string[] {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/usr/lib/podman', '/usr/libexec/podman']
  const missing = Object.entries(needed).filter(([name]) => !folders.some((folder) => existsSync(join(folder, name))))
  return [
    ...(process.getuid?.() === 0 ? [] : ['root']),
    ...missing.map(([name, debian]) => `${name} (apt-get install ${debian})`),
  ]
}

export type Host = Awaited<ReturnType<typeof openHost>>

/** Prepares the folder. `close` ends the drill's containers and removes everything. */
export async function openHost() {
  const folder = mkdtempSync(join(PLACE, 'stodpunkt-container-'))
  const tree = join(folder, 'tree')
  copyTree(tree)
  const environment = { ...process.env, ...writeSettings(folder) }
  const ports = { http: await freePort(), https: await freePort() }
  const cwd = join(tree, 'ops/container')

  /** Runs a program to its end and returns its output; rejects with the output if the exit code is not 0. */
  const run = (program: string, args: string[], input?: Buffer) =>
    new Promise<string>((resolve, reject) => {
      const child = spawn(program, args, { cwd, env: environment, stdio: ['pipe', 'pipe', 'pipe'] })
      let output = ''
      for (const stream of [child.stdout, child.stderr]) {
        stream.setEncoding('utf8').on('data', (text: string) => {
          output += text
        })
      }
      child.on('error', reject)
      child.on('close', (code) => {
        if (code === 0) resolve(output.trim())
        else reject(new Error(`${program} ${args.join(' ')} ended with ${code}:\n${output.slice(-4000)}`))
      })
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
    })
  const podman = (...args: string[]) => run('podman', args)

  return {
    folder,
    tree,
    cwd,
    ports,
    run,
    podman,
    /** Changes lines of `.env`. */
    set(values: Record<string, string>) {
      const path = join(cwd, '.env')
      const unchanged = readFileSync(path, 'utf8')
        .split('\n')
        .filter((line) => line !== '' && !Object.hasOwn(values, line.split('=', 1)[0] ?? ''))
      const lines = Object.entries(values).map(([name, value]) => `${name}=${value}`)
      writeFileSync(path, `${[...unchanged, ...lines].join('\n')}\n`)
    },
    async close() {
      await podman('rm', '--all', '--force', '--time', '0').catch(console.error)
      await podman('network', 'prune', '--force').catch(console.error)
      const mounts = readFileSync('/proc/self/mounts', 'utf8').split('\n')
      for (const path of mounts.map((line) => line.split(' ')[1] ?? '').filter((path) => path.startsWith(folder)))
        await run('umount', ['--lazy', path]).catch(() => undefined)
      rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

/** Copies the work tree, with uncommitted changes. */
function copyTree(tree: string) {
  mkdirSync(tree, { recursive: true })
  const files = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '-z'], { cwd: root })
  const present = files
    .toString()
    .split('\0')
    .filter((file) => file !== '' && existsSync(join(root, file)))
  const archive = execFileSync('tar', ['--create', '--null', '--files-from=-'], {
    cwd: root,
    input: present.join('\0'),
    maxBuffer: 2 ** 30,
  })
  execFileSync('tar', ['--extract'], { cwd: tree, input: archive })
}

function writeSettings(folder: string) {
  const file = (name: string, lines: string[]) => {
    const path = join(folder, name)
    writeFileSync(path, `${lines.join('\n')}\n`)
    return path
  }
  return {
    PATH: [join(import.meta.dirname, 'bin'), process.env.PATH].join(delimiter),
    PYTHONUNBUFFERED: '1',
    // The image format that supports HEALTHCHECK, without systemd timers for it.
    BUILDAH_FORMAT: 'docker',
    DISABLE_HC_SYSTEMD: 'true',
    CONTAINERS_STORAGE_CONF: file('storage.conf', [
      '[storage]',
      'driver = "overlay"',
      `graphroot = "${folder}/images"`,
      `runroot = "${folder}/run"`,
    ]),
    // Limits that root may set without CAP_SYS_RESOURCE; and runc, because crun refuses the hybrid cgroups of older
    // systems.
    CONTAINERS_CONF: file('containers.conf', [
      '[containers]',
      `default_ulimits = ["nofile=${openFiles()}:${openFiles()}", "nproc=4096:4096"]`,
      '[engine]',
      'cgroup_manager = "cgroupfs"',
      'events_logger = "none"',
      'runtime = "runc"',
      `tmp_dir = "${folder}/podman"`,
      '[network]',
      'network_backend = "netavark"',
      `network_config_dir = "${folder}/networks"`,
    ]),
  }
}

const openFiles = () => execFileSync('bash', ['-c', 'ulimit -Hn'], { encoding: 'utf8' }).trim()
