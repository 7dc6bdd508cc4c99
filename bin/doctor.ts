// `npm run doctor [-- --start]`: checks everything the product needs. Exits with 1 on errors, not on warnings. `--start` starts
// a stopped embedded database for the duration of the check.

import { runCommand } from '#app/cli/command.ts'
import { describeChecks, examineEnvironment } from '#app/cli/doctor/doctor.ts'
import { operatorCommand } from '#platform/database/operator-command.ts'
import { StartError } from '#platform/database/start-error.ts'

await runCommand(async () => {
  const [flag, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (flag !== undefined && flag !== '--start'))
    throw new StartError(`Kör: ${operatorCommand('doctor', '--start')}`)
  const checks = await examineEnvironment(process.env, { mayStart: flag === '--start', now: new Date() })
  process.stdout.write(describeChecks(checks))
  if (checks.some(({ state }) => state === 'wrong')) process.exitCode = 1
})
