// Run by bin/stodpunkt as the service's user.
import { runCommand } from '#app/cli/command.ts'
import { enterService } from '#app/cli/service.ts'
import { operatorCommands } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'

await runCommand(async () => {
  const [name = '', ...args] = process.argv.slice(2)
  if (!Object.hasOwn(operatorCommands, name)) throw new StartError(usage())
  enterService(process.env)
  process.argv.splice(2, Number.POSITIVE_INFINITY, ...args)
  await import(`./${name}.ts`)
})

function usage() {
  const lines = Object.entries(operatorCommands).map(([name, does]) => `  stodpunkt ${name.padEnd(13)}${does}`)
  return `Kör ett av:\n${lines.join('\n')}`
}
