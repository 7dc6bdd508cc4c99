// The commands of docs/operations/container.md, which the drill runs as written.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Host } from './host.ts'

const page = join(import.meta.dirname, '../../../docs/operations/container.md')

/** Every line of the page's command blocks. */
function commandsOnPage(): string[] {
  const blocks = readFileSync(page, 'utf8').matchAll(/```sh\n([^`]*)```/g)
  return [...blocks].flatMap(([, lines = '']) => lines.trim().split('\n'))
}

/**
 * Runs commands of the page, with the placeholders in capitals replaced. Throws if the page does not have a command.
 */
export function openPage(host: Host) {
  const untried = new Set(commandsOnPage())
  const commands = new Set(untried)
  return {
    async run(command: string, values: Record<string, string> = {}) {
      if (!commands.has(command)) throw new Error(`docs/operations/container.md does not have: ${command}`)
      untried.delete(command)
      const line = Object.entries(values).reduce((text, [word, value]) => text.replaceAll(word, value), command)
      return host.run('bash', ['-c', line])
    },
    untried: () => [...untried],
  }
}

export type Page = ReturnType<typeof openPage>
