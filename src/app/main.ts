// Imports only what is needed to start the database; the rest of the program is imported while the database starts.
import { runCommand } from './cli/command.ts'
import { openLog } from './server/log.ts'
import { readStartSettings } from './server/machine-settings.ts'
import { demoEnvironment, terminalEnvironment } from './server/settings.ts'
import { startDatabase } from './server/start-database.ts'

await runCommand(async () => {
  const isDev = process.argv.includes('--dev')
  const isDemo = process.argv.includes('--demo')
  const environment = process.stdout.isTTY ? terminalEnvironment(process.env) : process.env
  const settings = await readStartSettings(isDemo ? demoEnvironment(environment) : environment)
  const log = openLog(settings.LOG_LEVEL)
  const starting = startDatabase(settings, log, (error) => {
    log.fatal({ err: error }, 'the database cannot be restarted')
    process.exit(1)
  })
  const [running, { runProgram }] = await Promise.all([starting, import('./server/program.ts')])
  await runProgram({ settings, log, running, isDev, isDemo })
})
