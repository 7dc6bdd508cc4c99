import { type SpawnOptions, spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { userInfo } from 'node:os'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'

/** The operating-system user that PostgreSQL runs as. It refuses to run as root, and its user must have a name. */
export type Account = {
  /** Owner of the files on disk. */
  owner: { uid: number; gid: number }
  /** Set when root starts the process as another user. */
  identity: { uid?: number; gid?: number }
  /** A command before the program that changes the user in another way. */
  prefix: string[]
}

/** Arguments for `spawn` that run `program` as the account, in `/` as it may not be able to enter the current folder. */
export function commandAs(account: Account, program: string, args: string[]) {
  const [file = program, ...rest] = [...account.prefix, program, ...args]
  const options = { cwd: '/', env: { PATH: process.env.PATH ?? '/usr/bin:/bin' }, ...account.identity }
  return { file, args: rest, options } satisfies { file: string; args: string[]; options: SpawnOptions }
}

/** Whether the account may enter the folder. */
export function canEnter(account: Account, folder: string) {
  return succeeds(account, '/bin/sh', ['-c', 'cd -- "$1"', 'sh', folder])
}

/**
 * Picks the account that can both run the binaries and enter the folders: the current user; as root `postgres`, else
 * `nobody`, else root mapped to another user in a user namespace (a checkout in root's home). Throws StartError.
 */
export function chooseAccount(binDir: string, folders: string[]): Account {
  const isUsable = (account: Account) =>
    succeeds(account, join(binDir, 'postgres'), ['--version']) && folders.every((folder) => canEnter(account, folder))
  const account = candidates().find(isUsable)
  if (account) return account
  throw new StartError(
    `PostgreSQL får inte köras som root, och ingen annan användare når både ${binDir} och ${folders.join(', ')}. ` +
      'Kör Stödpunkt som en vanlig användare, lägg programmet och DATA_DIR där andra får läsa, eller ange DATABASE_URL.',
  )
}

function candidates(): Account[] {
  const self = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 }
  const plain = { owner: self, identity: {}, prefix: [] }
  if (self.uid !== 0 && hasName()) return [plain]
  const other = findUser('postgres') ?? findUser('nobody')
  if (!other) return []
  const namespace = ['unshare', '--user', `--map-user=${other.uid}`, `--map-group=${other.gid}`]
  const mapped = { owner: self, identity: {}, prefix: namespace }
  return self.uid === 0 ? [{ owner: other, identity: other, prefix: [] }, mapped] : [mapped]
}

function hasName() {
  try {
    return userInfo().username !== ''
  } catch {
    return false
  }
}

function findUser(name: string) {
  const [uid, gid] = ['-u', '-g'].map((flag) => Number.parseInt(output('id', [flag, name]), 10))
  return uid && gid ? { uid, gid } : undefined
}

function output(program: string, args: string[]) {
  return spawnSync(program, args, { encoding: 'utf8' }).stdout ?? ''
}

function succeeds(account: Account, program: string, programArgs: string[]) {
  if (!existsSync(program)) return false
  const { file, args, options } = commandAs(account, program, programArgs)
  return spawnSync(file, args, { ...options, stdio: 'ignore' }).status === 0
}
