// `npm run restore -- file [--without-keys]`: restores a backup into an empty data folder or database.
import { runCommand } from '#app/cli/command.ts'
import { restoreCommand } from '#app/cli/restore-command.ts'
import { operatorSettings } from '#app/cli/service.ts'

await runCommand(() => restoreCommand(process.argv.slice(2), operatorSettings(process.env), process.env))
