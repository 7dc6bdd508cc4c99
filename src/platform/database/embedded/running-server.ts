import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { layout, SOCKET_PORT } from './watchdog-protocol.ts'

/** The address of the server that another process runs on this data folder, or undefined. Throws StartError. */
export async function findRunningServer(dataDir: string): Promise<{ host: string; port: number } | undefined> {
  const host = socketDirectoryOf(join(dataDir, layout.cluster, 'postmaster.pid'))
  if (!host) return undefined
  return (await isListening(join(host, `.s.PGSQL.${SOCKET_PORT}`))) ? { host, port: SOCKET_PORT } : undefined
}

/** The fifth line of postmaster.pid is the socket's folder. */
function socketDirectoryOf(pidFile: string): string | undefined {
  try {
    return readFileSync(pidFile, 'utf8').split('\n')[4]
  } catch (error) {
    if (codeOf(error) === 'EACCES') throw notAllowed()
    return undefined
  }
}

function isListening(socketFile: string): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const socket = connect(socketFile)
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    // A server that was killed leaves the file behind.
    socket.once('error', (error) => (codeOf(error) === 'EACCES' ? reject(notAllowed()) : resolve(false)))
  })
}

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)

const notAllowed = () =>
  new StartError('Databasen tillhör en annan användare. Kör kommandot som den som kör Stödpunkt.')
