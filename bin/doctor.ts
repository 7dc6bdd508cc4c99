// `npm run doctor [-- --start]`: looks whether everything the product needs is as it should be. Ends with 1 when something
// is wrong; a warning is not. `--start` starts a stopped embedded database for the moment.
import { runCommand } from '#app/cli/command.ts'
import { describeChecks, examine } from '#app/cli/doctor/doctor.ts'
import { readSettings } from '#app/server/settings.ts'
import { StartError } from '#db/start-error.ts'

await runCommand(async () => {
  const [flag, ...rest] = process.argv.slice(2)
  if (rest.length > 0 || (flag !== undefined && flag !== '--start'))
    throw new StartError('Kör: npm run doctor -- --start')
  const checks = await examine(readSettings(process.env), { mayStart: flag === '--start', now: new Date() })
  process.stdout.write(describeChecks(checks))
  if (checks.some(({ state }) => state === 'wrong')) process.exitCode = 1
})
