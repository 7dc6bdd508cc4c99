// `npm run backup [-- file] [--with-keys | --without-keys]`: one file of everything at one moment, beside the running program or while it is stopped.
import { backupCommand } from '#app/backup-command.ts'
import { runCommand } from '#app/command.ts'
import { readSettings } from '#app/settings.ts'

await runCommand(() => backupCommand(process.argv.slice(2), readSettings(process.env), process.env))
