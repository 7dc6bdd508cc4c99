// `npm run backup [-- file] [--with-keys | --without-keys]`: writes a consistent backup of all data to one file. The program may
// be running or stopped.
import { backupCommand } from '#app/cli/backup-command.ts'
import { runCommand } from '#app/cli/command.ts'
import { operatorSettings } from '#app/cli/service.ts'

await runCommand(() => backupCommand(process.argv.slice(2), operatorSettings(process.env), process.env))
