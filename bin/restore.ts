// `npm run restore -- file [--without-keys]`: restores a backup into an empty data folder or database.
import { runCommand } from '#app/cli/command.ts'
import { restoreCommand } from '#app/cli/restore-command.ts'
import { readSettings } from '#app/server/settings.ts'

await runCommand(() => restoreCommand(process.argv.slice(2), readSettings(process.env), process.env))
