// `npm run backup [-- file] [--with-keys | --without-keys]`: one file of everything at one moment, beside the running program or while it is stopped.
import { backupCommand } from '#app/cli/backup-command.ts'
import { runCommand } from '#app/cli/command.ts'
import { readSettings } from '#app/server/settings.ts'

await runCommand(() => backupCommand(process.argv.slice(2), readSettings(process.env), process.env))
