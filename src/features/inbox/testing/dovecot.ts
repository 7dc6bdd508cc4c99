// A real IMAP server with its configuration and mail in a temporary folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { ImapFlow } from 'imapflow'

/** Why tests that need Dovecot cannot run here; undefined when they can. As packaged, only root can start it. */
export const whyNoDovecot = (() => {
  try {
    execFileSync('dovecot', ['--version'], { stdio: 'ignore' })
  } catch {
    return 'dovecot is not installed (apt install dovecot-imapd)'
  }
  return process.getuid?.() === 0 ? undefined : 'dovecot is started by root'
})()

export type Dovecot = Awaited<ReturnType<typeof startDovecot>>
export const PASSWORD = 'hemligt'

/** `without`: capabilities that the server lacks; `mailsMax`: the quota of a mailbox in mails, 0 for none. */
export async function startDovecot({ without = [] as readonly string[], mailsMax = 0 } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'dovecot-'))
  chmodSync(folder, 0o755)
  const port = await freePort()
  const mail = join(folder, 'mail')
  mkdirSync(mail)
  const [uid, gid] = ['-u', '-g'].map((flag) => Number(execFileSync('id', [flag, 'nobody']).toString()))
  chownSync(mail, uid ?? 0, gid ?? 0)
  const users = join(folder, 'users')
  const setPassword = (password: string) => writeFileSync(users, `support:{PLAIN}${password}\n`, { mode: 0o644 })
  setPassword(PASSWORD)
  const config = join(folder, 'dovecot.conf')
  writeFileSync(config, configuration({ folder, mail, users, port, without, mailsMax, owner: { uid, gid } }))
  const start = async () => {
    const child = spawn('dovecot', ['-F', '-c', config], { stdio: 'ignore', detached: true })
    await untilAnswers(port)
    return child
  }
  let child: ChildProcess | undefined = await start()
  const stop = async () => {
    if (!child?.pid || child.exitCode !== null) return
    // Kills the process group, since processes of open connections would otherwise continue.
    process.kill(-child.pid, 'SIGTERM')
    await once(child, 'exit')
    child = undefined
  }
  return {
    port,
    setPassword,
    /** The administration tool, which closes connections and changes UIDVALIDITY. */
    doveadm: (...args: string[]) => execFileSync('doveadm', ['-c', config, ...args], { stdio: 'pipe' }).toString(),
    cutConnections: () => {
      try {
        execFileSync('doveadm', ['-c', config, 'kick', 'support'], { stdio: 'pipe' })
      } catch {
        // `kick` fails when nobody is connected.
      }
    },
    client: (password = PASSWORD) => aClient(port, password),
    /** Stops the server until `startAgain`. */
    stop,
    startAgain: async () => {
      child = await start()
    },
    remove: async () => {
      await stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function aClient(port: number, password = PASSWORD) {
  const auth = { user: 'support', pass: password }
  const client = new ImapFlow({ host: '127.0.0.1', port, secure: false, doSTARTTLS: false, auth, logger: false })
  client.on('error', () => undefined)
  await client.connect()
  return client
}

/** Waits without Vitest, since a drill uses it too. */
async function untilAnswers(port: number) {
  for (let attempts = 200; ; attempts--) {
    try {
      return await (await aClient(port)).logout()
    } catch (error) {
      if (attempts === 0) throw error
      await wait(50)
    }
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise((resolve) => server.close(resolve))
  return port
}

type Configuration = {
  folder: string
  mail: string
  users: string
  port: number
  without: readonly string[]
  mailsMax: number
  owner: { uid: number | undefined; gid: number | undefined }
}

const ALL = 'IMAP4rev1 SASL-IR LOGIN-REFERRALS ID ENABLE IDLE LITERAL+ UIDPLUS MOVE UNSELECT CHILDREN NAMESPACE'

const configuration = ({ folder, mail, users, port, without, mailsMax, owner }: Configuration) => `
base_dir = ${folder}/run
state_dir = ${folder}/state
instance_name = ${folder.slice(-6)}
log_path = ${folder}/log
protocols = imap
listen = 127.0.0.1
ssl = no
disable_plaintext_auth = no
auth_failure_delay = 0
mail_location = maildir:${mail}/%u
mail_uid = ${owner.uid}
mail_gid = ${owner.gid}
first_valid_uid = 1
first_valid_gid = 1
mailbox_idle_check_interval = 1s
${
  without.length > 0
    ? `imap_capability = ${ALL.split(' ')
        .filter((one) => !without.includes(one))
        .join(' ')}`
    : ''
}
${
  mailsMax > 0
    ? `mail_plugins = quota
plugin {
  quota = count:User
  quota_rule = *:messages=${mailsMax}
  quota_vsizes = yes
}`
    : ''
}
passdb {
  driver = passwd-file
  args = ${users}
}
userdb {
  driver = static
  args = uid=${owner.uid} gid=${owner.gid} home=${mail}/%u
}
service imap-login {
  inet_listener imap {
    address = 127.0.0.1
    port = ${port}
  }
  inet_listener imaps {
    port = 0
  }
}
protocol imap {
  mail_max_userip_connections = 100
}
`
